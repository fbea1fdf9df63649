import BlockModel

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
