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
  let session: MutationSession
  /// The draft to restore; nil to begin with the block's current shape.
  var draft: DialogDraft?
}

/// The dialog for a block's mutator.
final class MutatorsModule: ProgramModule<MutatorsContext, MutatorsEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? {
    let session = context.session
    guard let view = context.views.view(for: session) else {
      workbench.perform(.cancelMutation)
      return TextViewer(title: "No dialog", lines: ["There is no dialog for this block."])
    }
    emit(.opened(blockID: session.block.id))
    let dialog = MutatorDialog(view: view, session: session, module: self)
    if let draft = context.draft { dialog.restore(draft) }
    return dialog
  }
}
