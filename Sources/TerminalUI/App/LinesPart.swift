import MortiseScreen
import MortiseTerminal

/// A part of the screen beside the canvas that shows lines, and takes the keys until the user returns to the canvas: the
/// event log, the code, the output.
protocol LinesPart: ScreenPart, CommandMode {
  /// Moves the selection by some lines.
  func move(_ distance: Int)

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
      if let rows = mouse.scrolledRows { return move(rows) }
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

extension MouseEvent {
  /// The number of rows by which the wheel scrolls down; nil for other events.
  var scrolledRows: Int? {
    switch kind {
    case .scrollUp: -3
    case .scrollDown: 3
    default: nil
    }
  }
}
