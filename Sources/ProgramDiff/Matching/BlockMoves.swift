import BlockModel

/// The counterparts of stacks in two programs, by the indices of their first blocks.
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
/// A block's place is the input, or the stack, of the innermost block around it that is in both programs: blocks that
/// were inserted around it or deleted don't count. Of the blocks that stay in a place, those outside the longest run
/// in the old order have moved.
struct BlockMoves {
  /// An input of a block, or a stack, by its name in the old program.
  struct Place: Hashable {
    /// -1 for a stack.
    var holder: Int
    /// `""` for a stack.
    var input: String
    /// The stack's first block, or -1.
    var stack = -1
  }

  private let match: ProgramMatch
  private(set) var stacks = StackPairs()
  /// By the indices of the new program.
  private(set) var isMoved: [Bool]
  /// The names of reshaped blocks' inputs in the other program.
  private var newInputs: [Place: String] = [:]
  private var oldInputs: [Place: String] = [:]

  init(_ match: ProgramMatch) {
    self.match = match
    isMoved = Array(repeating: false, count: match.new.count)
    let oldPlaces = Self.places(in: match.old) { match.toNew[$0] < 0 ? -1 : $0 }
    let newPlaces = Self.places(in: match.new) { match.toOld[$0] }
    pairStacks(oldPlaces, newPlaces)
    findInputs(oldPlaces, newPlaces)
    var groups: [Place: [ListAlignment.Pair]] = [:]
    for (old, new) in match.toNew.enumerated() where new >= 0 {
      var place = newPlaces[new]
      if place.holder < 0 {
        place.stack = stacks.toOld[place.stack] ?? -2
      } else {
        place.input = oldInput(place.input, of: place.holder)
      }
      if place == oldPlaces[old] { groups[place, default: []].append((old, new)) } else { isMoved[new] = true }
    }
    for pairs in groups.values where pairs.count > 1 {
      for pair in pairs { isMoved[pair.new] = true }
      for pair in ListAlignment.increasing(pairs) { isMoved[pair.new] = false }
    }
  }

  /// The place of each block.
  /// - Parameter survivor: the index in the old program of a block that is in both; -1 for others.
  private static func places(in tree: ProgramTree, survivor: (Int) -> Int) -> [Place] {
    var places: [Place] = []
    places.reserveCapacity(tree.count)
    for index in tree.blocks.indices {
      let holder = tree.holder[index]
      if holder < 0 {
        places.append(Place(holder: -1, input: "", stack: tree.head[index]))
      } else if case let old = survivor(holder), old >= 0 {
        places.append(Place(holder: old, input: tree.input[index]))
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
    pairReplacedStacks()
  }

  /// Pairs a stack that lost all its blocks with the new one at its position.
  private mutating func pairReplacedStacks() {
    func heads(of tree: ProgramTree, without paired: [Int: Int]) -> [WorkspacePoint: [Int]] {
      Dictionary(grouping: tree.stacks.filter { paired[$0] == nil }) { tree.blocks[$0].position }
    }
    let others = heads(of: match.new, without: stacks.toOld)
    for (position, old) in heads(of: match.old, without: stacks.toNew) where old.count == 1 {
      if let new = others[position], new.count == 1 { stacks.pair(old[0], new[0]) }
    }
  }

  /// Finds the inputs whose contents are in other inputs only because their block was reshaped: the `do` of a branch
  /// has another number when the one above is deleted.
  private mutating func findInputs(_ oldPlaces: [Place], _ newPlaces: [Place]) {
    let content = BlockContent(isExact: match.isExact)
    var isReshaped: [Int: Bool] = [:]
    var votes: [Place: [String: Int]] = [:]
    for (old, new) in match.toNew.enumerated() where new >= 0 {
      let (place, now) = (oldPlaces[old], newPlaces[new])
      guard place.holder >= 0, place.holder == now.holder else { continue }
      let isOther =
        isReshaped[place.holder]
        ?? {
          let (own, other) = (match.old.blocks[place.holder], match.new.blocks[match.toNew[place.holder]])
          guard own.mutator != nil || own.unknownMutation != nil else { return false }
          return content.mutationText(of: own) != content.mutationText(of: other)
        }()
      isReshaped[place.holder] = isOther
      if isOther { votes[place, default: [:]][now.input, default: 0] += 1 }
    }
    let ranked = votes.flatMap { place, counts in counts.map { (place: place, input: $0.key, count: $0.value) } }
      .sorted { ($1.count, $0.place.input, $0.input) < ($0.count, $1.place.input, $1.input) }
    for vote in ranked where newInputs[vote.place] == nil {
      let place = Place(holder: vote.place.holder, input: vote.input)
      if oldInputs[place] != nil { continue }
      newInputs[vote.place] = vote.input
      oldInputs[place] = vote.place.input
    }
  }

  /// The new program's name for an input of the old program's block.
  func newInput(_ input: String, of holder: Int) -> String { Self.name(of: input, holder, newInputs) }

  /// The old program's name for an input of the new program's block.
  /// - Parameter holder: the block's index in the old program.
  func oldInput(_ input: String, of holder: Int) -> String { Self.name(of: input, holder, oldInputs) }

  private static func name(of input: String, _ holder: Int, _ names: [Place: String]) -> String {
    if names.isEmpty { return input }
    if let name = names[Place(holder: holder, input: input)] { return name }
    // An empty `do` is numbered like the condition of its branch.
    let words = input.prefix { !$0.isNumber }
    if words.isEmpty || words.count == input.count { return input }
    let number = input.dropFirst(words.count)
    for (place, name) in names where place.holder == holder && place.input.hasSuffix(number) {
      let (others, other) = (place.input.dropLast(number.count), name.drop { !$0.isNumber })
      if others != words, others.allSatisfy({ !$0.isNumber }), name.hasPrefix(others) { return String(words + other) }
    }
    return input
  }
}
