import AppModules
import MortiseScreen
import MortiseTerminal

/// A view that an app shows in a window over the canvas (`EditorWindow`) or in a pane below it (`EditorPane`). It
/// gets cells to draw on, and the keys.
@MainActor public protocol EditorView: AnyObject {
  /// The title, in the window's frame or the pane's heading.
  var title: String { get }

  /// Returns the text of the status line while the view has the keys, the most important words first: a screen reader
  /// reads no more.
  func statusText(in scene: Scene) -> String

  /// The important keys and their actions, such as `Enter play`. Esc is added.
  var hints: String { get }

  /// The cell of the terminal's cursor, which screen readers and magnifiers follow; relative to the view.
  var cursor: Point { get }

  /// Returns the number of columns and rows that the view needs. On a small screen it gets less.
  /// - Parameters:
  ///   - limit: the available columns and rows.
  ///   - repertoire: the characters that the terminal can show.
  func size(in limit: Size, _ repertoire: Repertoire) -> Size

  /// Draws on a grid that is as large as the view, and has the style of its surroundings. It is called after every
  /// key, even one for the canvas.
  func draw(on grid: inout CellGrid, _ theme: Theme, in scene: Scene)

  /// Handles pasted text, the mouse, whose position is relative to the view, and all keys but Esc.
  /// - Returns: false for an event that the view doesn't use.
  func handle(_ event: InputEvent, in scene: Scene) -> Bool
}

extension EditorView {
  public var hints: String { "" }
  public var cursor: Point { .zero }

  /// Passes on a paste, or a mouse event within the view.
  /// - Parameter area: the area of the view on the screen.
  func receive(_ event: InputEvent, in area: Rect, of scene: Scene) {
    switch event {
    case .mouse(let mouse):
      let position = Point(x: mouse.position.x - area.minX, y: mouse.position.y - area.minY)
      _ = handle(
        .mouse(MouseEvent(mouse.kind, button: mouse.button, at: position, modifiers: mouse.modifiers)), in: scene)
    case .paste: if !handle(event, in: scene) { scene.showStatus("nothing can be pasted here") }
    default: break
    }
  }
}

/// A mode that shows an app's view, and gives it the keys.
protocol ViewMode: CommandMode {
  var view: any EditorView { get }
  var scene: Scene { get }
  /// The area in which the view was last drawn.
  var area: Rect { get }
}

extension ViewMode {
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
}

/// A window over the canvas that shows an app's view. Esc, or a click beside it, closes it.
public final class EditorWindow: EditorController, ViewMode {
  override var mode: (any Mode)? { self }
  /// The view in the window.
  public let view: any EditorView
  unowned let scene: Scene
  private(set) var area = Rect(x: 0, y: 0, width: 0, height: 0)

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
        "close", "<Esc>", title: "Close", group: .finishing, help: "close the window", hint: "close",
        runIn: { $1.modes.pop($0) })
    ],
    fallback: CommandTable<EditorWindow>.Fallback(keys: "other keys", help: "see the window’s frame") {
      window, key, _ in window.view.handle(.key(key), in: window.scene)
    })

  var commands: CommandTable<EditorWindow> { Self.windowCommands }

  func window(on screen: EditorScreen) -> ModeWindow? {
    let repertoire = screen.repertoire
    let limit = Size(width: max(0, screen.size.width - 4), height: max(0, screen.size.height - 4))
    let wanted = view.size(in: limit, repertoire)
    let least = max(repertoire.columns(of: view.title), repertoire.columns(of: hints)) + 4
    let inside = Size(
      width: min(max(wanted.width, least), limit.width), height: min(max(wanted.height, 1), limit.height))
    let size = Size(width: inside.width + 4, height: inside.height + 2)
    let origin = PopupPlacement.origin(of: size, anchor: .centre, screen: screen.size)
    area = Rect(x: origin.x + 2, y: origin.y + 1, width: inside.width, height: inside.height)
    var grid = WindowFrame.grid(
      size: size, title: view.title, footers: [hints] + shorterHints, theme: screen.theme, repertoire: repertoire)
    var content = CellGrid(size: inside, style: screen.theme.popup, repertoire: repertoire)
    view.draw(on: &content, screen.theme, in: scene)
    grid.draw(content, at: Point(x: 2, y: 1))
    let cursor = Point(
      x: min(max(0, view.cursor.x), inside.width - 1) + 2, y: min(max(0, view.cursor.y), inside.height - 1) + 1)
    return ModeWindow(layer: Layer(origin: origin, grid: grid), cursor: cursor)
  }
}

/// A pane below the canvas that shows an app's view. It stays until it is closed or another pane takes its place. It
/// gets the keys when it is clicked or opened for them; Esc returns them to the canvas.
public final class EditorPane: EditorController, ViewMode, ScreenPart {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  let region = ScreenRegion.pane
  /// The view in the pane.
  public let view: any EditorView
  let takesKeys: Bool
  unowned let scene: Scene
  private(set) var area = Rect(x: 0, y: 0, width: 0, height: 0)

  /// - Parameters:
  ///   - scene: the scene that shows the pane.
  ///   - takesKeys: whether the pane gets the keys as soon as it is shown.
  public init(_ view: any EditorView, in scene: Scene, takingKeys takesKeys: Bool = false) {
    self.view = view
    self.scene = scene
    self.takesKeys = takesKeys
  }

  /// Returns the rows that the pane needs with its heading.
  func rows(in limit: Size, _ repertoire: Repertoire) -> Int { max(1, view.size(in: limit, repertoire).height) + 1 }

  /// The commands of a pane of an app.
  static let paneCommands = CommandTable<EditorPane>(
    "app-pane", "In a pane of this app",
    [
      Command(
        "canvas", "<Esc>", title: "Back to the blocks", group: .finishing,
        help: "back to the blocks; the pane stays open", hint: "blocks",
        runIn: { $1.modes.pop($0) })
    ],
    fallback: CommandTable<EditorPane>.Fallback(keys: "other keys", help: "see the status line") {
      pane, key, _ in pane.view.handle(.key(key), in: pane.scene)
    })

  var commands: CommandTable<EditorPane> { Self.paneCommands }

  func press(at position: Point, on screen: EditorScreen) {
    if screen.modes.top !== self { screen.modes.push(self) }
    if area.contains(position) { view.receive(.mouse(MouseEvent(.press, at: position)), in: area, of: scene) }
  }

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
    grid.fill(Rect(x: area.minX, y: area.minY, width: area.width, height: 1), glyph: "─", style: theme.rule)
    grid.write(" \(view.title) ", at: Point(x: area.minX + 2, y: area.minY), style: theme.hint, fitting: area)
  }
}
