import BlockLibrary
import BlockModel

/// The toolbox's contents.
extension WorkbenchController {
  /// The items of a category.
  public func items(of category: Toolbox.Category) -> [ToolboxItem] {
    ToolboxContents(workspace: workspace).items(of: category)
  }

  /// Whether a block defines a function.
  public func isFunction(_ snapshot: BlockSnapshot) -> Bool {
    snapshot.records.first.map { ProcedureBlocks.callerType(ofDefinition: $0.type) != nil } ?? false
  }
}
