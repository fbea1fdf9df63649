import MortiseScreen
import MortiseTerminal

/// A part of the screen beside the canvas that shows lines, and takes the keys until the user returns to the canvas: the
/// event log, the code, the output.
protocol LinesPart: ScreenPart, ScrollingMode {
  /// Returns to the canvas; the lines stay on the screen.
  func leave(on screen: EditorScreen)

  /// Receives a text that the terminal pastes.
  func paste(_ text: String)
}

extension LinesPart {
  func paste(_ text: String) {}

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): press(key, on: screen)
    case .paste(let text): paste(text)
    case .mouse(let mouse):
      if let rows = mouse.scrolledRows { return move(by: rows) }
      guard mouse.kind == .press else { return }
      if screen.layout.area(of: region).contains(mouse.position) {
        press(at: mouse.position, on: screen)
      } else {
        leave(on: screen)
      }
    default: break
    }
  }

  func leave(on screen: EditorScreen) { screen.modes.pop(self) }
}

/// Lines that are longer than the screen is wide.
protocol WideLines: LinesPart {
  /// The first column that is shown.
  var left: Int { get set }

  /// The number of columns that are shown.
  var width: Int { get }

  /// Returns the number of columns of the widest line that is shown, or more than a limit if it has more.
  func widestLine(upTo limit: Int) -> Int
}

extension WideLines {
  /// The number of columns that a key scrolls by.
  static var step: Int { 8 }

  /// Why the lines can't be scrolled sideways; nil if they can.
  func refusalToScrollSideways(_ direction: Int) -> String? {
    if direction < 0 { return left == 0 ? "this is the left edge" : nil }
    let end = left + width
    return widestLine(upTo: end + Self.step) > end ? nil : "no line goes on to the right"
  }

  func scrollSideways(_ direction: Int) { left = max(0, left + direction * Self.step) }

  /// Draws a line from the first column that is shown on, with ellipses where it goes on.
  func drawLine(_ text: String, on grid: inout CellGrid, in clip: Rect, style: Style = .plain) {
    let end = grid.write(text, at: Point(x: clip.minX - left, y: clip.minY), style: style, clip: clip) - left
    if end > clip.width {
      let ellipsis = TextWidth.columns(of: "…", repertoire: grid.repertoire)
      _ = grid.write("…", at: Point(x: clip.maxX - ellipsis, y: clip.minY), style: style, clip: clip)
    }
    if left > 0, end > -left { _ = grid.write("…", at: clip.origin, style: style, clip: clip) }
  }
}
