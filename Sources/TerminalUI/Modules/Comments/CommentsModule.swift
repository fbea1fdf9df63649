import AppModules
import ProgramJournal
import Workbench

/// The events of the comment windows.
nonisolated enum CommentsEvent: EditorEvent {
  case status(String)
  /// A comment was created or changed.
  case written
}

/// The window for editing a comment.
final class CommentsModule: EditorModule<(comment: Route.Comment, typed: String?), CommentsEvent>, Module,
  PageRepresenting
{
  let pageName = "Comment"
  let pageType = "text"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.purpose.comment {
    case .block(let id):
      let text = workbench.workspace.blocks[id]?.comment?.text ?? ""
      let window = window(pageName, text, hint: "an empty comment is removed", .blockComment(blockID: id)) {
        .setComment($0, blockID: id)
      }
      window.opened = .bubble(.comment, blockID: id)
      return window
    case .selection:
      let blocks = workbench.selection.compactMap { workbench.workspace.blocks[$0] }
      let texts = Set(blocks.map { $0.comment?.text ?? "" })
      // A recovered draft reopens the dialog for the first block only.
      return window(
        "Comment of \(blocks.count) blocks", texts.count == 1 ? texts.first ?? "" : "",
        hint: "an empty comment is removed", .blockComment(blockID: blocks.first?.id ?? "")
      ) { .setCommentOfSelection($0) }
    case .comment(let id):
      let text = workbench.workspace.comment(withID: id)?.text ?? ""
      return window(pageName, text, .comment(id: id)) { .setCommentText($0, commentID: id) }
    case .new: return window("New comment on the workspace", "", .newComment) { .createComment($0) }
    }
  }

  private func window(
    _ title: String, _ text: String, hint: String = "", _ dialog: DialogDraft.Dialog,
    _ intent: @escaping (String) -> Intent
  ) -> TextPopup {
    TextPopup(
      title: title, text: text, isMultiline: true, hint: hint, anchor: .below(context.viewport.cursorRect),
      dialog: dialog, typed: context.purpose.typed
    ) { [self] text in
      // An empty new comment closes the window instead of being refused.
      if case .new = context.purpose.comment {
        perform(intent(text), emitting: .written)
        return nil
      }
      return performTyped(intent(text), emitting: .written)
    }
  }
}
