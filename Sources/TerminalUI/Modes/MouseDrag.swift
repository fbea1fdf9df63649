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
      if let reason = editor.workbench.startMove(takesStack: true) {
        editor.message = reason
        return
      }
      grip = start - (editor.workbench.cursor == nil ? start : origin)
      hasMoved = true
    }
    let cell = position - editor.screen.canvas.origin + editor.scroll
    // Back where it was taken, it stays.
    let stays = position == start || isOverToolbox
    if let session = editor.workbench.arranging {
      show(session, at: stays ? nil : cell - grip, in: editor)
    } else if let session = editor.workbench.moving {
      session.show(at: stays ? session.origin : editor.workbench.destination(at: cell, grip: grip))
    }
    if isOverToolbox { editor.message = "let go to delete it" }
  }

  private func show(_ session: CommentSession, at cell: Point?, in editor: Editor) {
    do throws(FieldRefusal) {
      try session.show(at: cell.map(WorkspaceLayoutCoordinator.position(of:)))
    } catch {
      editor.message = error.reason
    }
  }

  func release(in editor: Editor) {
    if hasMoved, isOverToolbox {
      editor.message = editor.workbench.deleteMoving()
    } else if hasMoved {
      editor.message = editor.workbench.drop()
    } else if wasSelected {
      FieldEditor.edit(in: editor)
    }
  }
}
