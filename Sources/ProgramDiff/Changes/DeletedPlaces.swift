import BlockModel

/// The former places of deleted blocks, as places in the program.
struct DeletedPlaces {
  /// A place next to a block of the program, given by its index in the tree.
  enum Place: Hashable {
    case below(Int)
    case inside(Int, input: String)
    case above(Int)
    /// Below the last block of a stack.
    case behindStack(of: Int)
    /// Above the first stack.
    case beforeAll
  }

  /// The place of each block of the earlier version, by its index.
  private var places: [Place] = []

  init(_ changes: ProgramChanges) {
    let match = changes.match
    let (old, new) = (match.old, match.new)
    /// Returns the block's index in the program if it is in the same place.
    func present(_ index: Int) -> Int? {
      let index = index < 0 ? -1 : match.toNew[index]
      return index < 0 || changes.isMoved[index] ? nil : index
    }
    // The nearest kept block below each. A stack is in the tree from top to bottom.
    var below = [Int?](repeating: nil, count: old.count)
    for index in old.blocks.indices.reversed() where old.below[index] >= 0 {
      below[index] = present(old.below[index]) ?? below[old.below[index]]
    }
    places.reserveCapacity(old.count)
    var lastStack: Int?
    for index in old.blocks.indices {
      let (above, holder) = (old.above[index], old.holder[index])
      if above >= 0 {
        places.append(present(above).map(Place.below) ?? places[above])
      } else if holder < 0 {
        places.append(below[index].map(Place.above) ?? lastStack.map { .behindStack(of: $0) } ?? .beforeAll)
      } else if match.toNew[holder] < 0 {
        places.append(places[holder])
      } else {
        let input = old.input[index]
        let hasInput = new.blocks[match.toNew[holder]].firstInput(withName: input)?.kind == .statement
        places.append(hasInput ? .inside(match.toNew[holder], input: input) : .below(match.toNew[holder]))
      }
      if holder < 0, let index = present(index) { lastStack = index }
    }
  }

  subscript(index: Int) -> Place { places[index] }
}
