import BlockLayout
import BlockModel
import MortiseScreen

extension CanvasView {
  /// What stands behind a line of a statement in so many columns; empty for nothing.
  typealias Note = (_ line: [PlacedToken], _ statement: Block, _ isFirst: Bool, _ room: Int) -> String

  /// The columns between a line and its note.
  private static let noteGap = 2
  /// Fewer columns say nothing.
  private static let fewestNoteColumns = 5

  /// Draws the notes behind the lines of blocks, where nothing else is.
  func drawNotes(_ note: Note, of blocks: [VisibleBlock], offset: Point, on grid: inout CellGrid, clip: Rect) {
    for visible in blocks {
      // A block in several lines has its value behind the first one.
      var noted: Set<String> = []
      for (row, section, _) in visible.sections where !section.isGhost {
        guard case .line(let tokens, let width) = section else { continue }
        let fresh = tokens.filter { !noted.contains($0.token.block.id) }
        noted.formUnion(fresh.map(\.token.block.id))
        let y = visible.origin.y + row + offset.y
        guard y >= clip.minY, y < clip.maxY else { continue }
        let start = max(clip.minX, visible.origin.x + offset.x + width + Self.noteGap)
        var end = start
        while end < clip.maxX, grid[end, y] == .blank { end += 1 }
        // What follows keeps its distance, and the last column is that of a scrollbar.
        let room = end - start - 1
        guard room >= Self.fewestNoteColumns else { continue }
        let text = note(fresh, visible.layout.block, row == 0, room)
        if text.isEmpty { continue }
        // Without colours, brackets tell it from the line.
        let (left, right) = theme.usesBrackets ? ("{", "}") : ("", "")
        let shown = TextWidth.truncated(text, to: room - left.count - right.count, repertoire: grid.repertoire)
        _ = grid.write(left + shown + right, at: Point(x: start, y: y), style: theme.ghost, clip: clip)
      }
    }
  }
}
