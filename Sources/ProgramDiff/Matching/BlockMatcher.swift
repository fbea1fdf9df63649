import BlockModel

/// Finds the counterparts of one program's blocks in another program.
///
/// Ids are a short cut if both programs have them and they agree with the contents. Otherwise equal subtrees are
/// matched first, then the blocks around them, and then, list by list, the blocks between matched ones.
struct BlockMatcher {
  let old: ProgramTree
  let new: ProgramTree
  private let oldContent: BlockContent
  /// The index in the other program of each block; -1 for none.
  private(set) var toNew: [Int]
  private(set) var toOld: [Int]
  /// The pairs of lists whose blocks are not aligned yet.
  private var pendingLists: [(old: Int, new: Int)] = []

  init(_ old: ProgramTree, _ new: ProgramTree, _ oldContent: BlockContent) {
    (self.old, self.new) = (old, new)
    self.oldContent = oldContent
    toNew = Array(repeating: -1, count: old.count)
    toOld = Array(repeating: -1, count: new.count)
  }

  mutating func run() {
    matchIDs()
    matchUnique(\.listHash, size: \.listSize)
    matchUnique(\.hash, size: \.size)
    matchNeighbours()
    matchHolders()
    matchLists()
    matchMoved(\.listHash, size: \.listSize)
    matchMoved(\.hash, size: \.size)
    matchHolders()
    matchLists()
    matchSimilarNeighbours()
    matchChangedMoved()
  }

  // MARK: - Pairs

  private func isFree(_ old: Int, _ new: Int) -> Bool { toNew[old] < 0 && toOld[new] < 0 }

  private func canMatch(_ old: Int, _ new: Int) -> Bool {
    isFree(old, new) && oldContent.canBecome(self.old.blocks[old], self.new.blocks[new])
  }

  /// Matches two blocks if one can become the other.
  @discardableResult
  private mutating func match(_ old: Int, _ new: Int) -> Bool {
    guard canMatch(old, new) else { return false }
    toNew[old] = new
    toOld[new] = old
    return true
  }

  /// Matches the blocks of two ranges of the same shape, except those that are matched already.
  private mutating func match(_ old: Int, _ new: Int, count: Int) {
    for offset in 0..<count where self.old.blocks[old + offset].type == self.new.blocks[new + offset].type {
      match(old + offset, new + offset)
    }
  }

  // MARK: - Ids

  private mutating func matchIDs() {
    var indices: [String: Int] = [:]
    for (index, block) in new.blocks.enumerated() where !block.hasImplicitID { indices[block.id] = index }
    if indices.isEmpty { return }
    var pairs: [(old: Int, new: Int)] = []
    for (index, block) in old.blocks.enumerated() where !block.hasImplicitID {
      if let other = indices[block.id] { pairs.append((index, other)) }
    }
    guard oldContent.isExact || areTrustworthy(pairs) else { return }
    for pair in pairs { match(pair.old, pair.new) }
  }

  /// Whether blocks with the same id are the same blocks. Some apps renumber the blocks whenever they save, so that
  /// ids are meaningless.
  private func areTrustworthy(_ pairs: [(old: Int, new: Int)]) -> Bool {
    var same = 0
    let uniqueOld = Self.uniqueIndices(old.hash)
    let uniqueNew = Self.uniqueIndices(new.hash)
    var newOf: [Int: Int] = [:]
    for pair in pairs { newOf[pair.old] = pair.new }
    var other = 0
    for (hash, index) in uniqueOld {
      guard let match = uniqueNew[hash], let named = newOf[index] else { continue }
      if named == match { same += 1 } else { other += 1 }
    }
    return same >= other
  }

  // MARK: - Equal subtrees

  /// The indices of the hashes that occur once.
  private static func uniqueIndices(_ hashes: [Int], where isCounted: (Int) -> Bool = { _ in true }) -> [Int: Int] {
    var indices: [Int: Int] = [:]
    indices.reserveCapacity(hashes.count)
    for (index, hash) in hashes.enumerated() where isCounted(index) {
      if indices.updateValue(index, forKey: hash) != nil { indices[hash] = -1 }
    }
    return indices.filter { $0.value >= 0 }
  }

