import BlockModel

/// Blocks with their descendants, in reading order, each with its surroundings.
public struct PlacedBlocks: Sequence, IteratorProtocol {
  /// A stack of the blocks to visit, next one last.
  private var pending: [(block: Block, surroundings: Surroundings)]

  /// - Parameter blocks: the blocks to begin with.
  public init(_ blocks: [Block]) {
    pending = blocks.reversed().map { ($0, Surroundings(of: $0)) }
  }

  public mutating func next() -> (block: Block, surroundings: Surroundings)? {
    guard let (block, surroundings) = pending.popLast() else { return nil }
    if let next = block.nextBlock { pending.append((next, surroundings)) }
    for input in block.inputs.reversed() {
      if let child = input.connectedBlock { pending.append((child, surroundings.inside(block, input))) }
    }
    return (block, surroundings)
  }
}
