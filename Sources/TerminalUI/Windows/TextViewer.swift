import AppModules
import Screen
import Terminal

/// A window with a text to read.
public final class TextViewer: EditorController, CommandMode {
  override var mode: (any Mode)? { self }
  private let title: String
  private let text: [String]
  /// How far the further rows of an indented line are indented.
  private let hanging: Int
  /// The text as it was broken for the screen last.
  private var lines: [String]
  private var top = 0
  private(set) var page = 10

  /// - Parameters:
  ///   - title: stands in the window's frame.
  ///   - lines: the text; lines that are too long for the screen are broken.
  ///   - hanging: how many columns the further rows of a broken line are indented that begins with a blank.
  public init(title: String, lines: [String], hanging: Int = 0) {
    self.title = title
    self.hanging = hanging
    text = lines
    self.lines = lines
  }

  var commands: CommandTable<TextViewer> { Self.readingCommands }

  /// Breaks the text into the lines that fit on the screen.
  private func breakLines(in editor: EditorServices) {
    lines = text.flatMap { line in
      WrappedText.rows(
        of: line, width: editor.size.width - 4, hanging: line.hasPrefix(" ") ? hanging : 0,
        repertoire: editor.repertoire)
    }
  }

  func words(in editor: EditorServices) -> String {
    breakLines(in: editor)
    let line = lines.indices.contains(top) ? lines[top] : ""
    return "\(title), line \(top + 1) of \(lines.count): \(line)"
  }

  func handle(_ event: InputEvent, in editor: EditorServices) {
    switch event {
    case .key(let key): press(key, in: editor)
    case .mouse(let mouse):
      switch mouse.kind {
      case .scrollUp: scroll(-3)
      case .scrollDown: scroll(3)
      case .press: close(in: editor)
      default: break
      }
    default: break
    }
  }

  // MARK: - What the commands do

  func close(in editor: EditorServices) { editor.modes.pop(self) }

  func scrollToStart() { top = 0 }

  func scrollToEnd() { scroll(lines.count) }

  func scroll(_ distance: Int) { top = min(max(0, top + distance), max(0, lines.count - page)) }

  func window(in editor: EditorServices) -> ModeWindow? {
    let screen = editor.size
    breakLines(in: editor)
    let widest = lines.map { TextWidth.columns(of: $0, repertoire: editor.repertoire) }.max() ?? 0
    let size = Size(
      width: min(max(widest, title.count + 4) + 4, screen.width),
      height: min(lines.count + 2, max(3, screen.height - 2)))
    page = max(1, size.height - 2)
    top = min(top, max(0, lines.count - page))
    let origin = PopupPlacement.origin(of: size, anchor: .centre, screen: screen)
    var grid = WindowFrame.grid(size: size, title: title, theme: editor.theme, repertoire: editor.repertoire)
    let inside = Rect(x: 1, y: 1, width: size.width - 2, height: page)
    for (row, line) in lines[top...].prefix(page).enumerated() {
      _ = grid.write(line, at: Point(x: 2, y: row + 1), style: editor.theme.popup, clip: inside)
    }
    return ModeWindow(layer: Layer(origin: origin, grid: grid), cursor: Point(x: 2, y: 1))
  }
}
