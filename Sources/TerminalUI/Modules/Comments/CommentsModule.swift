import AppModules
import ProgramJournal
import Workbench

/// The events of the comment windows.
nonisolated enum CommentsEvent: EditorEvent {
  case status(String)
  /// A comment was created or changed.
  case written

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct CommentsContext: ProgramContext {
  enum Target {
    /// A block's comment.
    case block(id: String)
    /// The comments of the selected blocks.
    case selection
    /// A comment on the workspace.
    case comment(id: String)
    /// A new comment on the workspace.
    case new
  }

  let routingContext: RoutingContext
  let program: OpenProgram
  let windows: ModuleWindows
  let viewport: Viewport
  let target: Target
  /// The text of a draft; nil to begin with the comment's text.
  var typed: String?
}

/// The window for editing a comment.
final class CommentsModule: ProgramModule<CommentsContext, CommentsEvent>, Module, PageRepresenting {
  let pageName = "Comment"
  let section = "program"
  let pageType = "text"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.target {
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
      // A lost dialog opens again for the first block.
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
      dialog: dialog, typed: context.typed
    ) { [self] text in
      // An empty new comment closes the window instead of being refused.
      if case .new = context.target {
        perform(intent(text), telling: .written)
        return nil
      }
      return performTyped(intent(text), telling: .written)
    }
  }
}
