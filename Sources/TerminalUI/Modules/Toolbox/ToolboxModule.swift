import AppModules
import Screen
import Terminal
import Workbench

/// What the toolbox tells of itself.
nonisolated enum ToolboxEvent: EditorEvent {
  case status(String)
  /// A variable is to be made.
  case newVariableRequested(type: String)

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct ToolboxContext: ProgramContext {
  /// What is shown of the toolbox.
  enum Part {
    /// The categories beside the canvas.
    case bar
    /// The categories in a window.
    case categories
    /// What fits into the empty input at the cursor.
    case fitting
  }

  let routingContext: RoutingContext
  let program: OpenProgram
  let windows: ModuleWindows
  let viewport: Viewport
  let part: Part
}

/// The toolbox: the categories beside the canvas and in a window, and what is in them.
final class ToolboxModule: ProgramModule<ToolboxContext, ToolboxEvent>, Module, PageRepresenting {
  let pageName = "Toolbox"
  let section = "toolbox"
  let pageType = "list"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.part {
    case .bar: ToolboxBar(module: self)
    case .categories: categories()
    case .fitting: list(workbench.itemsForEmptyInput() ?? [], title: "What fits here")
    }
  }

  private func categories() -> ListPopup {
    let categories = workbench.toolbox.categories
    return ListPopup(
      title: pageName, rows: categories.map { ListPopup.Row($0.name, colour: $0.colour) }, anchor: .below(corner),
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
      title: title, rows: items.map { ListPopup.Row($0.label, colour: $0.colour) }, anchor: .below(corner),
      verb: "insert"
    ) { [self] index in
      switch items[index].action {
      case .insert(let snapshot): perform(.insert(snapshot))
      case .createVariable(let type): emit(.newVariableRequested(type: type))
      }
    }
    list.opened = .toolbox(category: title)
    list.dragOut = { [self] index, mouse in drag(items[index], mouse) }
    return list
  }

  /// Starts to drag an item from the list to the canvas.
  private func drag(_ item: ToolboxItem, _ mouse: MouseEvent) {
    guard case .insert(let snapshot) = item.action else { return }
    let viewport = context.viewport
    let cell = viewport.canvasPoint(at: viewport.nearestPoint(to: mouse.position))
    if let reason = workbench.perform(.beginInsertion(snapshot, at: cell, by: .mouse)).refusal {
      return showStatus(reason)
    }
    let drag = ToolboxDrag(module: self)
    push(drag)
    drag.update(to: mouse.position)
  }

  private var corner: Rect {
    let area = context.viewport.area
    return Rect(x: area.minX + 2, y: area.minY, width: 1, height: 1)
  }
}
