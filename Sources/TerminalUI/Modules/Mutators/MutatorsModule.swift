import AppModules
import ProgramJournal
import Workbench

/// The events of mutator dialogs.
nonisolated enum MutatorsEvent: EditorEvent {
  case status(String)
  case opened(blockID: String)
  /// The block was changed.
  case applied(blockID: String)
  /// The block was not changed.
  case cancelled(blockID: String)

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct MutatorsContext: ProgramContext {
  let routingContext: RoutingContext
  let program: OpenProgram
  let windows: ModuleWindows
  let viewport: Viewport
  /// The views of mutators.
  let views: MutatorViewFactory
  /// The draft to restore; nil to begin with the block's current shape.
  var draft: DialogDraft?
}

/// The dialog for a block's mutator. The mutation must have begun before the module builds it.
final class MutatorsModule: ProgramModule<MutatorsContext, MutatorsEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? {
    guard let session = workbench.mutation else { return nil }
    guard let view = context.views.view(for: session) else {
      workbench.perform(.cancelMutation)
      let mutator = type(of: session.layout.mutator)
      return TextViewer(title: "No dialog", lines: ["No view is registered for the mutator \(mutator)."])
    }
    emit(.opened(blockID: session.block.id))
    let dialog = MutatorDialog(view: view, session: session, module: self)
    if let draft = context.draft { dialog.restore(draft) }
    return dialog
  }
}
