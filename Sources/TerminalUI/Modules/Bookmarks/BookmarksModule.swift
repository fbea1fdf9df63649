import AppModules
import Workbench

/// The events of the bookmark windows.
nonisolated enum BookmarksEvent: EditorEvent {
  case status(String)
  /// A bookmark was set, renamed or removed.
  case named(blockID: String)
  case jumped(blockID: String)
}

/// The windows for bookmarks: the list or, given the id of a block, the text field for the name of its bookmark.
final class BookmarksModule: EditorModule<String?, BookmarksEvent>, Module, PageRepresenting {
  let pageName = "Bookmarks"

  func unmanagedRootViewController() -> (any ViewController)? { context.purpose.map(naming) ?? overview() }

  fileprivate func naming(blockID: String) -> TextPopup {
    let suggested = workbench.workspace.blocks[blockID].map { workbench.suggestedBookmark(for: $0) } ?? ""
    return TextPopup(
      title: "Bookmark", text: suggested, hint: "an empty name removes it", anchor: .below(context.viewport.cursorRect)
    ) { [self] name in
      perform(.setBookmark(name, blockID: blockID), emitting: .named(blockID: blockID))
      return nil
    }
  }

  /// Returns the list of bookmarks, for going to, renaming and removing them.
  private func overview() -> any Mode {
    let blocks = workbench.bookmarkedBlocks
    return ListPopup(
      title: pageName, rows: blocks.map { ListPopup.Row($0.bookmark ?? "", colour: $0.definition.colour) },
      anchor: .centre, verb: "go to",
      adding: BookmarkSelection.table.adapted { [self] list in
        let block = list.selected.flatMap { blocks.indices.contains($0) ? blocks[$0] : nil }
        return BookmarkSelection(module: self, list: list, blockID: block?.id)
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
  /// The id of the bookmarked block; nil if no bookmark is selected.
  fileprivate let blockID: String?

  private var refusal: String? { blockID == nil ? "there is no bookmark here" : nil }

  /// The commands that the list of bookmarks adds.
  static let table = CommandTable<BookmarkSelection>(
    "bookmarks", "In the list of bookmarks, also",
    [
      Command(
        "rename", "r", title: "Rename…", group: .editing, help: "rename the bookmark", hint: "rename",
        unavailable: { $0.refusal },
        runIn: { bookmark, screen in
          guard let id = bookmark.blockID else { return }
          screen.modes.pop(bookmark.list)
          bookmark.module.push(bookmark.module.naming(blockID: id))
        }),
      Command(
        "remove", "<Delete>", title: "Remove", group: .editing, help: "remove the bookmark", hint: "remove",
        unavailable: { $0.refusal },
        runIn: { bookmark, screen in
          guard let id = bookmark.blockID else { return }
          screen.modes.pop(bookmark.list)
          bookmark.module.perform(.setBookmark("", blockID: id), emitting: .named(blockID: id))
        }),
    ])
}
