import AppModules
import ProgramJournal
import Workbench

/// What the dialogs of mutators tell of themselves.
nonisolated enum MutatorsEvent: EditorEvent {
  case status(String)
  case opened(blockID: String)
  /// The block was changed.
  case applied(blockID: String)
  /// The block is as it was.
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
  /// What was entered before; nil to begin with the block as it is.
  var draft: DialogDraft?
}

/// The dialog for what a block is made of. The mutation has begun when it is built.
final class MutatorsModule: ProgramModule<MutatorsContext, MutatorsEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? {
    guard let session = workbench.mutation, let view = context.views.view(for: session) else {
      workbench.perform(.cancelMutation)
      return TextViewer(title: "No dialog", lines: ["There is no dialog for this block."])
    }
    emit(.opened(blockID: session.block.id))
    let dialog = MutatorDialog(view: view, session: session, module: self)
    if let draft = context.draft { dialog.restore(draft) }
    return dialog
  }
}
