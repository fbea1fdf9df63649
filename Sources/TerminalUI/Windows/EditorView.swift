import MortiseScreen
import MortiseTerminal

/// What an app shows in a window over the canvas (`EditorWindow`) or in a pane below it (`EditorPane`): it gets cells to
/// draw on, and the keys.
@MainActor public protocol EditorView: AnyObject {
  /// The title, in the window's frame or the pane's heading.
  var title: String { get }

  /// Returns what the status line says while the view has the keys, the most important words first: a screen reader reads
  /// no more.
  func statusText(in scene: Scene) -> String

  /// The keys that matter and what they do, such as `Enter play`. The one that closes the window is added.
  var hints: String { get }

  /// The cell of the terminal's cursor, which screen readers and magnifiers follow; relative to the view.
  var cursor: Point { get }

  /// Returns the number of columns and rows that the view needs. On a small screen it gets less.
  /// - Parameters:
  ///   - limit: the most that there is room for.
  ///   - repertoire: the characters that the terminal can show.
  func size(in limit: Size, _ repertoire: Repertoire) -> Size

  /// Draws on a grid that is as large as the view, and has the style of its surroundings. It is called after every key, also
  /// one that the canvas gets.
  func draw(on grid: inout CellGrid, _ theme: Theme, in scene: Scene)

  /// Handles a key, pasted text, or the mouse, whose position is relative to the view.
  /// - Returns: false for what the view has no use for. Esc then closes the window, or leaves the pane.
  func handle(_ event: InputEvent, in scene: Scene) -> Bool
}

extension EditorView {
  public var hints: String { "" }
  public var cursor: Point { .zero }
}

/// Input for an app's view.
extension EditorView {
  /// Passes on an event.
  /// - Parameters:
  ///   - area: where the view is on the screen.
  ///   - end: closes the window or leaves the pane.
  func receive(_ event: InputEvent, in area: Rect, of scene: Scene, endingWith end: () -> Void) {
    switch event {
    case .mouse(let mouse):
      guard area.contains(mouse.position) else {
        if mouse.kind == .press { end() }
        return
      }
      let position = Point(x: mouse.position.x - area.minX, y: mouse.position.y - area.minY)
      _ = handle(
        .mouse(MouseEvent(mouse.kind, button: mouse.button, at: position, modifiers: mouse.modifiers)), in: scene)
    case .key(let key):
      if handle(event, in: scene) { return }
      if key == Key(name: "<Esc>") { return end() }
      let rest = hints.isEmpty ? "" : "; \(hints)"
      scene.showStatus("\(KeyText.long(key.description)) does nothing here\(rest)")
    case .paste: if !handle(event, in: scene) { scene.showStatus("nothing can be pasted here") }
    default: break
    }
  }
}
