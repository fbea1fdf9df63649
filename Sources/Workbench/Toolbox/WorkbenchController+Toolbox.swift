import BlockModel

/// The toolbox's contents.
extension WorkbenchController {
  /// The items of a category.
  public func items(of category: Toolbox.Category) -> [ToolboxItem] {
    ToolboxContents(workspace: workspace).items(of: category, in: toolbox)
  }
}
