import BlockModel

/// The paths of a program's blocks, which identify blocks without ids in later versions:
/// `controls_if[1]/DO0/text_print[2]` is the second “print” in the first “if”.
nonisolated struct BlockPaths {
  /// The blocks of a type in an input, or at the top level.
  private struct Kind: Hashable {
    var holder: ObjectIdentifier?
    var input: String
    var type: String
  }

  private struct Place {
    /// The block whose input holds the block; nil at the top level.
    var holder: Block?
    var input: String
    /// The number among the blocks of its type there, from 1.
    var number: Int
  }

  /// The most blocks of a path: programs can be nested deeper than anything reads.
  private static let limit = 32

  private var places: [ObjectIdentifier: Place] = [:]

  init(_ workspace: Workspace) {
    var counts: [Kind: Int] = [:]
    for block in workspace.topBlocks.lazy.flatMap({ $0.descendants() }) {
      var (holder, input): (Block?, String) = (nil, "")
      if let superior = block.superiorConnection {
        if let holding = superior.sourceInput {
          (holder, input) = (superior.sourceBlock, holding.name)
        } else if let above = places[ObjectIdentifier(superior.sourceBlock)] {
          (holder, input) = (above.holder, above.input)
        }
      }
      let kind = Kind(holder: holder.map(ObjectIdentifier.init), input: input, type: block.type)
      counts[kind, default: 0] += 1
      places[ObjectIdentifier(block)] = Place(holder: holder, input: input, number: counts[kind, default: 1])
    }
  }

  /// Returns a block's path from the top level; if it is deep, only the end.
  func path(of block: Block) -> String {
    var parts: [String] = []
    var next: Block? = block
    while let current = next, let place = places[ObjectIdentifier(current)] {
      if parts.count >= 2 * Self.limit {
        parts.append("…")
        break
      }
      parts.append("\(current.type)[\(place.number)]")
      if place.holder != nil { parts.append(place.input) }
      next = place.holder
    }
    return parts.reversed().joined(separator: "/")
  }
}
