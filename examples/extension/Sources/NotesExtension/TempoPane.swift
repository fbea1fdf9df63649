import MortiseScreen
import MortiseTerminal
import TerminalUI

/// A pane's view: the tempo of the block at the cursor. It is drawn again after every key.
final class TempoPane: EditorView {
  let title = "Tempo"

  func statusText(in scene: Scene) -> String {
    guard let block = scene.workbench.cursorBlock, block.mutator is MutatorNotes else { return "no notes here" }
    return block.data ?? "no tempo"
  }

  func size(in limit: Size, _ repertoire: Repertoire) -> Size { Size(width: limit.width, height: 1) }

  func draw(on grid: inout CellGrid, _ theme: Theme, in scene: Scene) {
    grid.write(statusText(in: scene), at: .zero, style: theme.style(.field), fitting: grid.bounds)
  }

  func handle(_ event: InputEvent, in scene: Scene) -> Bool { false }
}
