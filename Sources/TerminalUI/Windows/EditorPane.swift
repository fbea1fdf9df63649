import AppModules
import MortiseScreen
import MortiseTerminal

/// A pane below the canvas that shows an app's view. It stays until it is closed or another pane takes its place. It has
/// the keys while it is clicked or opened for them; Esc gives them back to the canvas.
public final class EditorPane: EditorController, CommandMode, ScreenPart {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  let region = ScreenRegion.pane
  /// What the pane shows.
  public let view: any EditorView
  let takesKeys: Bool
  private unowned let scene: Scene
  /// Where the view was drawn.
  private var area = Rect(x: 0, y: 0, width: 0, height: 0)

  /// - Parameters:
  ///   - scene: the scene that shows the pane.
  ///   - takesKeys: whether the pane gets the keys as soon as it is shown.
  public init(_ view: any EditorView, in scene: Scene, takingKeys takesKeys: Bool = false) {
    self.view = view
    self.scene = scene
    self.takesKeys = takesKeys
  }

  /// The rows that the pane needs with its heading.
  func rows(in limit: Size, _ repertoire: Repertoire) -> Int { max(1, view.size(in: limit, repertoire).height) + 1 }

  /// The commands of a pane of an app.
  static let paneCommands = CommandTable<EditorPane>(
    "app-pane", "In a pane of this app",
    [
      Command(
        "canvas", "<Esc>", group: .finishing, help: "back to the blocks; the pane stays open", hint: "blocks",
        runIn: { $1.modes.pop($0) })
    ],
    fallback: CommandTable<EditorPane>.Fallback(keys: "other keys", help: "what the status line says") {
      pane, key, _ in pane.view.handle(.key(key), in: pane.scene)
    })

  var commands: CommandTable<EditorPane> { Self.paneCommands }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): press(key, on: screen)
    case .mouse(let mouse) where !area.contains(mouse.position):
      if mouse.kind == .press { screen.modes.pop(self) }
    default: view.receive(event, in: area, of: scene)
    }
  }

  func press(at position: Point, on screen: EditorScreen) {
    if screen.modes.top !== self { screen.modes.push(self) }
    if area.contains(position) { view.receive(.mouse(MouseEvent(.press, at: position)), in: area, of: scene) }
  }

  func statusText(on screen: EditorScreen) -> String { "\(view.title): \(view.statusText(in: scene))" }

  var hints: String { (view.hints.isEmpty ? "" : view.hints + "  ") + hintText(in: hintGroups) }

  func cursor(on screen: EditorScreen) -> Point? {
    Point(
      x: area.minX + min(max(0, view.cursor.x), max(0, area.width - 1)),
      y: area.minY + min(max(0, view.cursor.y), max(0, area.height - 1)))
  }

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    guard area.height >= 2, area.width > 8 else { return }
    drawHeading(on: &grid, in: area, screen.theme)
    self.area = Rect(x: area.minX + 1, y: area.minY + 1, width: area.width - 2, height: area.height - 1)
    var content = CellGrid(size: self.area.size, repertoire: grid.repertoire)
    view.draw(on: &content, screen.theme, in: scene)
    grid.draw(content, at: self.area.origin)
  }

  private func drawHeading(on grid: inout CellGrid, in area: Rect, _ theme: Theme) {
    if theme.isPlain { return grid.write(view.title, at: area.origin, style: theme.hint, fitting: area) }
    for x in area.minX..<area.maxX { _ = grid.write("─", at: Point(x: x, y: area.minY), style: theme.rule) }
    grid.write(" \(view.title) ", at: Point(x: area.minX + 2, y: area.minY), style: theme.hint, fitting: area)
  }
}
