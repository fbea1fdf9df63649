import BlockLayout
import BlockModel
import MortiseScreen

/// A program as the editor shows it, in two themes, as data for a page: its stacks and comments one below the other.
package enum ProgramPicture {
  /// A part of a row in one style.
  package struct Run {
    package var text: String
    /// The styles in the dark and in the light theme.
    package var styles: Styles
  }

  /// The styles of a run in the dark and in the light theme.
  package struct Styles: Hashable {
    package var dark: Style
    package var light: Style
  }

  /// A row.
  package struct Row {
    package var runs: [Run] = []
    /// The statement that begins in the row; nil for none.
    package var block: Block?
  }

  private static let width = 120
  /// The maximum number of cells of a picture: pages with more become too large for browsers and readers.
  private static let mostCells = 400_000

  /// Draws a program.
  /// - Returns: its rows; nil for a program that is too large for a picture.
  package static func rows(of workspace: Workspace) -> [Row]? {
    let style = LayoutStyle(
      usesBrackets: false, repertoire: .unicode, canvasWidth: width,
      quietLabel: LayoutStyleChoice.quietLabel(in: workspace.factory.messages))
    let layout = WorkspaceLayout(workspace: workspace, style: style)
    let views = [ThemeColors.dark, .light].map {
      CanvasView(layout: layout, theme: Theme(depth: .trueColor, colors: $0))
    }
    let pieces = layout.pieces.all
    let areas = pieces.map { PieceRendering(of: $0, in: views[0], depth: .trueColor).rect }
    if areas.reduce(0, { $0 + $1.width * $1.height }) > mostCells { return nil }
    var rows: [Row] = []
    for piece in pieces {
      if !rows.isEmpty { rows.append(Row()) }
      let (dark, light) = (
        PieceRendering(of: piece, in: views[0], depth: .trueColor),
        PieceRendering(of: piece, in: views[1], depth: .trueColor)
      )
      var blocks = firstRows(of: piece, layout)[...]
      var number = 0
      while let cells = dark.nextCells(), let others = light.nextCells() {
        let block = blocks.first?.row == number ? blocks.removeFirst().block : nil
        rows.append(Row(runs: runs(cells, others), block: block))
        number += 1
      }
    }
    return rows
  }

  /// Returns the statements of a piece, with the rows where they begin.
  private static func firstRows(of piece: CanvasPiece, _ layout: WorkspaceLayout) -> [(row: Int, block: Block)] {
    guard case .stack(let stack) = piece else { return [] }
    var found: [(row: Int, block: Block)] = []
    var seen: Set<ObjectIdentifier> = []
    var sections = layout.sections(of: stack)
    while let section = sections.next() {
      guard case .line = section.section, seen.insert(ObjectIdentifier(section.block)).inserted else { continue }
      if found.last?.row != section.row { found.append((section.row, section.block)) }
    }
    return found
  }

  private static func runs(_ cells: [Cell], _ others: [Cell]) -> [Run] {
    let shown = (cells.lastIndex { $0 != .blank } ?? -1) + 1
    let styles = zip(cells, others).prefix(shown).map { Styles(dark: $0.style, light: $1.style) }
    var runs: [Run] = []
    var start = 0
    while start < shown {
      let end = styles[start...].firstIndex { $0 != styles[start] } ?? shown
      let glyphs = cells[start..<end].lazy.map(\.glyph).filter { !$0.isContinuation }
      runs.append(Run(text: glyphs.map(\.text).joined(), styles: styles[start]))
      start = end
    }
    return runs
  }
}
