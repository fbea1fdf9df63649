import AppModules
import Workbench

/// What the windows for bookmarks tell of themselves.
nonisolated enum BookmarksEvent: EditorEvent {
  case said(String)
  /// A bookmark was set, renamed or removed.
  case named(blockID: String)
  case jumped(blockID: String)
}

struct BookmarksContext: EditorContext {
  let editor: EditorServices
  /// The block whose bookmark is named; nil to see all bookmarks.
  let blockID: String?
}

/// The windows for bookmarks.
final class BookmarksModule: EditorModule<BookmarksContext, BookmarksEvent>, Module {
  func unmanagedRootViewController() -> any ViewController { context.blockID.map(naming) ?? overview() }

  private func naming(blockID: String) -> TextPopup {
    let suggested = workbench.workspace.blocks[blockID].map { workbench.suggestedBookmark(for: $0) } ?? ""
    return TextPopup(
      title: "Bookmark", text: suggested, hint: "an empty name removes it", anchor: .below(editor.cursorOnScreen)
    ) { [self] name in
      perform(.setBookmark(name, blockID: blockID), telling: .named(blockID: blockID))
      return nil
    }
  }

  /// Shows the bookmarks, to jump to, rename and remove them.
  private func overview() -> any Mode {
    let blocks = workbench.bookmarkedBlocks
    return ListPopup(
      title: "Bookmarks", rows: blocks.map { ListPopup.Row($0.bookmark ?? "", colour: $0.definition.colour) },
      anchor: .centre, hints: "Enter jump  r rename  Del remove  Esc close",
      more: [
        "r": { [self] index in push(naming(blockID: blocks[index].id)) },
        "\u{7F}": { [self] index in
          perform(.setBookmark("", blockID: blocks[index].id), telling: .named(blockID: blocks[index].id))
        },
      ]
    ) { [self] index in
      let id = blocks[index].id
      if perform(.jump(blockID: id)).refusal == nil { emit(.jumped(blockID: id)) }
    }
  }
}