  /// Whether a subtree is distinctive enough to be recognised elsewhere: a single value isn't, but a statement with
  /// shadows, fields, a mutation or a comment is, such as `print "A"` or a call.
  private static func isTelling(_ tree: ProgramTree, _ index: Int, _ size: Int) -> Bool {
    if size > 1 { return true }
    let block = tree.blocks[index]
    if block.outputConnection != nil { return false }
    return block.comment != nil || block.mutator != nil || block.unknownMutation != nil
      || block.inputs.contains { $0.connection?.shadowSnapshot != nil || $0.fields.contains(where: \.isSaved) }
  }

  /// Matches subtrees that occur once in both programs, larger ones first.
  private mutating func matchUnique(_ hash: KeyPath<ProgramTree, [Int]>, size: KeyPath<ProgramTree, [Int]>) {
    let (oldHashes, oldSizes) = (old[keyPath: hash], old[keyPath: size])
    let others = Self.uniqueIndices(new[keyPath: hash]) { toOld[$0] < 0 }
    let own = Self.uniqueIndices(oldHashes) { toNew[$0] < 0 }
    for index in old.blocks.indices
    where toNew[index] < 0 && own[oldHashes[index]] != nil && Self.isTelling(old, index, oldSizes[index]) {
      guard let other = others[oldHashes[index]], toOld[other] < 0 else { continue }
      match(index, other, count: oldSizes[index])
    }
  }

  /// Matches equal statements next to matched ones.
  private mutating func matchNeighbours() {
    for index in old.blocks.indices where toNew[index] >= 0 { extend(from: index, old.below, new.below) }
    for index in old.blocks.indices.reversed() where toNew[index] >= 0 { extend(from: index, old.above, new.above) }
  }

  private mutating func extend(from index: Int, _ oldNext: [Int], _ newNext: [Int]) {
    var (mine, others) = (oldNext[index], newNext[toNew[index]])
    while mine >= 0, others >= 0, isFree(mine, others), old.hash[mine] == new.hash[others] {
      match(mine, others, count: old.size[mine])
      guard toNew[mine] == others else { return }
      (mine, others) = (oldNext[mine], newNext[others])
    }
  }

  /// Matches the remaining equal subtrees, in their order, as moved. A single value isn't distinctive enough.
  private mutating func matchMoved(_ hash: KeyPath<ProgramTree, [Int]>, size: KeyPath<ProgramTree, [Int]>) {
    let (oldHashes, newHashes) = (old[keyPath: hash], new[keyPath: hash])
    let (oldSizes, newSizes) = (old[keyPath: size], new[keyPath: size])
    var free: [Int: [Int]] = [:]
    for index in new.blocks.indices.reversed() where toOld[index] < 0 && Self.isTelling(new, index, newSizes[index]) {
      free[newHashes[index], default: []].append(index)
    }
    if free.isEmpty { return }
    for index in old.blocks.indices where toNew[index] < 0 && Self.isTelling(old, index, oldSizes[index]) {
      while let other = free[oldHashes[index]]?.popLast() {
        guard toOld[other] < 0 else { continue }
        match(index, other, count: oldSizes[index])
        break
      }
    }
  }

  // MARK: - Holders

  /// Matches blocks whose inputs hold matched blocks, from the inside out.
  private mutating func matchHolders() {
    for index in old.blocks.indices.reversed() where toNew[index] < 0 {
      var votes: [Int: Int] = [:]
      var count = 0
      for slot in old.slots[index] {
        var child = slot.head
        while child >= 0 {
          count += 1
          if toNew[child] >= 0 {
            let holder = new.holder[toNew[child]]
            if holder >= 0, toOld[holder] < 0 { votes[holder, default: 0] += 1 }
          }
          child = old.below[child]
        }
      }
      let ranked = votes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      for (holder, vote) in ranked where vote * 2 >= min(count, childCount(new, holder)) {
        if match(index, holder) { break }
      }
    }
  }

