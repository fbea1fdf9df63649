import BlockModel
import Workbench

/// The windows for bookmarks.
enum BookmarkWindows {
  /// Names the bookmark of the block at the cursor.
  static func set(in editor: Editor) {
    guard let block = editor.workbench.cursorBlock, !block.isShadow else {
      editor.message = "only a block can have a bookmark"
      return
    }
    name(block, in: editor)
  }

  private static func name(_ block: Block, in editor: Editor) {
    let workbench = editor.workbench
    editor.push(
      TextMode(
        title: "Bookmark", text: workbench.suggestedBookmark(for: block), hint: "an empty name removes it",
        anchor: .below(editor.cursorOnScreen)
      ) { text in
        editor.perform(.setBookmark(text, blockID: block.id))
        return nil
      })
  }

  /// Shows the bookmarks, to jump to, rename and remove them.
  static func open(in editor: Editor) {
    let workbench = editor.workbench
    let blocks = workbench.bookmarkedBlocks
    guard !blocks.isEmpty else {
      editor.message = "there are no bookmarks; k sets one"
      return
    }
    let rows = blocks.map { ListMode.Row($0.bookmark ?? "", colour: $0.definition.colour) }
    editor.push(
      ListMode(
        title: "Bookmarks", rows: rows, anchor: .centre, hints: "Enter jump  r rename  Del remove  Esc close",
        more: [
          "r": { name(blocks[$0], in: editor) },
          "\u{7F}": { editor.perform(.setBookmark("", blockID: blocks[$0].id)) },
        ]
      ) { index in
        editor.perform(.jump(blockID: blocks[index].id))
      })
  }
}
