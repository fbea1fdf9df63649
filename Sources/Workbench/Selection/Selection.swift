import BlockModel

/// The blocks that the user has selected. A block inside a selected one is not selected itself.
///
/// The selection belongs to the controller, not to the program: it is neither saved nor undone.
struct Selection {
  /// Statements selected with Shift and an arrow, from the one where the selection began to the one at the cursor.
  struct Range: Equatable {
    /// The statement at the cursor.
    var headID: String
    /// The number of statements from the first one selected down to the head; negative if the head is above it.
    var extent: Int
  }

  private(set) var ids: Set<String> = []
  /// The range that the next arrow extends; nil if it begins a new one.
  private(set) var range: Range?

  var isEmpty: Bool { ids.isEmpty }
  var count: Int { ids.count }

  func contains(_ block: Block) -> Bool { ids.contains(block.id) }

  mutating func apply(_ change: SelectionChange) {
    if change.replaces { ids = [] }
    ids.subtract(change.removed)
    ids.formUnion(change.added)
    range = change.range
  }

  /// Drops blocks that were deleted, became default values, or are now inside other selected ones.
  mutating func prune(in workspace: Workspace) {
    guard !ids.isEmpty else { return }
    range = nil
    ids = Set(blocks(in: workspace).map(\.id))
  }

  // MARK: - Document order

  /// The selected blocks in document order. Takes time in proportion to the blocks above and around them.
  func blocks(in workspace: Workspace) -> [Block] {
    // The selected blocks, and all blocks that they are in or below.
    var visited: Set<ObjectIdentifier> = []
    var roots: [Block] = []
    for id in ids {
      var next = workspace.blocks[id]
      while let block = next, visited.insert(ObjectIdentifier(block)).inserted {
        next = block.parent
        if next == nil { roots.append(block) }
      }
    }
    var found: [Block] = []
    var pending: [Block] = roots.sorted { $0.topOrder > $1.topOrder }
    while let block = pending.popLast() {
      if let next = block.nextBlock, visited.contains(ObjectIdentifier(next)) { pending.append(next) }
      if ids.contains(block.id), !block.isShadow {
        found.append(block)
        continue
      }
      for input in block.inputs.reversed() {
        guard let child = input.connectedBlock, visited.contains(ObjectIdentifier(child)) else { continue }
        pending.append(child)
      }
    }
    return found
  }
}

/// A change of the selection.
struct SelectionChange {
  /// Whether all other blocks are unselected.
  var replaces = false
  /// Removed before `added` is added.
  var removed: [String] = []
  var added: [String] = []
  var range: Selection.Range?
}

/// Blocks that follow each other in a stack, or a single block.
struct BlockRun {
  let blocks: [Block]

  var first: Block { blocks[0] }
  var last: Block { blocks[blocks.count - 1] }

  /// The block below the run; nil if there is none.
  var follower: Block? { last.nextInStack }

  /// The runs of some blocks in document order.
  static func runs(of blocks: [Block]) -> [BlockRun] {
    var runs: [[Block]] = []
    for block in blocks {
      if let above = runs.last?.last, above.nextInStack === block {
        runs[runs.count - 1].append(block)
      } else {
        runs.append([block])
      }
    }
    return runs.map(BlockRun.init)
  }

  /// Whether another run can be connected below this one.
  func canConnect(below other: BlockRun) -> Bool {
    guard let end = other.last.nextConnection, let previous = first.previousConnection else { return false }
    return end.isTypeCompatible(previous)
  }

  // MARK: - Changes

  /// The change that deletes the run. The blocks below it close the gap.
  var deletion: ProgramChange { .deleteRun(firstID: first.id, lastID: last.id) }

  /// The change that moves the run to the top level. The blocks below it close the gap.
  var detachment: ProgramChange { .disconnectRun(firstID: first.id, lastID: last.id) }
}
