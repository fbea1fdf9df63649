import BlockModel

/// Blocks with everything inside and below them, in reading order, each with what it stands in.
public struct PlacedBlocks: Sequence, IteratorProtocol {
  /// What comes next, the last one first.
  private var waiting: [(block: Block, place: Surroundings)]

  /// - Parameter blocks: where to begin.
  public init(_ blocks: [Block]) {
    waiting = blocks.reversed().map { ($0, Surroundings(of: $0)) }
  }

  public mutating func next() -> (block: Block, place: Surroundings)? {
    guard let (block, place) = waiting.popLast() else { return nil }
    if let next = block.nextBlock { waiting.append((next, place)) }
    for input in block.inputs.reversed() {
      if let child = input.connectedBlock { waiting.append((child, place.inside(block, input))) }
    }
    return (block, place)
  }
}
