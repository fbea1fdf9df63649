import BlockModel
import MortiseScreen

/// An unbreakable part of a block's line: a label, field, bracket or empty input.
public struct ContentToken {
  /// The role of a token, which determines its style and whether the cursor can be on it.
  public enum Role: Hashable, Sendable {
    /// A label on the block's surface.
    case label
    /// A summary of a collapsed block.
    case summary
    /// An editable field.
    case field
    /// A field that can't be edited.
    case readOnlyField
    /// A value block that consists of one field, painted in the field's or the block's colours.
    case capsule
    /// The bracket at the start or end of a value.
    case bracket
    /// An empty value input.
    case emptyInput
    /// The icon that opens the dialog of the block's mutator; it is drawn while the cursor is on the block.
    case mutatorIcon
    /// A mark on the block's surface that shows its state: that it is disabled.
    case stateMark
    /// A note about the block: a comment or bookmark.
    case note
    /// A row of an earlier version; it is the only token of its line.
    case ghost
  }

  /// The kind of a value, which determines its colours where colours show the blocks.
  public enum Fill: Hashable, Sendable {
    /// A text, number or empty input: something that can be typed, in an inset.
    case literal
    /// A dropdown or check box, in the tint of its block.
    case choice
    /// A variable, in the tint of variables.
    case variable
  }

  /// The text as it is drawn, in characters of the style's repertoire.
  public var text: String
  /// The width of the text in columns.
  public var width: Int
  /// The role of the token.
  public var role: Role
  /// The block that the token is drawn for: of the values in a line, the one that it belongs to.
  public var block: Block
  /// How deeply the block is nested in other value blocks of its statement.
  public var depth: Int
  /// The item that the cursor is on when it is here; nil for tokens that can't have it, such as labels.
  public var item: FocusItem?
  /// The kind of value; nil for words.
  public internal(set) var fill: Fill?
  /// The blank columns before the token, unless it starts a line.
  var gap = 1
  /// The colour that the field holds. The text has two columns for it, after the first.
  public internal(set) var swatch: RGB?
  /// Whether it is the first visible token of its block.
  public internal(set) var isFirstOfBlock = false
  /// Whether the token must stay on the same line as the previous one.
  var sticksToPrevious = false
}

/// A token and its column.
public struct PlacedToken {
  /// The token, at the column that the line gave it.
  public var token: ContentToken
  /// The column relative to the block's left edge.
  public var column: Int
  /// The blank columns before the token.
  public var gap = 0
}

extension ContentSection {
  /// Whether it is a row of an earlier version.
  package var isGhost: Bool {
    if case .line(let tokens, _) = self { tokens.first?.token.role == .ghost } else { false }
  }
}

/// The parts of a statement block or top-level value block, from top to bottom.
public enum ContentSection {
  /// A row of words, fields and values; its width is in cells.
  case line([PlacedToken], width: Int)
  /// The blocks in a statement input; the label, if any, is in front of the first of them.
  case body(Connection, label: PlacedToken?)
}

extension ContentToken {
  /// Whether this is the bracket at a value's start.
  var isOpening: Bool { role == .bracket && item != nil }
  /// Whether this is the bracket at a value's end.
  var isClosing: Bool { role == .bracket && item == nil }

  /// Shortens the text to a width, at least that of an ellipsis between its first and last characters.
  mutating func cut(to columns: Int, style: LayoutStyle) {
    guard columns < width, let last = text.last else { return }
    let tail = String(last)
    let room = max(3, columns) - Self.width(of: tail, style: style)
    text = Self.cut(String(text.dropLast()), to: room, style: style) + tail
    width = Self.width(of: text, style: style)
  }

  static func width(of text: String, style: LayoutStyle) -> Int {
    style.repertoire.columns(of: text)
  }

  static func cut(_ text: String, to columns: Int, style: LayoutStyle) -> String {
    TextWidth.truncated(text, to: columns, repertoire: style.repertoire)
  }
}
