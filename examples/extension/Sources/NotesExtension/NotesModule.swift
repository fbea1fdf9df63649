import AppModules
import BlockModel
import TerminalUI

/// What the module of notes tells of itself.
public nonisolated enum NotesEvent: EditorEvent {
  case status(String)
  /// The notes of so many blocks are shown.
  case shown(blockCount: Int)
}

/// What the module is built with.
public struct NotesContext: ModuleContext {
  public let routingContext: RoutingContext
  public let workspace: Workspace

  public init(routingContext: RoutingContext, workspace: Workspace) {
    self.routingContext = routingContext
    self.workspace = workspace
  }
}

/// A window that lists the blocks that play notes.
public final class NotesModule: EventsProducer, Module, PageRepresenting {
  public let pageName = "Notes"
  public let section = "program"
  public let pageType = "list"

  public let context: NotesContext
  private let emitter = EventEmitter<NotesEvent>()
  public var events: EventStream<NotesEvent> { emitter.events }

  public init(usingContext context: NotesContext) { self.context = context }

  public func unmanagedRootViewController() -> (any ViewController)? {
    let blocks = context.workspace.topBlocks.flatMap { Array($0.descendants()) }
    let lines = blocks.compactMap { block in
      (block.mutator as? MutatorNotes).map { "\(block.id): \($0.count) notes, \(block.data ?? "no tempo")" }
    }
    emitter.emit(.shown(blockCount: lines.count))
    return TextViewer(title: pageName, lines: lines.isEmpty ? ["no block plays notes"] : lines)
  }
}

/// The way to the module: `mortise FILE#notes`.
public final class NotesLink: DeepLinkResponder {
  private let workspace: Workspace
  private let onClose: () -> Void

  /// - Parameters:
  ///   - workspace: the open program.
  ///   - onClose: is called when the window is closed.
  public init(workspace: Workspace, onClose: @escaping () -> Void) {
    self.workspace = workspace
    self.onClose = onClose
  }

  public func response(to link: DeepLink) -> DeepLinkResponse? {
    guard link.parts.first?.key == "notes" else { return nil }
    let context = NotesContext(routingContext: .deepLink, workspace: workspace)
    let step = ModuleRoutingStep("notes", to: NotesModule.self, context: context)
    let mode = PresentationMode.push(withCloseButton: true, onClose: onClose)
    return DeepLinkResponse(
      .route(PresentableRoutingStep(withStep: step, presentationMode: mode)), remainder: link.dropFirst())
  }
}
