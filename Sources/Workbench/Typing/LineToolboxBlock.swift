import BlockLayout
import BlockModel

/// A block of the toolbox that a typed line can become.
struct LineToolboxBlock {
  var entry: LineToolbox.Entry
  /// Why it doesn't fit; nil if it does.
  var refusal: String?

  /// The blocks of all categories.
  static func all(for target: LineTarget, in controller: WorkbenchController) -> [LineToolboxBlock] {
    let workspace = controller.workspace
    let contents = ToolboxContents(workspace: workspace)
    let connection = target.connection(in: workspace)
    return controller.lineToolbox.entries(controller.toolbox, in: workspace).map {
      LineToolboxBlock(entry: $0, refusal: refusal(of: $0.snapshot, at: connection, contents))
    }
  }

  private static func refusal(
    of snapshot: BlockSnapshot, at connection: Connection?, _ contents: ToolboxContents
  ) -> String? {
    let isValue = contents.hasOutput(snapshot)
    guard let connection else { return isValue ? "a value, not a statement" : nil }
    if contents.canConnect(snapshot, connection) { return nil }
    if connection.kind == .inputValue { return isValue ? "of another type" : "a statement, not a value" }
    return isValue ? "a value, not a statement" : contents.hasPrevious(snapshot) ? "of another type" : "stands alone"
  }
}
