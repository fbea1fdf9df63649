import BlockEvents
import BlockLayout
import Screen
import Workbench

/// Tells the program's listeners of the view: what is selected, what is open and what part of the program is shown, where
/// that has changed.
final class ViewAnnouncer {
  private unowned let editor: EditorServices
  private var told: (selected: String?, corner: Point, opened: [OpenedPart]) = (nil, .zero, [])

  init(editor: EditorServices) { self.editor = editor }

  func announce() {
    let workbench = editor.workbench
    let id = workbench.workspace.id
    let selected = workbench.cursor.map(\.elementID)
    if selected != told.selected {
      workbench.announce(SelectedEvent(oldElementID: told.selected, newElementID: selected, workspaceID: id))
    }
    if editor.scroll != told.corner {
      workbench.announce(
        ViewportChangeEvent(corner: LayoutStyle.position(of: editor.scroll), workspaceID: id))
    }
    let opened = editor.modes.all.compactMap(\.opened)
    for part in told.opened where !opened.contains(part) {
      workbench.announce(part.event(isOpen: false, workspaceID: id))
    }
    for part in opened where !told.opened.contains(part) {
      workbench.announce(part.event(isOpen: true, workspaceID: id))
    }
    told = (selected, editor.scroll, opened)
  }
}
