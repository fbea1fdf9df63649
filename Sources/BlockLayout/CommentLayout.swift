import BlockModel
import MortiseScreen

/// The measured layout of a workspace comment. It has the comment's size, but is higher if the text needs more rows.
public final class CommentLayout: CanvasOccupant {
  /// The comment that is laid out.
  public let comment: WorkspaceComment
  /// The visible rows of text. If the text has more, the last row indicates that.
  public private(set) var rows: [String] = []
  private var size = Size.zero
  /// The comment's origin on the canvas, in cells.
  public internal(set) var origin = Point.zero
  /// The area in which the comment was placed; nil until it is placed.
  var placedRect: Rect?
  /// Whether another piece displaced the comment from its own position.
  public internal(set) var isPushed = false

  init(_ comment: WorkspaceComment) { self.comment = comment }

  var placementOrder: Int64 { comment.order }

  /// The area on the canvas, in cells.
  public var rect: Rect { Rect(origin: origin, size: size) }

  /// The minimum width of a comment in columns.
  public static let narrowest = 12
  /// Limits in rows: for text that exceeds the comment's height, and for the height itself.
  private static let maxTextRows = 12
  private static let maxRows = 200

  /// Converts a size in workspace units to columns and rows.
  public static func cells(of size: WorkspaceSize) -> Size {
    func count(_ units: Double, _ unitsPerCell: Double, _ range: ClosedRange<Int>) -> Int {
      let cells = (units / unitsPerCell).rounded()
      return cells < Double(range.upperBound) ? max(range.lowerBound, Int(cells)) : range.upperBound
    }
    return Size(
      width: count(size.width, LayoutStyle.unitsPerColumn, narrowest...1000),
      height: count(size.height, LayoutStyle.unitsPerRow, 1...maxRows))
  }

  /// The columns beside the text: the comment's icon and blank columns.
  static func columnsBesideText(_ style: LayoutStyle) -> Int { style.usesBrackets ? 2 : 4 }

  /// Computes the rows and the size from the comment's current text.
  func measure(style: LayoutStyle) {
    let requested = Self.cells(of: comment.size ?? CommentSnapshot.defaultSize)
    let width = min(requested.width, max(Self.narrowest, style.canvasWidth))
    let textWidth = width - Self.columnsBesideText(style)
    if comment.isCollapsed {
      let line = "▸ " + (comment.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
      rows = [TextWidth.truncated(line, to: textWidth, repertoire: style.repertoire)]
      size = Size(width: width, height: 1)
      return
    }
    rows = Self.rows(
      of: comment.text, width: textWidth, limit: max(requested.height, Self.maxTextRows), repertoire: style.repertoire)
    size = Size(width: width, height: max(requested.height, rows.count))
  }

  /// The number of rows that a text needs.
  public static func rowCount(of text: String, columns: Int, style: LayoutStyle) -> Int {
    rows(
      of: text, width: columns - columnsBesideText(style), limit: maxTextRows, repertoire: style.repertoire
    ).count
  }

  private static func rows(of text: String, width: Int, limit: Int, repertoire: Repertoire) -> [String] {
    var rows: [String] = []
    var isCut = false
    for line in text.split(maxSplits: limit, omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      // Don't wrap more of a long line than can be shown.
      let part = line.prefix(width * (limit + 1))
      rows += WrappedText.rows(of: String(part), width: width, hanging: 0, repertoire: repertoire)
      isCut = isCut || part.endIndex < line.endIndex
      if rows.count > limit || isCut { return rows.prefix(limit - 1) + ["… more"] }
    }
    return rows
  }
}
