import BlockModel

/// What the toolbox offers.
extension WorkbenchController {
  /// What a category of the toolbox offers now.
  public func items(of category: Toolbox.Category) -> [ToolboxItem] {
    ToolboxContents(workspace: workspace).items(of: category)
  }

  /// What fits into the empty input at the cursor; nil when the cursor is on none.
  public func itemsForEmptyInput() -> [ToolboxItem]? {
    state.emptyInputAtCursor.map { ToolboxContents(workspace: workspace).items(in: toolbox, fitting: $0) }
  }
}
