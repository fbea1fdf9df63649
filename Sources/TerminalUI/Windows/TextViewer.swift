import AppModules
import Screen
import Terminal

/// A window with text to read.
public final class TextViewer: EditorController, CommandMode {
  override var mode: (any Mode)? { self }
  private let title: String
  private let text: [String]
  /// The number of columns by which the continuation rows of an indented line are indented.
  private let hanging: Int
  /// The text, wrapped for the current screen.
  private var lines: [String]
  private var top = 0
  private(set) var page = 10

  /// - Parameters:
  ///   - title: the title in the window's frame.
  ///   - lines: the text. Lines too long for the screen are wrapped.
  ///   - hanging: how many columns to indent the continuation rows of a line that begins with a blank.
  public init(title: String, lines: [String], hanging: Int = 0) {
    self.title = title
    self.hanging = hanging
    text = lines
    self.lines = lines
  }

  var commands: CommandTable<TextViewer> { Self.readingCommands }

  /// Wraps the text for the screen.
  private func breakLines(on screen: EditorScreen) {
    lines = text.flatMap { line in
      WrappedText.rows(
        of: line, width: screen.size.width - 4, hanging: line.hasPrefix(" ") ? hanging : 0,
        repertoire: screen.repertoire)
    }
  }

  func statusText(on screen: EditorScreen) -> String {
    breakLines(on: screen)
    let line = lines.indices.contains(top) ? lines[top] : ""
    return "\(title), line \(top + 1) of \(lines.count): \(line)"
  }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): press(key, on: screen)
    case .mouse(let mouse):
      switch mouse.kind {
      case .scrollUp: scroll(-3)
      case .scrollDown: scroll(3)
      case .press: close(on: screen)
      default: break
      }
    default: break
    }
  }

  // MARK: - Commands

  func close(on screen: EditorScreen) { screen.modes.pop(self) }

  func scrollToStart() { top = 0 }

  func scrollToEnd() { scroll(lines.count) }

  func scroll(_ distance: Int) { top = min(max(0, top + distance), max(0, lines.count - page)) }

  func window(on screen: EditorScreen) -> ModeWindow? {
    let bounds = screen.size
    breakLines(on: screen)
    let widest = lines.map { TextWidth.columns(of: $0, repertoire: screen.repertoire) }.max() ?? 0
    let least = max(TextWidth.columns(of: title, repertoire: screen.repertoire), hints.count) + 4
    let size = Size(
      width: min(max(widest, least) + 4, bounds.width),
      height: min(lines.count + 2, max(3, bounds.height - 2)))
    page = max(1, size.height - 2)
    top = min(top, max(0, lines.count - page))
    let origin = PopupPlacement.origin(of: size, anchor: .centre, screen: bounds)
    var grid = WindowFrame.grid(
      size: size, title: title, footer: hints, theme: screen.theme, repertoire: screen.repertoire)
    let inside = Rect(x: 1, y: 1, width: size.width - 2, height: page)
    for (row, line) in lines[top...].prefix(page).enumerated() {
      _ = grid.write(line, at: Point(x: 2, y: row + 1), style: screen.theme.popup, clip: inside)
    }
    return ModeWindow(layer: Layer(origin: origin, grid: grid), cursor: Point(x: 2, y: 1))
  }
}
