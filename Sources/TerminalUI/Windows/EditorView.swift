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

  /// The keys that matter and what they do, such as `Enter play`. That of Esc is added.
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

  /// Handles a key except Esc, pasted text, or the mouse, whose position is relative to the view.
  /// - Returns: false for what the view has no use for.
  func handle(_ event: InputEvent, in scene: Scene) -> Bool
}

extension EditorView {
  public var hints: String { "" }
  public var cursor: Point { .zero }
}

extension EditorView {
  /// Passes on a paste, or a mouse event within the view.
  /// - Parameter area: where the view is on the screen.
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
