import AppModules
import Screen
import Terminal

/// What stands in the canvas's place until the program is there, or when it can't be read.
final class StartView: EditorController, Mode, ScreenPart {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  let region = ScreenRegion.canvas
  private let startUp: StartUp

  init(startUp: StartUp) { self.startUp = startUp }

  private var failure: String? { startUp.failure.map { "\($0)" } }

  var hints: String { failure == nil ? "Ctrl+Q leave" : "q leave" }

  func words(in editor: EditorServices) -> String {
    failure.map { "not opened: \($0)" } ?? startUp.waitingWords
  }

  /// Keys come here when it has failed; before, only what leaves.
  func handle(_ event: InputEvent, in editor: EditorServices) {
    guard case .key(let key) = event else { return }
    switch key.code {
    case .escape, .enter, .character("q"): editor.stop()
    default: editor.message = nil
    }
  }

  func press(at position: Point, in editor: EditorServices) {}

  func cursor(in editor: EditorServices) -> Point? {
    Point(x: editor.screen.canvas.minX + 2, y: editor.screen.canvas.minY + 1)
  }

  func draw(on grid: inout CellGrid, in area: Rect, _ editor: EditorServices) {
    let width = max(8, area.width - 4)
    var lines: [String]
    if let failure {
      lines = ["The program can't be opened:", ""]
      lines += WrappedText.rows(of: failure, width: width, hanging: 2, repertoire: editor.repertoire)
      lines += ["", "Nothing was changed. q leaves."]
    } else {
      lines = [startUp.waitingWords]
    }
    for (row, line) in lines.prefix(max(0, area.height - 1)).enumerated() {
      let style = failure == nil ? editor.theme.hint : Style.plain
      _ = grid.write(line, at: Point(x: area.minX + 2, y: area.minY + 1 + row), style: style, clip: area)
    }
  }
}
