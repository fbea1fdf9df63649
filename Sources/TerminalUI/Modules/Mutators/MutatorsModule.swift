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
}

/// The dialog for a block's mutator, with a draft to restore, if any. The mutation must have begun before the module builds it.
final class MutatorsModule: EditorModule<DialogDraft?, MutatorsEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? {
    guard let session = workbench.mutation, let view = scene.options.mutatorViews.view(for: session) else {
      workbench.perform(.cancelMutation)
      return TextViewer(title: "No dialog", lines: ["There is no dialog for this block."])
    }
    emit(.opened(blockID: session.block.id))
    let dialog = MutatorDialog(view: view, session: session, module: self)
    if let draft = context.purpose { dialog.restore(draft) }
    return dialog
  }
}
