import BlockLayout
import BlockModel
import MortiseScreen

extension CanvasView {
  /// Returns the note after a line of a statement, for a number of columns; empty for none.
  typealias Note = (_ line: [PlacedToken], _ statement: Block, _ isFirst: Bool, _ room: Int) -> String

  /// The columns between a line and its note.
  private static let noteGap = 2
  /// The minimum width of a note: a narrower one would be unreadable.
  private static let fewestNoteColumns = 5

  /// Draws the notes after the lines of blocks, where nothing else is.
  func drawNotes(_ note: Note, of blocks: [VisibleBlock], offset: Point, on grid: inout CellGrid, clip: Rect) {
    for visible in blocks {
      // A block on several lines has its value after the first one.
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
        // The last column keeps a distance from the next block, or is that of a scrollbar.
        let room = end - start - 1
        guard room >= Self.fewestNoteColumns else { continue }
        let text = note(fresh, visible.layout.block, row == 0, room)
        if text.isEmpty { continue }
        // Without colours, brackets distinguish the note from the line.
        let (left, right) = theme.usesBrackets ? ("{", "}") : ("", "")
        let shown = TextWidth.truncated(text, to: room - left.count - right.count, repertoire: grid.repertoire)
        _ = grid.write(left + shown + right, at: Point(x: start, y: y), style: theme.ghost, clip: clip)
      }
    }
  }
}
