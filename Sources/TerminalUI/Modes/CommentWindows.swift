import BlockModel
import Workbench

/// The windows in which comments are written.
enum CommentWindows {
  /// Writes the comment of the block at the cursor, or the workspace comment there.
  static func editComment(in editor: Editor) {
    if let comment = editor.workbench.cursorComment { return edit(comment, in: editor) }
    guard let block = editor.workbench.cursorBlock else { return }
    let window = TextMode(
      title: "Comment", text: block.comment?.text ?? "", isMultiline: true, hint: "an empty comment is removed",
      anchor: .below(editor.cursorOnScreen)
    ) { text in
      editor.perform(.setComment(text, blockID: block.id))
      return nil
    }
    window.opened = .bubble(.comment, blockID: block.id)
    editor.push(window)
  }

  /// Changes what a workspace comment says.
  static func edit(_ comment: WorkspaceComment, in editor: Editor) {
    if let reason = editor.workbench.refusal(toEdit: comment) {
      editor.message = reason
      return
    }
    editor.push(
      TextMode(title: "Comment", text: comment.text, isMultiline: true, anchor: .below(editor.cursorOnScreen)) { text in
        let outcome = editor.workbench.perform(.setCommentText(text, commentID: comment.id))
        return outcome.refusal
      })
  }

  /// Makes a workspace comment of what is typed.
  static func makeComment(in editor: Editor) {
    editor.push(
      TextMode(
        title: "New comment on the workspace", text: "", isMultiline: true, anchor: .below(editor.cursorOnScreen)
      ) { text in
        editor.perform(.makeComment(text))
        return nil
      })
  }
}
