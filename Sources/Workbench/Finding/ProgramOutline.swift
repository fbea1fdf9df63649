import BlockLayout
import BlockLibrary
import BlockModel

/// An entry of a program's outline.
public struct OutlineEntry {
  /// The kind of an entry; the raw values are shown to the user.
  public enum Kind: String, CustomStringConvertible, Sendable {
    /// The definition of a function.
    case function
    /// Another stack at the top level.
    case stack
    /// A block with a bookmark.
    case bookmark
    /// A comment on the workspace.
    case comment

    public var description: String { rawValue }
  }

  /// The item that gets the cursor when the entry is chosen.
  public let item: FocusItem
  /// The kind of the entry.
  public let kind: Kind
  /// The first line of a stack or comment, or the name of a bookmark.
  public let text: String
  /// The name of a function; otherwise empty.
  public let name: String
  /// The colour of the block; nil for comments.
  public let colour: BlockBuilder.Colour?
}

extension WorkbenchController {
  /// The stacks, functions, bookmarks and workspace comments, in reading order.
  public var outline: [OutlineEntry] {
    guard let layout else { return [] }
    var entries: [OutlineEntry] = []
    for piece in layout.pieces.all {
      switch piece {
      case .comment(let comment):
        entries.append(
          OutlineEntry(
            item: .comment(id: comment.comment.id), kind: .comment,
            text: BlockLabel.line(comment.comment.text, limit: BlockLabel.wholeLimit), name: "", colour: nil))
      case .stack(let stack):
        guard let first = stack.first?.block else { continue }
        let name = ProcedureBlocks.name(definedBy: first)
        entries.append(
          OutlineEntry(
            item: .block(id: first.id), kind: name == nil ? .stack : .function,
            text: state.lineDescription(of: first, limit: BlockLabel.wholeLimit), name: name ?? "",
            colour: first.definition.colour))
        for block in first.descendants() {
          guard let bookmark = block.bookmark else { continue }
          entries.append(
            OutlineEntry(
              item: .block(id: block.id), kind: .bookmark,
              text: "⚑ \(BlockLabel.line(bookmark, limit: BlockLabel.wholeLimit))",
              name: "", colour: block.definition.colour))
        }
      }
    }
    return entries
  }

  /// The index of the outline's entry that the cursor is in: its stack or comment.
  public func index(ofCursorIn outline: [OutlineEntry]) -> Int? {
    let id = cursorBlock?.root.id ?? cursor?.elementID
    return outline.firstIndex { $0.item.elementID == id }
  }

  /// Remembers an item to go back to.
  public func remember(_ item: FocusItem?) {
    if item != cursor { visited.leave(item) }
  }
}
