import BlockLayout
import BlockModel
import Screen
import Terminal
import Workbench

/// A press of the mouse on the canvas: a click, or the beginning of a drag.
final class MouseDrag {
  private let start: Point
  private let wasSelected: Bool
  /// Whether a block or comment is on its way.
  private(set) var hasMoved = false
  private var isOverToolbox = false
  /// Where it was taken, from its first cell.
  private var grip = Point.zero

  init(start: Point, wasSelected: Bool) {
    self.start = start
    self.wasSelected = wasSelected
  }

  /// - Parameter isOverToolbox: whether letting go now deletes it, as in Blockly.
  func move(to position: Point, isOverToolbox: Bool, in editor: Editor) {
    self.isOverToolbox = isOverToolbox
    if !hasMoved {
      guard position != start else { return }
      let origin = editor.cursorOnScreen.origin
      if let reason = editor.workbench.perform(.lift(takesStack: true, by: .mouse)).refusal {
        editor.message = reason
        return
      }
      grip = start - (editor.workbench.cursor == nil ? start : origin)
      hasMoved = true
    }
    let cell = position - editor.screen.canvas.origin + editor.scroll
    // Back where it was taken, it stays.
    let stays = position == start || isOverToolbox
    let outcome = editor.workbench.perform(.carry(.pointed(at: stays ? nil : cell, grip: grip), by: .mouse))
    if let reason = outcome.refusal { editor.message = reason }
    if isOverToolbox { editor.message = "let go to delete it" }
  }

  func release(in editor: Editor) {
    if hasMoved, isOverToolbox {
      editor.perform(.discard(by: .mouse))
    } else if hasMoved {
      editor.perform(.drop(by: .mouse))
    } else if wasSelected, !editor.workbench.state.isRehearsing {
      FieldEditor.edit(in: editor)
    }
  }
}
