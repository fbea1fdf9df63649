import BlockLayout
import BlockModel

/// A block of the toolbox that a typed line can become.
struct LineToolboxBlock {
  var label: String
  /// What typed words are searched in, in lower case.
  var searchText: String
  var snapshot: BlockSnapshot
  var colour: BlockBuilder.Colour
  /// Why it doesn't fit; nil if it does.
  var refusal: String?

  /// The blocks of all categories.
  static func all(for target: LineTarget, in controller: WorkbenchController) -> [LineToolboxBlock] {
    let workspace = controller.workspace
    let contents = ToolboxContents(workspace: workspace)
    let connection = target.connection(in: workspace)
    return contents.blocks(in: controller.toolbox).compactMap { item, category in
      guard case .insert(let snapshot) = item.action else { return nil }
      let type = snapshot.records.first?.type.replacing("_", with: " ") ?? ""
      // A typed number is a value, not the default of a block.
      let words = item.label.split(separator: " ").filter {
        $0.contains(where: \.isLetter) || !$0.contains(where: \.isNumber)
      }
      return LineToolboxBlock(
        label: item.label, searchText: "\(words.joined(separator: " ")) \(type) \(category)".lowercased(),
        snapshot: snapshot,
        colour: item.colour, refusal: refusal(of: snapshot, at: connection, contents))
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
