import AppModules
import Screen
import Workbench

/// What the toolbox tells of itself.
nonisolated enum ToolboxEvent: EditorEvent {
  case status(String)
  /// A variable is to be made.
  case newVariableRequested(type: String)

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct ToolboxContext: EditorContext {
  /// What is shown of the toolbox.
  enum Part {
    /// The categories beside the canvas.
    case bar
    /// The categories in a window.
    case categories
    /// What fits into the empty input at the cursor.
    case fitting
  }

  let editor: EditorServices
  let part: Part
}

/// The toolbox: the categories beside the canvas and in a window, and what is in them.
final class ToolboxModule: EditorModule<ToolboxContext, ToolboxEvent>, Module {
  func unmanagedRootViewController() -> any ViewController {
    switch context.part {
    case .bar: ToolboxBar(module: self)
    case .categories: categories()
    case .fitting: list(workbench.itemsForEmptyInput() ?? [], title: "What fits here")
    }
  }

  private func categories() -> ListPopup {
    let categories = workbench.toolbox.categories
    return ListPopup(
      title: "Toolbox", rows: categories.map { ListPopup.Row($0.name, colour: $0.colour) }, anchor: .below(corner),
      verb: "open"
    ) { [self] index in
      openCategory(atRow: index)
    }
  }

  func openCategory(atRow row: Int) {
    let categories = workbench.toolbox.categories
    guard categories.indices.contains(row) else { return }
    let items = workbench.items(of: categories[row])
    if items.isEmpty { return showStatus("nothing in the toolbox fits here") }
    push(list(items, title: categories[row].name))
  }

  /// Offers items; the one that is taken is inserted at the cursor.
  private func list(_ items: [ToolboxItem], title: String) -> ListPopup {
    let list = ListPopup(
      title: title, rows: items.map { ListPopup.Row($0.words, colour: $0.colour) }, anchor: .below(corner),
      verb: "insert"
    ) { [self] index in
      switch items[index].action {
      case .insert(let snapshot): perform(.insert(snapshot))
      case .makeVariable(let type): emit(.newVariableRequested(type: type))
      }
    }
    list.opened = .toolbox(category: title)
    return list
  }

  private var corner: Rect {
    let area = editor.screen.canvas
    return Rect(x: area.minX + 2, y: area.minY, width: 1, height: 1)
  }
}
