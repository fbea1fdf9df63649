import AppModules
import MortiseScreen
import MortiseTerminal
import Workbench

/// A line of the code that is edited in its row. The blocks that it becomes are previewed on the canvas.
final class CodeLineEditor: EditorController, TextEditing {
  override var mode: (any Mode)? { self }
  private unowned let module: CodeModule
  private let session: CodeLineSession
  private unowned let view: CodeView
  private var entry: TextEntry
  let commands = editorCommands

  init(module: CodeModule, _ session: CodeLineSession, in view: CodeView) {
    (self.module, self.session, self.view) = (module, session, view)
    entry = TextEntry(session.line.text)
    entry.stopReplacing()
  }

  var typedLine: TypedLine? { TypedLine(label: module.code.languageName, entry: entry) }

  var saysRefusal: Bool { session.rejection != nil || !session.isAcceptable }

  func statusText(on screen: EditorScreen) -> String {
    session.rejection ?? session.meaning ?? "\(module.code.languageName): edit line \(view.index + 1)"
  }

  func willShow() {
    if session.text != entry.buffer.text { session.type(entry.buffer.text) }
  }

  func edit(_ change: (inout TextEntry) -> Void) {
    change(&entry)
    entry.stopReplacing()
  }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): press(key, on: screen)
    case .paste(let text): edit { $0.paste(text) }
    case .mouse(let mouse) where mouse.kind == .press:
      let area = view.lineArea
      if area.contains(mouse.position) {
        return edit { $0.moveCursor(toColumn: mouse.position.x - area.minX, ofRowWith: area.width, screen.repertoire) }
      }
      willShow()
      if session.isChanged { refuse(clickRefusal, on: screen) } else { close(on: screen) }
    default: break
    }
  }

  // MARK: - Commands

  /// Makes blocks of the line, and closes it unless it is refused.
  func take(on screen: EditorScreen) {
    willShow()
    let outcome = module.workbench.take(session)
    if outcome.refusal != nil { return screen.ringRefusal() }
    close(on: screen)
    view.didEdit()
    module.showStatus(outcome.sentence)
  }

  func close(on screen: EditorScreen) { screen.modes.pop(self) }

  override func viewDidDisappear() { module.workbench.cancel(session) }

  // MARK: - Drawing

  func window(on screen: EditorScreen) -> ModeWindow? {
    if screen.theme.isPlain { return nil }
    let area = view.lineArea
    var grid = CellGrid(size: area.size, style: screen.theme.field, repertoire: screen.repertoire)
    let column = entry.drawLine(
      in: Rect(x: 0, y: 0, width: area.width, height: 1), on: &grid, theme: screen.theme)
    return ModeWindow(layer: Layer(origin: area.origin, grid: grid), cursor: Point(x: column, y: 0))
  }

  /// The commands of a line of code that is edited.
  static let editorCommands = CommandTable<CodeLineEditor>(
    "code-line", "In a line of the code",
    lineCommands + [
      CodeLineCommand(
        "take", "<Enter>", title: "Take the line", group: .finishing, help: "make blocks of the line", hint: "take",
        runIn: { $0.take(on: $1) }),
      CodeLineCommand(
        "cancel", "<Esc>", title: "Cancel", group: .finishing, help: "cancel; nothing changes", hint: "cancel",
        runIn: { $0.close(on: $1) }),
    ], fallback: typing)
}

typealias CodeLineCommand = Command<CodeLineEditor>
