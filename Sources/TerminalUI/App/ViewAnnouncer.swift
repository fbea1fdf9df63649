import BlockEvents
import BlockLayout
import Screen
import Workbench

/// Fires Blockly's UI events for changes of the view: of the selection, the viewport, and the open bubbles and toolbox
/// categories.
final class ViewAnnouncer {
  private let program: OpenProgram
  private let viewport: Viewport
  private let modes: ModeStack
  private var told: (selected: String?, corner: Point, opened: [OpenedPart]) = (nil, .zero, [])

  init(program: OpenProgram, viewport: Viewport, modes: ModeStack) {
    self.program = program
    self.viewport = viewport
    self.modes = modes
  }

  func announce() {
    let workbench = program.workbench
    let id = workbench.workspace.id
    let selected = workbench.cursor.map(\.elementID)
    if selected != told.selected {
      workbench.announce(SelectedEvent(oldElementID: told.selected, newElementID: selected, workspaceID: id))
    }
    if viewport.scroll != told.corner {
      workbench.announce(
        ViewportChangeEvent(corner: LayoutStyle.position(of: viewport.scroll), workspaceID: id))
    }
    let opened = modes.all.compactMap(\.opened)
    for part in told.opened where !opened.contains(part) {
      workbench.announce(part.event(isOpen: false, workspaceID: id))
    }
    for part in opened where !told.opened.contains(part) {
      workbench.announce(part.event(isOpen: true, workspaceID: id))
    }
    told = (selected, viewport.scroll, opened)
  }
}
