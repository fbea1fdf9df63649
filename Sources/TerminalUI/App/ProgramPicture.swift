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

  /// How a run looks in the dark and in the light theme.
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

  package static func rows(of workspace: Workspace) -> [Row] {
    let style = LayoutStyle(
      usesBrackets: false, repertoire: .unicode, canvasWidth: width,
      quietLabel: LayoutStyleChoice.quietLabel(in: workspace.factory.messages))
    let layout = WorkspaceLayout(workspace: workspace, style: style)
    let views = [ThemeColors.dark, .light].map {
      CanvasView(layout: layout, theme: Theme(depth: .trueColor, colors: $0))
    }
    var rows: [Row] = []
    for piece in layout.pieces.all {
      if !rows.isEmpty { rows.append(Row()) }
      let start = rows.count
      let (dark, light) = (
        PieceRendering(of: piece, in: views[0], depth: .trueColor),
        PieceRendering(of: piece, in: views[1], depth: .trueColor)
      )
      while let cells = dark.nextCells(), let others = light.nextCells() {
        rows.append(Row(runs: runs(cells, others)))
      }
      guard case .stack(let stack) = piece else { continue }
      var sections = layout.sections(of: stack)
      var last: Block?
      while let section = sections.next() {
        guard section.block !== last, case .line = section.section, start + section.row < rows.count else { continue }
        if rows[start + section.row].block == nil { rows[start + section.row].block = section.block }
        last = section.block
      }
    }
    return rows
  }

  private static func runs(_ cells: [Cell], _ others: [Cell]) -> [Run] {
    var runs: [Run] = []
    let end = (cells.lastIndex { $0 != .blank } ?? -1) + 1
    for (cell, other) in zip(cells[..<end], others) where !cell.glyph.isContinuation {
      let styles = Styles(dark: cell.style, light: other.style)
      if let last = runs.last, last.styles == styles {
        runs[runs.count - 1].text += cell.glyph.text
      } else {
        runs.append(Run(text: cell.glyph.text, styles: styles))
      }
    }
    return runs
  }
}
