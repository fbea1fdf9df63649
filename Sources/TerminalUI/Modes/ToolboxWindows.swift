import Screen
import Workbench

/// The toolbox as windows: categories, then the blocks of one.
enum ToolboxWindows {
  static func openCategories(in editor: Editor) {
    let categories = editor.workbench.toolbox.categories
    let rows = categories.map { ListMode.Row($0.name, colour: $0.colour) }
    editor.push(
      ListMode(
        title: "Toolbox", rows: rows, anchor: .below(corner(in: editor)), hints: "Enter open  letters find  Esc leave"
      ) {
        index in
        openCategory(atRow: index, in: editor)
      })
  }

  static func openCategory(atRow row: Int, in editor: Editor) {
    let categories = editor.workbench.toolbox.categories
    guard categories.indices.contains(row) else { return }
    open(editor.workbench.items(of: categories[row]), title: categories[row].name, in: editor)
  }

  /// Offers items; the one that is taken is inserted at the cursor.
  static func open(_ items: [ToolboxItem], title: String, in editor: Editor) {
    guard !items.isEmpty else {
      editor.message = "nothing in the toolbox fits here"
      return
    }
    let rows = items.map { ListMode.Row($0.words, colour: $0.colour) }
    let list = ListMode(
      title: title, rows: rows, anchor: .below(corner(in: editor)), hints: "Enter insert  letters find  Esc leave"
    ) {
      index in
      take(items[index], in: editor)
    }
    list.opened = .toolbox(category: title)
    editor.push(list)
  }

  private static func take(_ item: ToolboxItem, in editor: Editor) {
    switch item.action {
    case .insert(let snapshot): editor.perform(.insert(snapshot))
    case .makeVariable(let type): VariableWindows.make(type: type, in: editor)
    }
  }

  private static func corner(in editor: Editor) -> Rect {
    let area = editor.screen.canvas
    return Rect(x: area.minX + 2, y: area.minY, width: 1, height: 1)
  }
}
