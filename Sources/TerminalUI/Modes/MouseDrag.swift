import BlockLayout
import Screen
import Terminal
import Workbench

/// A press of the mouse on the canvas: a click, or the beginning of a drag.
final class MouseDrag {
  private let start: Point
  private let wasSelected: Bool
  /// Whether a block is on its way.
  private(set) var hasMoved = false
  /// Where the block was taken, from its first cell.
  private var grip = Point.zero

  init(start: Point, wasSelected: Bool) {
    self.start = start
    self.wasSelected = wasSelected
  }

  func move(to position: Point, in editor: Editor) {
    if !hasMoved {
      guard position != start else { return }
      let origin = editor.cursorOnScreen.origin
      if let reason = editor.workbench.startMove(takesStack: true) {
        editor.message = reason
        return
      }
      grip = start - (editor.workbench.cursor == nil ? start : origin)
      hasMoved = true
    }
    guard let session = editor.workbench.moving else { return }
    let cell = position - editor.screen.canvas.origin + editor.scroll
    session.show(at: editor.workbench.destination(at: cell, grip: grip))
  }

  func release(in editor: Editor) {
    if hasMoved {
      editor.message = editor.workbench.drop()
    } else if wasSelected {
      FieldEditor.edit(in: editor)
    }
  }
}
