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

  /// The changes that delete the run. The blocks below it close the gap.
  var deletion: [ProgramChange] { gapChanges([.delete(blockID: first.id, heal: false)]) }

  /// The changes that move the run to the top level. The blocks below it close the gap.
  var detachment: [ProgramChange] {
    gapChanges(first.parent == nil ? [] : [.disconnect(blockID: first.id, heal: false, to: nil)])
  }

  /// The changes that take the blocks below off, remove the run by `removal`, and put them into its place.
  private func gapChanges(_ removal: [ProgramChange]) -> [ProgramChange] {
    guard let follower else { return removal }
    let position = first.parent == nil ? first.position : nil
    let superior = first.superiorConnection.map(ConnectionTarget.init)
    return [.disconnect(blockID: follower.id, heal: false, to: position)] + removal
      + (superior.map { [.connect(blockID: follower.id, to: $0)] } ?? [])
  }
}
