import BlockModel
import Workbench

/// Opens the dialogs of mutators.
enum MutatorWindows {
  /// Changes what the block at the cursor is made of.
  static func open(in editor: Editor) {
    let outcome = editor.workbench.perform(.beginMutation)
    guard let session = editor.workbench.mutation, outcome.refusal == nil else {
      editor.message = outcome.words
      return
    }
    guard let view = editor.mutatorViews.view(for: session) else {
      editor.workbench.perform(.leaveMutation)
      editor.message = "there is no dialog for this block"
      return
    }
    editor.push(MutatorDialog(view: view, session: session, in: editor))
  }
}