  private func childCount(_ tree: ProgramTree, _ index: Int) -> Int {
    tree.slots[index].reduce(0) { $0 + tree.list(from: $1.head).count }
  }

  // MARK: - Lists

  private mutating func matchLists() {
    for (mine, others) in stackPairs() { pendingLists.append((mine, others)) }
    for index in old.blocks.indices where toNew[index] >= 0 && old.hash[index] != new.hash[toNew[index]] {
      queueLists(index, toNew[index])
    }
    alignPendingLists()
  }

  private mutating func alignPendingLists() {
    var next = 0
    while next < pendingLists.count {
      align(pendingLists[next].old, pendingLists[next].new)
      next += 1
    }
    pendingLists = []
  }

  /// Matches statements that moved along with others, and were changed.
  private mutating func matchSimilarNeighbours() {
    for index in old.blocks.indices { matchSimilar(old.below, new.below, nextTo: index) }
    for index in old.blocks.indices.reversed() { matchSimilar(old.above, new.above, nextTo: index) }
    alignPendingLists()
  }

  private mutating func matchSimilar(_ oldNext: [Int], _ newNext: [Int], nextTo index: Int) {
    guard toNew[index] >= 0 else { return }
    let (mine, other) = (oldNext[index], newNext[toNew[index]])
    guard mine >= 0, other >= 0, similarity(mine, other) >= Self.similarityOfMoved, match(mine, other) else { return }
    queueLists(mine, other)
  }

  /// Matches statements that were moved and changed.
  private mutating func matchChangedMoved() {
    for pair in ChangedStatements(old, new, toNew: toNew, toOld: toOld).pairs where match(pair.old, pair.new) {
      queueLists(pair.old, pair.new)
    }
    alignPendingLists()
  }

  /// Queues the lists in the inputs of two matched blocks.
  private mutating func queueLists(_ mine: Int, _ other: Int) {
    for slot in old.slots[mine] {
      let head = new.slot(slot.input, of: other)
      if head >= 0 { pendingLists.append((slot.head, head)) }
    }
  }

  /// Returns the pairs of stacks that belong together: those with most matched statements in common, and of the
  /// others those with similar first blocks.
  private func stackPairs() -> [(old: Int, new: Int)] {
    var pairs: [(old: Int, new: Int)] = []
    var taken: Set<Int> = []
    var rest: [Int] = []
    var votes: [(old: Int, new: Int, count: Int)] = []
    for stack in old.stacks {
      var counts: [Int: Int] = [:]
      for index in old.list(from: stack) where toNew[index] >= 0 && new.holder[toNew[index]] < 0 {
        counts[new.head[toNew[index]], default: 0] += 1
      }
      votes += counts.map { (stack, $0.key, $0.value) }
    }
    var paired: Set<Int> = []
    for vote in votes.sorted(by: { ($1.count, $0.old, $0.new) < ($0.count, $1.old, $1.new) })
    where !paired.contains(vote.old) && !taken.contains(vote.new) {
      paired.insert(vote.old)
      taken.insert(vote.new)
      pairs.append((vote.old, vote.new))
    }
    rest = old.stacks.filter { !paired.contains($0) }
    var free = new.stacks.filter { !taken.contains($0) }
    for key in [\ProgramTree.ownHash, \ProgramTree.hash] { pairAlike(&rest, &free, by: key, into: &pairs) }
    // Pair the stacks of a type in order if both programs have equally many, such as the block where an app starts.
    let oldTypes = Dictionary(grouping: rest) { old.blocks[$0].type }
    let newTypes = Dictionary(grouping: free) { new.blocks[$0].type }
    for (type, mine) in oldTypes.sorted(by: { $0.value[0] < $1.value[0] }) {
      guard let others = newTypes[type], others.count == mine.count else { continue }
      for pair in ListAlignment.similar(mine.count, mine.count, { similarity(mine[$0], others[$1]) }) {
        pairs.append((mine[pair.old], others[pair.new]))
      }
    }
    return pairs
  }

