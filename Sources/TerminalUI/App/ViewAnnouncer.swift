import BlockEvents
import BlockLayout
import MortiseScreen
import Workbench

/// Fires Blockly's UI events for changes of the view: of the selection, the viewport, and the open bubbles and toolbox
/// categories.
final class ViewAnnouncer {
  private let programs: OpenPrograms
  private let viewport: Viewport
  private let modes: ModeStack
  /// What was told about each program, by its id.
  private var toldAbout: [String: Told] = [:]

  private struct Told {
    var selected: String?
    var corner = Point.zero
    var opened: [OpenedPart] = []
  }

  init(programs: OpenPrograms, viewport: Viewport, modes: ModeStack) {
    self.programs = programs
    self.viewport = viewport
    self.modes = modes
  }

  func announce() {
    let workbench = programs.workbench
    let id = workbench.workspace.id
    let told = toldAbout[id] ?? Told()
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
    toldAbout[id] = Told(selected: selected, corner: viewport.scroll, opened: opened)
  }
}
