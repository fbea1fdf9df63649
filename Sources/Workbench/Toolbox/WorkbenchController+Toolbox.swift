import BlockModel

/// The toolbox's contents.
extension WorkbenchController {
  /// The items of a category.
  public func items(of category: Toolbox.Category) -> [ToolboxItem] {
    ToolboxContents(workspace: workspace).items(of: category, in: toolbox)
  }

  /// The items that fit the empty input at the cursor; nil when the cursor is not on one.
  public func itemsForEmptyInput() -> [ToolboxItem]? {
    state.emptyInputAtCursor.map { ToolboxContents(workspace: workspace).items(in: toolbox, fitting: $0) }
  }
}
