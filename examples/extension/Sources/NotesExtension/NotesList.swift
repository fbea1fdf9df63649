import BlockModel
import MortiseScreen
import MortiseTerminal
import TerminalUI

/// A window's view: a row for each block that plays notes. Enter goes to the block.
final class NotesList: EditorView {
  let title = "Notes"
  let hints = "↑ ↓ select  Enter go"
  let rows: [(blockID: String, text: String)]
  private var selected = 0
  /// The first row that is shown.
  private var top = 0

  init(of workspace: Workspace) {
    rows = NotesBlocks.all(in: workspace).map { block, notes in
      (block.id, "\(notes.count == 1 ? "1 note" : "\(notes.count) notes"), \(block.data ?? "no tempo")")
    }
  }

  /// The text for screen readers: the selected row and its position.
  func statusText(in scene: Scene) -> String {
    rows.isEmpty ? "no block plays notes" : "\(rows[selected].text) · \(selected + 1) of \(rows.count)"
  }

  var cursor: Point { Point(x: 0, y: selected - top) }

  func size(in limit: Size, _ repertoire: Repertoire) -> Size {
    let widths = rows.map { TextWidth.columns(of: $0.text, repertoire: repertoire) }
    return Size(width: widths.max() ?? 0, height: rows.count)
  }

  func draw(on grid: inout CellGrid, _ theme: Theme, in scene: Scene) {
    top = min(max(top, selected - grid.size.height + 1), selected)
    for (index, row) in rows.enumerated().dropFirst(top).prefix(grid.size.height) {
      let style = theme.style(index == selected ? .focus : .window)
      grid.write(row.text, at: Point(x: 0, y: index - top), style: style, fitting: grid.bounds)
    }
  }

  func handle(_ event: InputEvent, in scene: Scene) -> Bool {
    guard case .key(let key) = event, !rows.isEmpty else { return false }
    switch key.code {
    case .up: selected = max(0, selected - 1)
    case .down: selected = min(rows.count - 1, selected + 1)
    case .enter:
      scene.workbench.perform(.jump(blockID: rows[selected].blockID))
      scene.close(self)
    default: return false
    }
    return true
  }
}
