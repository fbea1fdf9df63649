import AppModules
import Screen
import Terminal
import Workbench

/// The events of the toolbox.
nonisolated enum ToolboxEvent: EditorEvent {
  case status(String)
  /// The user wants to create a variable.
  case newVariableRequested(type: String)

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct ToolboxContext: ProgramContext {
  /// The part of the toolbox to show.
  enum Part {
    /// The categories beside the canvas.
    case bar
    /// The categories in a window.
    case categories
  }

  let routingContext: RoutingContext
  let program: OpenProgram
  let windows: ModuleWindows
  let viewport: Viewport
  let part: Part
}

/// The toolbox: its categories, beside the canvas and in a window, and their items.
final class ToolboxModule: ProgramModule<ToolboxContext, ToolboxEvent>, Module, PageRepresenting {
  let pageName = "Toolbox"
  let section = "toolbox"
  let pageType = "list"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.part {
    case .bar: ToolboxBar(module: self)
    case .categories: categories()
    }
  }

  private func categories() -> ListPopup {
    var rows: [ListPopup.Row] = []
    /// The category of each row; nil for a separator.
    var indices: [Int?] = []
    for (index, category) in workbench.toolbox.categories.enumerated() {
      if category.hasSeparatorAbove {
        rows.append(.separator)
        indices.append(nil)
      }
      rows.append(ListPopup.Row(category.name, colour: category.colour))
      indices.append(index)
    }
    return ListPopup(title: pageName, rows: rows, anchor: .below(corner), verb: "open") { [self] row in
      if let index = indices[row] { openCategory(at: index) }
    }
  }

  func openCategory(at index: Int) {
    let categories = workbench.toolbox.categories
    guard categories.indices.contains(index) else { return }
    let items = workbench.items(of: categories[index])
    if items.isEmpty { return showStatus("there is nothing in “\(categories[index].name)”") }
    let isSearch = if case .search = categories[index].content { true } else { false }
    push(list(items, title: categories[index].name, filters: isSearch))
  }

  /// Returns a list of items. A chosen block is inserted at the cursor.
  private func list(_ items: [ToolboxItem], title: String, filters: Bool = false) -> ListPopup {
    let list = ListPopup(
      title: title, rows: items.map(row(for:)), anchor: .below(corner), verb: "insert", filters: filters
    ) { [self] index in
      switch items[index].action {
      case .insert(let snapshot): perform(.insert(snapshot))
      case .createVariable(let type): emit(.newVariableRequested(type: type))
      case .label, .button, .separator: break
      }
    }
    list.opened = .toolbox(category: title)
    list.dragOut = { [self] index, mouse in drag(items[index], mouse) }
    return list
  }

  private func row(for item: ToolboxItem) -> ListPopup.Row {
    switch item.action {
    case .insert, .createVariable:
      ListPopup.Row(item.label, colour: item.colour, searchText: "\(item.label) \(item.keywords)")
    case .label: ListPopup.Row(item.label, kind: .heading, refusal: "“\(item.label)” is a heading")
    case .button:
      ListPopup.Row(
        "[ \(item.label) ]", colour: item.colour,
        refusal: "“\(item.label)” needs the toolbox’s app; it does nothing here")
    case .separator: .separator
    }
  }

  /// Starts to drag a block from the list to the canvas.
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
