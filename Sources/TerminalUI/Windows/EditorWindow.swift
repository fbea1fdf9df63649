import AppModules
import MortiseScreen
import MortiseTerminal

/// A window over the canvas that shows an app's view. Esc, or a click beside it, closes it.
public final class EditorWindow: EditorController, CommandMode {
  override var mode: (any Mode)? { self }
  /// What the window shows.
  public let view: any EditorView
  private unowned let scene: Scene
  /// Where the view was drawn.
  private var area = Rect(x: 0, y: 0, width: 0, height: 0)

  /// - Parameter scene: the scene that shows the window.
  public init(_ view: any EditorView, in scene: Scene) {
    self.view = view
    self.scene = scene
  }

  /// The commands of a window of an app.
  static let windowCommands = CommandTable<EditorWindow>(
    "app-window", "In a window of this app",
    [
      Command(
        "close", "<Esc>", group: .finishing, help: "close the window", hint: "close", runIn: { $1.modes.pop($0) })
    ],
    fallback: CommandTable<EditorWindow>.Fallback(keys: "other keys", help: "what the window’s frame says") {
      window, key, _ in window.view.handle(.key(key), in: window.scene)
    })

  var commands: CommandTable<EditorWindow> { Self.windowCommands }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): press(key, on: screen)
    case .mouse(let mouse) where !area.contains(mouse.position):
      if mouse.kind == .press { screen.modes.pop(self) }
    default: view.receive(event, in: area, of: scene)
    }
  }

  func statusText(on screen: EditorScreen) -> String { "\(view.title): \(view.statusText(in: scene))" }

  var hints: String { (view.hints.isEmpty ? "" : view.hints + "  ") + hintText(in: hintGroups) }

  func window(on screen: EditorScreen) -> ModeWindow? {
    let repertoire = screen.repertoire
    let limit = Size(width: max(0, screen.size.width - 4), height: max(0, screen.size.height - 4))
    let wanted = view.size(in: limit, repertoire)
    let least = max(TextWidth.columns(of: view.title, repertoire: repertoire), hints.count) + 4
    let inside = Size(
      width: min(max(wanted.width, least), limit.width), height: min(max(wanted.height, 1), limit.height))
    let size = Size(width: inside.width + 4, height: inside.height + 2)
    let origin = PopupPlacement.origin(of: size, anchor: .centre, screen: screen.size)
    area = Rect(x: origin.x + 2, y: origin.y + 1, width: inside.width, height: inside.height)
    var grid = WindowFrame.grid(
      size: size, title: view.title, footer: hints, theme: screen.theme, repertoire: repertoire)
    var content = CellGrid(size: inside, style: screen.theme.popup, repertoire: repertoire)
    view.draw(on: &content, screen.theme, in: scene)
    grid.draw(content, at: Point(x: 2, y: 1))
    let cursor = Point(
      x: min(max(0, view.cursor.x), inside.width - 1) + 2, y: min(max(0, view.cursor.y), inside.height - 1) + 1)
    return ModeWindow(layer: Layer(origin: origin, grid: grid), cursor: cursor)
  }
}
