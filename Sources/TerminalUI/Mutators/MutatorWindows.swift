import BlockModel
import Workbench

/// Opens the dialogs of mutators.
enum MutatorWindows {
  /// Changes what the block at the cursor is made of.
  static func open(in editor: Editor) {
    do throws(FieldRefusal) {
      let session = try editor.workbench.startMutation()
      guard let view = editor.mutatorViews.view(for: session) else {
        editor.workbench.cancelMutation()
        throw FieldRefusal("there is no dialog for this block")
      }
      editor.push(MutatorDialog(view: view, session: session, in: editor))
    } catch {
      editor.message = error.reason
    }
  }
}
