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
  /// The last announced state of each program, by its id.
  private var announced: [String: Announced] = [:]

  private struct Announced {
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
    let last = announced[id] ?? Announced()
    let selected = workbench.cursor.map(\.elementID)
    if selected != last.selected {
      workbench.announce(SelectedEvent(oldElementID: last.selected, newElementID: selected, workspaceID: id))
    }
    if viewport.scroll != last.corner {
      workbench.announce(
        ViewportChangeEvent(corner: LayoutStyle.position(of: viewport.scroll), workspaceID: id))
    }
    let opened = modes.all.compactMap(\.opened)
    for part in last.opened where !opened.contains(part) {
      workbench.announce(part.event(isOpen: false, workspaceID: id))
    }
    for part in opened where !last.opened.contains(part) {
      workbench.announce(part.event(isOpen: true, workspaceID: id))
    }
    announced[id] = Announced(selected: selected, corner: viewport.scroll, opened: opened)
  }
}