  private func pairAlike(
    _ rest: inout [Int], _ free: inout [Int], by key: KeyPath<ProgramTree, [Int]>,
    into pairs: inout [(old: Int, new: Int)]
  ) {
    var byKey: [Int: [Int]] = [:]
    for index in free.reversed() { byKey[new[keyPath: key][index], default: []].append(index) }
    var taken: Set<Int> = []
    rest = rest.filter { index in
      guard let other = byKey[old[keyPath: key][index]]?.popLast() else { return true }
      taken.insert(other)
      pairs.append((index, other))
      return false
    }
    free.removeAll { taken.contains($0) }
  }

  /// Aligns two lists that begin with these blocks.
  private mutating func align(_ oldHead: Int, _ newHead: Int) {
    let (mine, others) = (old.list(from: oldHead), new.list(from: newHead))
    var positions: [Int: Int] = [:]
    for (position, index) in others.enumerated() { positions[index] = position }
    let anchors = mine.enumerated().compactMap { position, index in
      toNew[index] < 0 ? nil : positions[toNew[index]].map { (position, $0) }
    }
    var (start, otherStart) = (0, 0)
    for (end, otherEnd) in ListAlignment.increasing(anchors) + [(mine.count, others.count)] {
      alignGap(
        mine[start..<end].filter { toNew[$0] < 0 }, others[otherStart..<otherEnd].filter { toOld[$0] < 0 })
      (start, otherStart) = (end + 1, otherEnd + 1)
    }
  }

  /// Aligns the unmatched blocks between two matched ones.
  private mutating func alignGap(_ mine: [Int], _ others: [Int]) {
    if mine.isEmpty || others.isEmpty { return }
    let equal = ListAlignment.equal(mine.map { old.hash[$0] }, others.map { new.hash[$0] })
    var (start, otherStart) = (0, 0)
    for (end, otherEnd) in equal + [(mine.count, others.count)] {
      alignSimilar(Array(mine[start..<end]), Array(others[otherStart..<otherEnd]))
      if end < mine.count { match(mine[end], others[otherEnd], count: old.size[mine[end]]) }
      (start, otherStart) = (end + 1, otherEnd + 1)
    }
  }

  private mutating func alignSimilar(_ mine: [Int], _ others: [Int]) {
    if mine.isEmpty || others.isEmpty { return }
    for (position, otherPosition) in ListAlignment.similar(
      mine.count, others.count, { similarity(mine[$0], others[$1]) })
    {
      let (index, other) = (mine[position], others[otherPosition])
      if match(index, other) { queueLists(index, other) }
    }
    if mine.count == 1, others.count == 1, isFree(mine[0], others[0]) { matchWrapped(mine[0], others[0]) }
  }

  /// The similarity of two blocks; 0 if one can't become the other.
  private func similarity(_ mine: Int, _ other: Int) -> Int {
    guard canMatch(mine, other) else { return 0 }
    var similarity =
      old.ownHash[mine] == new.ownHash[other] ? 5 : old.plainHash[mine] == new.plainHash[other] ? 4 : 2
    for slot in old.slots[mine].prefix(Self.mostComparedInputs) {
      let head = new.slot(slot.input, of: other)
      guard head >= 0 else { continue }
      if old.listHash[slot.head] == new.listHash[head] {
        similarity += 3
      } else if old.blocks[slot.head].type == new.blocks[head].type {
        similarity += 1
      }
    }
    return similarity
  }

  private static let mostComparedInputs = 16
  /// A block of the same type with an equal input.
  private static let similarityOfMoved = 5
  private static let mostWrappedBlocks = 64

  /// Matches a value that was put into another one, or taken out of it.
  private mutating func matchWrapped(_ mine: Int, _ other: Int) {
    for index in other..<min(other + new.size[other], other + Self.mostWrappedBlocks)
    where new.hash[index] == old.hash[mine] && isFree(mine, index) {
      return match(mine, index, count: old.size[mine])
    }
    for index in mine..<min(mine + old.size[mine], mine + Self.mostWrappedBlocks)
    where old.hash[index] == new.hash[other] && isFree(index, other) {
      return match(index, other, count: new.size[other])
    }
  }
}
