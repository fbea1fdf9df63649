import BlockLayout
import BlockModel
import MortiseScreen

/// Renders a whole program as rows of text, for `mortise render`.
public enum ProgramRendering {
  /// The maximum number of empty rows and columns between two pieces. A file may place them anywhere.
  private static let maxGap = (rows: 3, columns: 40)

  /// - Parameters:
  ///   - width: the width of the canvas in columns.
  ///   - depth: the colour depth; nil for brackets without colours.
  ///   - colors: the theme.
  public static func rows(
    of workspace: Workspace, width: Int, depth: ColorDepth?, repertoire: Repertoire, colors: ThemeColors = .dark
  ) -> [String] {
    let theme = Theme(depth: depth ?? .monochrome, colors: colors)
    let style = LayoutStyle(
      usesBrackets: theme.usesBrackets, repertoire: repertoire, canvasWidth: max(20, width),
      quietLabel: LayoutStyleChoice.quietLabel(in: workspace.factory.messages))
    let layout = WorkspaceLayout(workspace: workspace, style: style)
    let view = CanvasView(layout: layout, theme: theme)
    let pieces = layout.pieces.all.map { PieceRendering(of: $0, in: view, depth: depth) }
    let tops = closedUp(pieces.map { ($0.rect.minY, $0.rect.height) }, maxGap: maxGap.rows)
    let lefts = closedUp(pieces.map { ($0.rect.minX, $0.rect.width) }, maxGap: maxGap.columns)
    // The pieces are ordered by their top rows.
    var waiting = zip(pieces, zip(tops, lefts)).map { (piece: $0, top: $1.0, left: $1.1) }[...]
    var shown: [(piece: PieceRendering, left: Int)] = []
    var rows: [String] = []
    while !waiting.isEmpty || !shown.isEmpty {
      while let next = waiting.first, next.top <= rows.count {
        let index = shown.firstIndex { $0.left > next.left } ?? shown.count
        shown.insert((next.piece, next.left), at: index)
        waiting = waiting.dropFirst()
      }
      rows.append(row(of: shown))
      shown.removeAll { $0.piece.isComplete }
    }
    return rows
  }

  /// Joins the next rows of pieces beside each other to one row.
  private static func row(of pieces: [(piece: PieceRendering, left: Int)]) -> String {
    var row = ""
    var column = 0
    for (piece, left) in pieces {
      guard let (text, columns) = piece.nextRow(), columns > 0 else { continue }
      row += String(repeating: " ", count: max(0, left - column)) + text
      column = max(column, left) + columns
    }
    return row
  }

  /// Returns the starts of spans, moved so that the first one starts at 0 and no gap exceeds `maxGap`.
  private static func closedUp(_ spans: [(start: Int, length: Int)], maxGap: Int) -> [Int] {
    var starts = Array(repeating: 0, count: spans.count)
    var removed = 0
    var end: Int?
    for index in spans.indices.sorted(by: { spans[$0].start < spans[$1].start }) {
      let (start, length) = spans[index]
      removed += max(0, start - (end ?? start) - maxGap)
      if end == nil { removed = start }
      starts[index] = start - removed
      end = max(end ?? start, start + length)
    }
    return starts
  }
}
