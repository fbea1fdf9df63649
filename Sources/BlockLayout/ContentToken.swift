import BlockModel
import Screen

/// A piece of a block's line that is never broken: words, a field, a bracket, the place for a value.
public struct ContentToken {
  public enum Role: Hashable, Sendable {
    /// Words on the block's surface.
    case label
    /// Words of the whole block where nothing else of it is shown.
    case summary
    /// A value that can be edited.
    case field
    /// A value that can't be edited.
    case fixedField
    /// A value block that is nothing but its one field; painted in the field's or the block's colours.
    case capsule
    /// The surface or bracket at the beginning and end of a value.
    case edge
    /// The place of an empty value input.
    case hole
    /// The sign that opens the dialog of the block's mutator.
    case sign
    /// A remark about the block: its comment, its unknown type.
    case note

    /// Whether the text stands on the surface with a blank column on both sides.
    var isWords: Bool { self == .label || self == .sign }

    /// Whether the text is set off from the surface by its background.
    var isBox: Bool { self == .field || self == .capsule || self == .hole || self == .fixedField }
  }

  public var text: String
  /// The columns that the text takes.
  public var width: Int
  public var role: Role
  public var block: Block
  /// How many value blocks this one is inside of, within its statement; alternating shades follow it.
  public var depth: Int
  public var item: FocusItem?
  /// A blank column of the surface before the token, unless it begins a line.
  var gap = 0
  /// Whether it is the first that shows something of its block.
  public internal(set) var isFirstOfBlock = false
  /// The token may not begin a line.
  var sticksToPrevious = false
}

/// A token at its place.
public struct PlacedToken {
  public var token: ContentToken
  /// The column, from the block's left edge.
  public var column: Int
}

/// What a statement block or loose value is made of, from top to bottom.
public enum ContentSection {
  case line([PlacedToken], width: Int)
  /// The blocks in a statement input; words that stand before the first of them, on its row.
  case body(Connection, label: PlacedToken?)
}

extension ContentToken {
  static func width(of text: String, style: LayoutStyle) -> Int {
    TextWidth.columns(of: text, repertoire: style.repertoire)
  }

  static func cut(_ text: String, to columns: Int, style: LayoutStyle) -> String {
    TextWidth.truncated(text, to: columns, repertoire: style.repertoire)
  }
}
