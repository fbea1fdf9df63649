import BlockLayout
import BlockModel

/// Something of a block that a user can change and that is no field: a lock, its data, its place in the file.
public nonisolated enum BlockProperty: Hashable, Sendable {
  case deletable, movable, editable
  /// Whether its inputs stand side by side.
  case inline
  case data
  case earlier, later
  /// Becoming the default of the input that it stands in.
  case becomesDefault
}

extension IntentState {
  /// The properties of a block that can be changed now, with what each is now, in words.
  public func properties(of block: Block) -> [(property: BlockProperty, words: String)] {
    func lock(_ isFree: Bool) -> String { isFree ? "allowed" : "locked" }
    var properties: [(BlockProperty, String)] = [
      (.deletable, "deleting: \(lock(block.isDeletable))"), (.movable, "moving: \(lock(block.isMovable))"),
      (.editable, "editing: \(lock(block.isEditable))"),
    ]
    if block.inputs.contains(where: { $0.kind == .value }) {
      properties.append((.inline, "values: \(block.isInline ? "side by side" : "one a row")"))
    }
    properties.append((.data, block.data.map { "data: “\(BlockLabel.line($0, limit: 30))”" } ?? "data: none"))
    if let place = workspace.place(of: block) {
      let count = workspace.topLevelCount
      let now = "in the file, now \(place + 1) of \(count)"
      if place > 0 { properties.append((.earlier, "earlier \(now)")) }
      if place + 1 < count { properties.append((.later, "later \(now)")) }
    }
    if block.canBecomeDefault { properties.append((.becomesDefault, "make it the default here")) }
    return properties
  }
}

extension IntentState {
  /// Where a top-level block stands in the file, in words.
  func placeInFile(of block: Block?) -> String? {
    guard let place = block.flatMap({ workspace.place(of: $0) }) else { return nil }
    return "now \(place + 1) of \(workspace.topLevelCount) in the file"
  }
}

extension Block {
  /// Whether the block can become the default of the input that it stands in.
  var canBecomeDefault: Bool {
    superiorConnection?.sourceInput != nil && !isShadow && descendants().allSatisfy { $0 === self || $0.isShadow }
  }
}
