import MortiseScreen

/// What is selected in a list of the toolbox: a category, or a block of one.
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
        "open-category", "<Right>", group: .navigation, help: "open the category",
        unavailable: { $0.category == nil ? $0.list.refusalToChoose : "this is a block; Enter inserts it" },
        runIn: { $0.list.choose(on: $1) }),
      Command(
        "new-stack", "<C-n>", group: .finishing, help: "insert the block as a new stack, not at the cursor",
        unavailable: { $0.category == nil ? "these are the categories; Enter opens one" : $0.list.refusalToChoose },
        runIn: { selection, screen in
          selection.module.workbench.placeNewStack()
          selection.list.choose(on: screen)
        }),
      Command(
        "categories", "<Left>", group: .navigation, help: "back to the categories",
        unavailable: { $0.category == nil ? "these are the categories" : nil },
        runIn: { selection, screen in
          guard let category = selection.category else { return }
          screen.modes.pop(selection.list)
          selection.module.openCategories(selecting: category)
        }),
    ])
}
