import BlockLayout
import BlockModel
import MortiseScreen

/// The part of the program that the canvas shows. It converts between points of the screen and points of the canvas.
final class Viewport {
  private let programs: OpenPrograms
  private let screen: EditorScreen
  /// The canvas point in the upper left corner of the canvas's area.
  private(set) var scroll: Point {
    get { programs.shown.scroll }
    set { programs.shown.scroll = newValue }
  }
  /// The width of the canvas for which the blocks are laid out.
  private var width: Int?
  /// The cursor when the wheel scrolled; while it stays there, the canvas doesn't follow it. Nil for following.
  private var cursorLeftBehind: FocusItem?
  /// The item under the mouse. The viewport adds no scroll margin around it, so that it stays under the mouse.
  var pointedItem: FocusItem?

  init(of programs: OpenPrograms, on screen: EditorScreen) {
    self.programs = programs
    self.screen = screen
  }

  /// The canvas area of the screen.
  var area: Rect { screen.layout.canvas }

  // MARK: - Conversion

  /// Returns the canvas point that is shown at a screen position.
  func canvasPoint(at position: Point) -> Point { position - area.origin + scroll }

  /// Converts a rectangle of the canvas to the screen. It may be outside the area.
  private func screenRect(of rect: Rect) -> Rect { rect.offset(by: area.origin - scroll) }

  /// Returns the point of the canvas area nearest to a screen position.
  func nearestPoint(to position: Point) -> Point {
    let area = area
    return Point(
      x: min(max(position.x, area.minX), area.maxX - 1), y: min(max(position.y, area.minY), area.maxY - 1))
  }

  /// The screen rectangle of the item at the cursor; the area's first cell if there is no cursor.
  var cursorRect: Rect {
    guard let rect = cursorCanvasRect else { return Rect(origin: area.origin, size: Size(width: 1, height: 1)) }
    return screenRect(of: rect)
  }

  /// The screen rectangle of the rows that show a block, including its statement inputs; for a value, the first rows
  /// of the statement that holds it. nil if the block is hidden.
  func rect(of block: Block) -> Rect? {
    guard let layout = programs.workbench.layout, let shown = layout.layout(showing: block) else { return nil }
    let rows = shown.block === block ? shown.rowCount : shown.headerRowCount
    return screenRect(of: Rect(origin: layout.origin(of: shown), size: Size(width: shown.width, height: rows)))
  }

  /// The screen rectangle of the item at the cursor and of the blocks that preview a line.
  var lineRect: Rect { programs.workbench.lineRect.map(screenRect) ?? cursorRect }

  /// The screen rectangle of the row in which a line is typed.
  var lineStart: Rect { programs.workbench.lineStart.map(screenRect) ?? cursorRect }

  private var cursorCanvasRect: Rect? { programs.workbench.cursorRect }

  /// The scrollbar; nil if the canvas shows all rows, and on a plain screen.
  var scrollbar: Scrollbar? {
    screen.theme.isPlain
      ? nil : programs.workbench.layout.flatMap { Scrollbar(bounds: $0.bounds, top: scroll.y, area: area) }
  }

  /// Whether all rows of the program are visible.
  var showsAllRows: Bool {
    guard let bounds = programs.workbench.layout?.bounds else { return true }
    return bounds.minY >= scroll.y && bounds.maxY <= scroll.y + area.height
  }

  // MARK: - Scrolling

  /// Scrolls by some rows without moving the cursor, up to the ends of the program.
  func scroll(by rows: Int) {
    if showsAllRows { return }
    cursorLeftBehind = programs.workbench.cursor
    scroll.y = clamped(scroll.y + rows, height: area.height)
  }

  /// Scrolls down by some rows, even beyond the program, to make room for a window.
  func makeRoom(rows: Int) { scroll.y += rows }

  /// Shows the cursor again, after the wheel has scrolled.
  func followCursor() { cursorLeftBehind = nil }

  /// Scrolls to the beginning of a program that was just opened.
  func reset() {
    followCursor()
    scroll = .zero
    relayout()
  }

  /// Lays out the blocks for the screen's size.
  func relayout() {
    showsCursorRows = true
    let workbench = programs.workbench
    width = area.width
    if !workbench.show(style: screen.style(of: workbench.workspace, workbench.toolbox)) {
      screen.message = "given up: the lines are as wide as before"
    }
    if let layout = workbench.layout, !layout.pieces.all.isEmpty, scroll == .zero {
      scroll = Point(x: min(0, layout.bounds.minX - 1), y: layout.bounds.minY - 1)
    }
  }

  /// Whether a plain screen shows the rows at the cursor next. Otherwise it doesn't scroll, as screen readers would say
  /// all rows that come into view.
  var showsCursorRows = true

