import BlockModel
import Screen

/// A workspace comment, measured: its width follows the comment's, and so does its height, unless the text needs more.
public final class CommentLayout: CanvasOccupant {
  public let comment: WorkspaceComment
  /// The rows of text that are shown; where there is more than can be, the last one says so.
  public private(set) var rows: [String] = []
  private var size = Size.zero
  /// Where the comment is shown, in cells of the canvas.
  public internal(set) var origin = Point.zero
  /// Whether something kept the comment from its own place.
  public internal(set) var isPushed = false

  init(_ comment: WorkspaceComment) { self.comment = comment }

  public var rect: Rect { Rect(origin: origin, size: size) }

  /// The narrowest comment, in columns.
  public static let narrowest = 12
  /// How many rows a text may take beyond the comment's height, and how many a height may ask for.
  private static let mostTextRows = 12
  private static let mostRows = 200

  /// The columns and rows that a size in Blockly's units asks for.
  public static func cells(of size: WorkspaceSize) -> Size {
    func count(_ units: Double, _ step: Double, _ range: ClosedRange<Int>) -> Int {
      let cells = (units / step).rounded()
      return cells < Double(range.upperBound) ? max(range.lowerBound, Int(cells)) : range.upperBound
    }
    return Size(
      width: count(size.width, LayoutStyle.unitsPerColumn, narrowest...1000),
      height: count(size.height, LayoutStyle.unitsPerRow, 1...mostRows))
  }

  /// The columns beside the text: its mark, and blank columns of the surface.
  static func columnsBesideText(_ style: LayoutStyle) -> Int { style.usesBrackets ? 2 : 4 }

  /// Works out the rows and columns from what the comment says now.
  func measure(style: LayoutStyle) {
    let wanted = Self.cells(of: comment.size ?? CommentSnapshot.defaultSize)
    let width = min(wanted.width, max(Self.narrowest, style.canvasWidth))
    let textWidth = width - Self.columnsBesideText(style)
    if comment.isCollapsed {
      let line = "▸ " + (comment.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
      rows = [TextWidth.truncated(line, to: textWidth, repertoire: style.repertoire)]
      size = Size(width: width, height: 1)
      return
    }
    rows = Self.rows(
      of: comment.text, width: textWidth, limit: max(wanted.height, Self.mostTextRows), repertoire: style.repertoire)
    size = Size(width: width, height: max(wanted.height, rows.count))
  }

  /// How many rows a text takes.
  public static func rowCount(of text: String, columns: Int, style: LayoutStyle) -> Int {
    rows(
      of: text, width: columns - columnsBesideText(style), limit: mostTextRows, repertoire: style.repertoire
    ).count
  }

  private static func rows(of text: String, width: Int, limit: Int, repertoire: Repertoire) -> [String] {
    var rows: [String] = []
    var isCut = false
    for line in text.split(maxSplits: limit, omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      // Of a long line no more is broken than can be shown.
      let part = line.prefix(width * (limit + 1))
      rows += WrappedText.rows(of: String(part), width: width, hanging: 0, repertoire: repertoire)
      isCut = isCut || part.endIndex < line.endIndex
      if rows.count > limit || isCut { return rows.prefix(limit - 1) + ["… more"] }
    }
    return rows
  }
}
