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

/// The dialog for a block's mutator, with a draft to restore, if any.
final class MutatorsModule: EditorModule<(session: MutationSession, draft: DialogDraft?), MutatorsEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? {
    let session = context.purpose.session
    guard let view = scene.options.mutatorViews.view(for: session) else {
      workbench.perform(.cancelMutation)
      let mutator = type(of: session.layout.mutator)
      return TextViewer(title: "No dialog", lines: ["No view is registered for the mutator \(mutator)."])
    }
    emit(.opened(blockID: session.block.id))
    let dialog = MutatorDialog(view: view, session: session, module: self)
    if let draft = context.purpose.draft { dialog.restore(draft) }
    return dialog
  }
}
