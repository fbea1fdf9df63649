import BlockModel

/// Which stack of the old program is which of the new one, by the indices of their first blocks.
struct StackPairs {
  private(set) var toNew: [Int: Int] = [:]
  private(set) var toOld: [Int: Int] = [:]

  mutating func pair(_ old: Int, _ new: Int) {
    toNew[old] = new
    toOld[new] = old
  }
}

/// Finds the blocks that were moved.
///
/// A block's place is the input, or the stack, of the innermost block around it that is in both programs: blocks that were
/// inserted around it or deleted don't count. In the same place, those outside the longest run in the old order have moved.
struct MoveFinder {
  private struct Place: Hashable {
    /// The block of the new program, or -1.
    var holder: Int
    /// The input, or `""`.
    var input: String
    /// The stack's first block, or -1.
    var stack = -1
  }

  private let match: ProgramMatch
  private(set) var stacks = StackPairs()
  private(set) var isMoved: [Bool]

  init(_ match: ProgramMatch) {
    self.match = match
    isMoved = Array(repeating: false, count: match.new.count)
    let oldPlaces = Self.places(in: match.old) { match.toNew[$0] }
    let newPlaces = Self.places(in: match.new) { match.toOld[$0] < 0 ? -1 : $0 }
    pairStacks(oldPlaces, newPlaces)
    let inputs = movedInputs(oldPlaces, newPlaces)
    var groups: [Place: [ListAlignment.Pair]] = [:]
    for (old, new) in match.toNew.enumerated() where new >= 0 {
      var place = oldPlaces[old]
      if place.holder < 0 {
        place.stack = stacks.toNew[place.stack] ?? -2
      } else if let input = inputs[place] {
        place.input = input
      }
      if place == newPlaces[new] { groups[place, default: []].append((old, new)) } else { isMoved[new] = true }
    }
    for pairs in groups.values where pairs.count > 1 {
      for pair in pairs { isMoved[pair.new] = true }
      for pair in ListAlignment.increasing(pairs) { isMoved[pair.new] = false }
    }
  }

  /// The place of each block.
  /// - Parameter survivor: the index in the new program of a block that is in both; -1 for others.
  private static func places(in tree: ProgramTree, survivor: (Int) -> Int) -> [Place] {
    var places: [Place] = []
    places.reserveCapacity(tree.count)
    for index in tree.blocks.indices {
      let holder = tree.holder[index]
      if holder < 0 {
        places.append(Place(holder: -1, input: "", stack: tree.head[index]))
      } else if case let new = survivor(holder), new >= 0 {
        places.append(Place(holder: new, input: tree.input[index]))
      } else {
        places.append(places[holder])
      }
    }
    return places
  }

  /// Pairs the stacks that have most blocks in common.
  private mutating func pairStacks(_ oldPlaces: [Place], _ newPlaces: [Place]) {
    struct Pair: Hashable {
      var old: Int
      var new: Int
    }
    var votes: [Pair: Int] = [:]
    for (old, new) in match.toNew.enumerated() where new >= 0 {
      guard oldPlaces[old].holder < 0, newPlaces[new].holder < 0 else { continue }
      votes[Pair(old: oldPlaces[old].stack, new: newPlaces[new].stack), default: 0] += 1
    }
    for (pair, _) in votes.sorted(by: { ($1.value, $0.key.old, $0.key.new) < ($0.value, $1.key.old, $1.key.new) })
    where stacks.toNew[pair.old] == nil && stacks.toOld[pair.new] == nil {
      stacks.pair(pair.old, pair.new)
    }
  }

  /// The inputs whose contents are in other inputs only because the shape of their block has changed: the `do` of a
  /// branch has another number when the one above is deleted.
  private func movedInputs(_ oldPlaces: [Place], _ newPlaces: [Place]) -> [Place: String] {
    let content = BlockContent(isExact: match.isExact)
    var isReshaped: [Int: Bool] = [:]
    var votes: [Place: [String: Int]] = [:]
    for (old, new) in match.toNew.enumerated() where new >= 0 {
      let (place, now) = (oldPlaces[old], newPlaces[new])
      guard place.holder >= 0, place.holder == now.holder else { continue }
      let isOther =
        isReshaped[place.holder]
        ?? {
          let (own, other) = (match.old.blocks[match.toOld[place.holder]], match.new.blocks[place.holder])
          guard own.mutator != nil || own.unknownMutation != nil else { return false }
          return content.mutationText(of: own) != content.mutationText(of: other)
        }()
      isReshaped[place.holder] = isOther
      if isOther { votes[place, default: [:]][now.input, default: 0] += 1 }
    }
    var inputs: [Place: String] = [:]
    var taken: Set<Place> = []
    let ranked = votes.flatMap { place, counts in counts.map { (place: place, input: $0.key, count: $0.value) } }
      .sorted { ($1.count, $0.place.input, $0.input) < ($0.count, $1.place.input, $1.input) }
    for vote in ranked where inputs[vote.place] == nil {
      if taken.insert(Place(holder: vote.place.holder, input: vote.input)).inserted { inputs[vote.place] = vote.input }
    }
    return inputs
  }
}
