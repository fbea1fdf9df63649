import BlockLayout
import BlockLibrary
import BlockModel

/// The toolbox's contents.
extension WorkbenchController {
  /// The items of a category.
  public func items(of category: Toolbox.Category) -> [ToolboxItem] {
    ToolboxContents(workspace: workspace).items(of: category)
  }

  /// Lays out the blocks of an item, as they look after they are inserted; nil if the item has none.
  /// - Parameter width: the maximum width of a row in columns.
  public func layout(of item: ToolboxItem, width: Int) -> WorkspaceLayout? {
    guard case .insert(let snapshot) = item.action, var style = layout?.style else { return nil }
    style.canvasWidth = width
    return ToolboxContents(workspace: workspace).layout(of: snapshot, style: style)
  }

  /// Whether a block defines a function.
  public func isFunction(_ snapshot: BlockSnapshot) -> Bool {
    snapshot.records.first.map { ProcedureBlocks.callerType(ofDefinition: $0.type) != nil } ?? false
  }
}
