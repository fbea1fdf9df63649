import AppModules
import Workbench

/// What the windows for bookmarks tell of themselves.
nonisolated enum BookmarksEvent: EditorEvent {
  case status(String)
  /// A bookmark was set, renamed or removed.
  case named(blockID: String)
  case jumped(blockID: String)

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct BookmarksContext: EditorContext {
  let editor: EditorServices
  /// The block whose bookmark is named; nil to see all bookmarks.
  let blockID: String?
}

/// The windows for bookmarks.
final class BookmarksModule: EditorModule<BookmarksContext, BookmarksEvent>, Module {
  func unmanagedRootViewController() -> any ViewController { context.blockID.map(naming) ?? overview() }

  fileprivate func naming(blockID: String) -> TextPopup {
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
      anchor: .centre, verb: "go to",
      adding: BookmarkSelection.commands.map { command in
        command.adapted { [self] list in
          let index = list.selected
          return BookmarkSelection(
            module: self, list: list, blockID: blocks.indices.contains(index) ? blocks[index].id : "")
        }
      }
    ) { [self] index in
      let id = blocks[index].id
      if perform(.jump(blockID: id)).refusal == nil { emit(.jumped(blockID: id)) }
    }
  }
}

/// The bookmark that is selected in the list of bookmarks.
struct BookmarkSelection {
  fileprivate let module: BookmarksModule
  fileprivate let list: ListPopup
  fileprivate let blockID: String

  /// The commands that the list of bookmarks adds.
  static let commands: [Command<BookmarkSelection>] = [
    Command(
      "rename", "r", group: .editing, help: "rename the bookmark", hint: "rename",
      runIn: { bookmark, editor in
        editor.modes.pop(bookmark.list)
        bookmark.module.push(bookmark.module.naming(blockID: bookmark.blockID))
      }),
    Command(
      "remove", "<Delete>", group: .editing, help: "remove the bookmark", hint: "remove",
      runIn: { bookmark, editor in
        editor.modes.pop(bookmark.list)
        bookmark.module.perform(
          .setBookmark("", blockID: bookmark.blockID), telling: .named(blockID: bookmark.blockID))
      }),
  ]
}
