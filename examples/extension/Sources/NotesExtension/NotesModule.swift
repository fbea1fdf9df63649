import AppModules
import TerminalUI

/// The events of the notes module.
public nonisolated enum NotesEvent: EditorEvent {
  case status(String)
  /// The window lists this many blocks.
  case shown(blockCount: Int)
}

/// The dependencies of the notes module.
public struct NotesContext: ModuleContext {
  public let routingContext: RoutingContext
  public let scene: Scene

  public init(routingContext: RoutingContext, scene: Scene) {
    self.routingContext = routingContext
    self.scene = scene
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
    let list = NotesList(of: context.scene.workbench.workspace)
    emitter.emit(.shown(blockCount: list.rows.count))
    return EditorWindow(list, in: context.scene)
  }

  /// Returns the step that opens the module.
  /// - Parameter onClose: is called when the window is closed.
  static func step(_ context: NotesContext, onClose: (() -> Void)? = nil) -> PresentableRoutingStep {
    PresentableRoutingStep(
      withStep: ModuleRoutingStep("notes", to: NotesModule.self, context: context),
      presentationMode: .push(withCloseButton: true, onClose: onClose))
  }
}

/// Opens the module for the deep link `notes-editor FILE#notes`.
public final class NotesLink: DeepLinkResponder {
  private let scene: Scene
  private let onClose: () -> Void

  /// - Parameters:
  ///   - scene: shows the open program.
  ///   - onClose: is called when the window is closed.
  public init(scene: Scene, onClose: @escaping () -> Void) {
    self.scene = scene
    self.onClose = onClose
  }

  public func response(to link: DeepLink) -> DeepLinkResponse? {
    guard link.parts.first?.key == "notes" else { return nil }
    let context = NotesContext(routingContext: .deepLink, scene: scene)
    return DeepLinkResponse(.route(NotesModule.step(context, onClose: onClose)), remainder: link.dropFirst())
  }
}
