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

/// Draws a stack or comment row by row, for `mortise render`.
final class PieceRendering {
  /// The deepest level of statements that is indented. Deeper ones show their level as a number, as indenting them
  /// would make the output grow with the square of the depth.
  private static let deepestIndentation = 100
  /// The number of rows drawn at once.
  private static let rowsAtOnce = 256

  private let piece: CanvasPiece
  private let view: CanvasView
  private let depth: ColorDepth?
  /// The area on the canvas, with the indentation limited.
  let rect: Rect

  private var sections: StackSections?
  private var pending: StackSection?
  /// The statement inputs that continue below the rows drawn so far.
  private var openBodies: [StackSection] = []
  /// The width of the column that shows the level of deep statements.
  private var levelWidth = 0

  private var drawn = CellGrid(size: .zero)
  private var drawnTop = 0
  private var row = 0

  init(of piece: CanvasPiece, in view: CanvasView, depth: ColorDepth?) {
    self.piece = piece
    self.view = view
    self.depth = depth
    var size = piece.rect.size
    if case .stack(let stack) = piece {
      sections = view.layout.sections(of: stack)
      if size.width > Self.deepestIndentation * view.layout.style.statementIndent {
        var deepest = 0
        var contentWidth = 1
        var sections = view.layout.sections(of: stack)
        while let section = sections.next() {
          deepest = max(deepest, section.level)
          if case .line(_, let width) = section.section { contentWidth = max(contentWidth, width) }
        }
        if deepest > Self.deepestIndentation { levelWidth = "\(deepest) ".count }
        let indented = (min(deepest, Self.deepestIndentation) + 1) * view.layout.style.statementIndent
        size = Size(width: min(size.width, indented + levelWidth + contentWidth), height: size.height)
      }
    }
    rect = Rect(origin: piece.rect.origin, size: size)
  }

  var isComplete: Bool { row >= rect.height }

  /// Returns the text of the next row without trailing blanks, and its width in columns; nil after the last row.
  func nextRow() -> (text: String, columns: Int)? {
    next { $0.text(ofRow: $1, depth: depth) }
  }

  /// Returns the cells of the next row; nil after the last one.
  func nextCells() -> [Cell]? { next { grid, row in grid.withRow(row) { Array($0) } } }

  private func next<Result>(_ read: (CellGrid, Int) -> Result) -> Result? {
    guard !isComplete else { return nil }
    if row >= drawnTop + drawn.size.height { draw() }
    defer { row += 1 }
    return read(drawn, row - drawnTop)
  }

  private func draw() {
    drawnTop = row
    let height = min(Self.rowsAtOnce, rect.height - row)
    // The mark of an empty input may extend beyond the piece.
    let width = rect.width + view.layout.style.statementIndent
    drawn = CellGrid(size: Size(width: width, height: height), repertoire: view.layout.style.repertoire)
    switch piece {
    case .comment(let comment):
      view.draw(comment, offset: Point(x: -rect.minX, y: -rect.minY - row), on: &drawn, clip: drawn.bounds)
    case .stack:
      for body in openBodies { draw(body) }
      while let section = pending ?? sections?.next() {
        pending = section
        guard section.row < row + height else { break }
        pending = nil
        draw(section)
        if case .body = section.section, section.level <= Self.deepestIndentation { openBodies.append(section) }
      }
      openBodies.removeAll { $0.row + $0.rowCount <= row + height }
    }
  }

  private func draw(_ section: StackSection) {
    var origin = Point(x: section.level * view.layout.style.statementIndent, y: section.row - drawnTop)
    if section.level > Self.deepestIndentation {
      if case .body(let connection, _) = section.section, connection.target != nil { return }
      origin.x = (Self.deepestIndentation + 1) * view.layout.style.statementIndent
      _ = drawn.write("\(section.level)", at: origin, style: view.theme.note, clip: drawn.bounds)
      origin.x += levelWidth
    }
    view.draw(
      section.section, of: section.block, level: section.level, row: 0, rowCount: section.rowCount, at: origin,
      on: &drawn,
      clip: drawn.bounds)
  }
}