  /// Scrolls so that the item at the cursor is visible.
  func scrollToCursor() {
    if screen.theme.isPlain {
      if !showsCursorRows, area.width == width { return }
      showsCursorRows = false
    }
    let area = area
    // The parts beside the canvas may have opened or closed.
    if area.width != width { relayout() }
    guard area.width > 0, area.height > 0, let rect = cursorCanvasRect else { return }
    if cursorLeftBehind != nil, programs.workbench.cursor == cursorLeftBehind { return }
    followCursor()
    let isPointed = programs.workbench.cursor == pointedItem
    let margin = isPointed ? 0 : min(2, area.height / 4)
    // Scroll by half a screen: scrolling redraws the whole canvas, which takes long on a slow line.
    if rect.minY < scroll.y + margin || rect.maxY > scroll.y + area.height - margin {
      // Show as much as possible of a comment that is too high for the area.
      let above = max(margin, area.height / 2 - rect.height / 2)
      scroll.y = clamped(rect.minY - above, height: area.height)
    }
    makeRoomForLine()
    // The rows of an outline begin at the left edge.
    if screen.theme.isPlain { return }
    if rect.minX < scroll.x + 1 { scroll.x = max(rect.minX - 1, min(scroll.x, rect.minX - 1)) }
    let end = max(rect.maxX, endOfLine(from: rect.minX) ?? 0)
    let right = min(end, rect.minX + area.width - 2)
    if right > scroll.x + area.width - 1 { scroll.x = right - area.width + 1 }
    // Return to the left edge whenever the item is visible from there.
    let home = min(0, (programs.workbench.layout?.bounds.minX ?? 0) - 1)
    if rect.minX > home, end - home < area.width { scroll.x = home }
  }

  /// Returns the end of the line at the cursor, without comments, if the line fits from a column on, or if it is in a
  /// conflict's copy, which the user compares with the other one; otherwise nil.
  private func endOfLine(from start: Int) -> Int? {
    let state = programs.workbench.state
    guard let layout = state.layout, let block = state.cursorBlock, let line = layout.layout(showing: block) else {
      return nil
    }
    for case .line(let tokens, let width) in line.sections(style: layout.style) where tokens.first?.token.role != .ghost
    {
      let end = layout.origin(of: line).x + width
      return state.isInConflict || end - start < area.width - 1 ? end : nil
    }
    return nil
  }

  /// Scrolls so that the window of a typed line has room above or below its blocks, or most of them.
  private func makeRoomForLine() {
    let workbench = programs.workbench
    guard workbench.line != nil, let rect = workbench.lineRect else { return }
    let rows = LinePopup.fewestRows
    if let start = workbench.lineStart, !(scroll.y..<scroll.y + area.height).contains(start.minY) {
      scroll.y = start.minY - area.height / 2
    }
    let below = scroll.y + area.height - rect.maxY
    if below < rows, rect.minY - scroll.y < rows { scroll.y = min(rect.minY, scroll.y + rows - below) }
  }

  /// Limits the top row so that at most one blank row is visible above the program and, if possible, below it.
  private func clamped(_ top: Int, height: Int) -> Int {
    guard let bounds = programs.workbench.layout?.bounds else { return top }
    return max(bounds.minY - 1, min(top, bounds.maxY + 1 - height))
  }
}

/// The scrollbar at the right edge of the canvas: which part of the program the canvas shows.
struct Scrollbar {
  /// The column of the scrollbar on the screen.
  private let track: Rect
  /// The rows of the program, and the blank one above it.
  private let content: Range<Int>
  /// The first row that the canvas shows.
  private let top: Int

  /// - Parameters:
  ///   - bounds: the rectangle of the program on the canvas.
  ///   - top: the first row that the canvas shows.
  ///   - area: the canvas area of the screen.
  /// - Returns: nil if all rows are shown.
  init?(bounds: Rect, top: Int, area: Rect) {
    content = (bounds.minY - 1)..<bounds.maxY
    guard content.count > area.height, area.width > 0 else { return nil }
    self.top = top
    track = Rect(x: area.maxX - 1, y: area.minY, width: 1, height: area.height)
  }

  func contains(_ position: Point) -> Bool { track.contains(position) }

  /// Returns the row of the program at a position on the scrollbar.
  func row(at position: Point) -> Int {
    let distance = min(max(position.y - track.minY, 0), track.height - 1)
    return content.lowerBound + distance * (content.count - 1) / max(1, track.height - 1)
  }

  /// The part of the scrollbar that represents the rows shown.
  private var thumb: Rect {
    let height = max(1, track.height * track.height / content.count)
    let last = content.count - track.height
    let hidden = min(max(top - content.lowerBound, 0), last)
    // It touches an end only if the program ends there.
    var distance = hidden * (track.height - height) / last
    if hidden > 0 { distance = max(distance, min(1, track.height - height)) }
    if hidden < last { distance = min(distance, max(0, track.height - height - 1)) }
    return Rect(x: track.minX, y: track.minY + distance, width: 1, height: height)
  }

  func draw(on grid: inout CellGrid, theme: Theme) {
    grid.fill(thumb.intersection(track), glyph: "┃", style: theme.rule)
  }
}
