import AppModules
import BlockLayout
import BlockModel
import MortiseScreen
import MortiseTerminal
import Workbench

/// The events of the toolbox.
nonisolated enum ToolboxEvent: RoutingEvent {
  case status(String)
  case open(Route)
}

/// The part of the toolbox to show.
enum ToolboxPart {
  /// The categories beside the canvas.
  case bar
  /// The categories in a window.
  case categories
  /// The blocks of a category in a window. The block that sets a variable is selected.
  case variable(name: String, category: Int)
}

/// The toolbox: its categories, beside the canvas and in a window, and their items.
final class ToolboxModule: EditorModule<ToolboxPart, ToolboxEvent>, Module, PageRepresenting {
  let pageName = "Toolbox"
  let section = "toolbox"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.purpose {
    case .bar: ToolboxBar(module: self)
    case .categories: categories(selecting: 0)
    case .variable(let name, let index):
      // An app may open any category.
      workbench.toolbox.categories.indices.contains(index)
        ? list(workbench.items(of: workbench.toolbox.categories[index]), ofCategory: index, beginningWith: name)
        : categories(selecting: 0)
    }
  }

  /// Opens the list of categories.
  func openCategories(selecting index: Int) { push(categories(selecting: index)) }

  /// Returns the list of categories, in the place of the column beside the canvas.
  private func categories(selecting selected: Int) -> ListPopup {
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
    let list = ListPopup(
      title: pageName, rows: rows, selected: indices.firstIndex(of: selected) ?? 0,
      anchor: .edge(row: context.viewport.area.minY), verb: "open", adding: commands(ofCategory: nil)
    ) { [self] row in
      if let index = indices[row] { openCategory(at: index) }
    }
    findsBlocks(list)
    return list
  }

  /// Passes typed letters that match no row of a list to a line, which searches all blocks.
  private func findsBlocks(_ list: ListPopup) {
    list.findElsewhere = { [self, unowned list] letters in
      guard letters.first?.isLetter == true, let line = try? workbench.openLine(.below, text: letters) else {
        return false
      }
      scene.screen.modes.pop(list)
      emit(.open(.line(line)))
      return true
    }
  }

  func openCategory(at index: Int) {
    let categories = workbench.toolbox.categories
    guard categories.indices.contains(index) else { return }
    if case .search = categories[index].content { return search() }
    let items = workbench.items(of: categories[index])
    if items.isEmpty { return showStatus("there is nothing in “\(categories[index].name)”") }
    push(list(items, ofCategory: index))
  }

  private func commands(ofCategory category: Int?) -> [ListCommand] {
    ToolboxSelection.table.adapted { [self] list in ToolboxSelection(module: self, list: list, category: category) }
  }

  /// Opens a line on which blocks are searched by their words.
  private func search() {
    do throws(FieldError) {
      emit(.open(.line(try workbench.openLine(.below))))
    } catch {
      showStatus(error.reason)
    }
  }

  private func insert(_ snapshot: BlockSnapshot) {
    // A new function needs a name.
    guard perform(.insert(snapshot)).isChange, workbench.isFunction(snapshot),
      let session = try? workbench.beginMutation()
    else { return }
    emit(.open(.mutator(session)))
  }

  /// Returns a list of items. A chosen block is inserted at the cursor.
  /// - Parameter variable: the name of the variable whose setter block is selected; nil to select the first item.
  private func list(
    _ items: [ToolboxItem], ofCategory category: Int, beginningWith variable: String? = nil
  ) -> ListPopup {
    let title = workbench.toolbox.categories[category].name
    let list = ListPopup(
      title: title, rows: items.map(row(for:)),
      selected: variable.flatMap { name in items.firstIndex { $0.sets(name) } } ?? 0,
      anchor: .below(corner), verb: "insert",
      adding: commands(ofCategory: category)
    ) { [self] index in
      switch items[index].action {
      case .insert(let snapshot): insert(snapshot)
      case .createVariable(let type): emit(.open(.variables(.make(type: type, category: category))))
      case .button(let callbackKey): scene.options.buttons[callbackKey]?(scene)
      case .label, .separator: break
      }
    }
    list.opened = .toolbox(category: title)
    findsBlocks(list)
    var shown: (row: Int, layout: WorkspaceLayout?)?
    list.preview = ListPreview { [workbench] row in
      if let shown, shown.row == row { return shown.layout }
      let layout = workbench.layout(of: items[row], width: ListPreview.rowWidth)
      shown = (row, layout)
      return layout
    }
    list.dragOut = { [self] index, mouse in drag(items[index], mouse) }
    return list
  }

  private func row(for item: ToolboxItem) -> ListPopup.Row {
    switch item.action {
    case .insert, .createVariable:
      ListPopup.Row(item.label, colour: item.colour)
    case .label: ListPopup.Row(item.label, kind: .heading, refusal: "“\(item.label)” is a heading")
    case .button(let callbackKey):
      ListPopup.Row(
        "[ \(item.label) ]", colour: item.colour,
        refusal: scene.options.buttons[callbackKey] == nil
          ? "“\(item.label)” needs the toolbox’s app; it does nothing here" : nil)
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

/// The selection in a list of the toolbox: a category, or a block of one.
struct ToolboxSelection {
  let module: ToolboxModule
  let list: ListPopup
  /// The index of the category whose blocks the list shows; nil in the list of categories.
  let category: Int?

  /// The commands that the lists of the toolbox add.
  static let table = CommandTable<ToolboxSelection>(
    "toolbox", "In the toolbox, also",
    [
      Command(
        "open-category", "<Right>", title: "Open the category", group: .navigation, help: "open the category",
        unavailable: { $0.category == nil ? $0.list.refusalToChoose : "this is a block; Enter inserts it" },
        runIn: { $0.list.choose(on: $1) }),
      Command(
        "new-stack", "<C-n>", title: "Insert as a new stack", group: .finishing,
        help: "insert the block as a new stack, not at the cursor",
        unavailable: { $0.category == nil ? "these are the categories; Enter opens one" : $0.list.refusalToChoose },
        runIn: { selection, screen in
          selection.module.workbench.placeNewStack()
          selection.list.choose(on: screen)
        }),
      Command(
        "next-heading", "<Tab>", title: "Next heading", group: .navigation, help: "next heading",
        unavailable: { $0.list.heading(1) == nil ? "no heading follows" : nil }, run: { $0.list.goToHeading(1) }),
      Command(
        "previous-heading", "<S-Tab>", title: "Previous heading", group: .navigation, help: "previous heading",
        unavailable: { $0.list.heading(-1) == nil ? "no heading precedes" : nil }, run: { $0.list.goToHeading(-1) }),
      Command(
        "categories", "<Left>", title: "Categories", group: .navigation, help: "back to the categories",
        unavailable: { $0.category == nil ? "these are the categories" : nil },
        runIn: { selection, screen in
          guard let category = selection.category else { return }
          screen.modes.pop(selection.list)
          selection.module.openCategories(selecting: category)
        }),
    ])
}

/// Drags a block from the toolbox to the canvas. It is inserted where it is dropped.
final class ToolboxDrag: EditorController, CommandMode {
  override var mode: (any Mode)? { self }
  private unowned let module: ToolboxModule

  init(module: ToolboxModule) { self.module = module }

  static let dragCommands = CommandTable<ToolboxDrag>(
    "toolbox-drag", "While a block is dragged from the toolbox",
    [
      Command(
        "cancel", "<Esc>", title: "Cancel", group: .finishing, help: "cancel; nothing is inserted", hint: "cancel"
      ) {
        $0.finish(.cancelDrag(by: .mouse))
      }
    ])

  var commands: CommandTable<ToolboxDrag> { Self.dragCommands }
  var takesGlobalKeys: Bool { false }

  func statusText(on screen: EditorScreen) -> String { module.workbench.state.dragDescription ?? "" }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): press(key, on: screen)
    case .mouse(let mouse): handle(mouse, on: screen)
    default: break
    }
  }

  private func handle(_ mouse: MouseEvent, on screen: EditorScreen) {
    let isOverToolbox = screen.layout.toolbox.contains(mouse.position)
    switch mouse.kind {
    case .drag where isOverToolbox: screen.message = "release to insert nothing"
    case .drag: update(to: mouse.position)
    case .release: finish(isOverToolbox ? .cancelDrag(by: .mouse) : .drop(by: .mouse))
    default: break
    }
  }

  func update(to position: Point) {
    let viewport = module.context.viewport
    let cell = viewport.canvasPoint(at: viewport.nearestPoint(to: position))
    module.workbench.perform(.updateDrag(.pointed(at: cell, dragOffset: .zero), by: .mouse))
  }

  private func finish(_ intent: Intent) {
    module.pop(self)
    module.perform(intent)
  }
}
