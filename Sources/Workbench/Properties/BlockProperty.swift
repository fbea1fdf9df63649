import BlockLayout
import BlockModel

/// A property of a block, other than a field, that a user can change: a lock, its data, its position in the file.
public nonisolated enum BlockProperty: Hashable, Sendable {
  case deletable, movable, editable
  /// Whether the inputs are laid out side by side.
  case inline
  case data
  case moveEarlier, moveLater
  /// Turns the block into the shadow of the input that it is connected to.
  case becomesShadow
}

extension IntentState {
  /// The properties of a block that can be changed now, with a description of their current values.
  public func properties(of block: Block) -> [(property: BlockProperty, description: String)] {
    func lock(_ isAllowed: Bool) -> String { isAllowed ? "allowed" : "locked" }
    var properties: [(BlockProperty, String)] = [
      (.deletable, "deleting: \(lock(block.isDeletable))"), (.movable, "moving: \(lock(block.isMovable))"),
      (.editable, "editing: \(lock(block.isEditable))"),
    ]
    if block.inputs.contains(where: { $0.kind == .value }) {
      properties.append((.inline, "values: \(block.isInline ? "side by side" : "one per row")"))
    }
    properties.append((.data, block.data.map { "data: “\(BlockLabel.line($0, limit: 30))”" } ?? "data: none"))
    if let index = workspace.topLevelIndex(of: block) {
      let count = workspace.topLevelCount
      let now = "in the file (now \(index + 1) of \(count))"
      if index > 0 { properties.append((.moveEarlier, "move earlier \(now)")) }
      if index + 1 < count { properties.append((.moveLater, "move later \(now)")) }
    }
    if block.canBecomeShadow { properties.append((.becomesShadow, "make it the default value here")) }
    return properties
  }
}

extension IntentState {
  /// The position of a top-level block in the file.
  func positionInFile(of block: Block?) -> String? {
    guard let index = block.flatMap({ workspace.topLevelIndex(of: $0) }) else { return nil }
    return "now \(index + 1) of \(workspace.topLevelCount) in the file"
  }
}

extension Block {
  /// Whether the block can become the shadow of the input that it is connected to.
  var canBecomeShadow: Bool {
    superiorConnection?.sourceInput != nil && !isShadow && descendants().allSatisfy { $0 === self || $0.isShadow }
  }
}
