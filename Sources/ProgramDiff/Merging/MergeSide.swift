import BlockModel

/// What one side of a merge did to the base: which blocks it moved and which parts it changed.
struct MergeSide {
  /// A list of blocks: in an input of a block, or a stack at the top level.
  enum ListKey: Hashable {
    case input(holder: Int, name: String)
    case stack(Int)
  }

  let match: ProgramMatch
  let tree: ProgramTree
  let content: BlockContent
  /// The side's block for each of the base, and the other way round; -1 for none.
  let fromBase: [Int]
  let toBase: [Int]
  /// The list of each block. Blocks of the base are called by their index there, others by theirs plus `offset`.
  private(set) var keys: [ListKey] = []
  /// Whether the side moved a block of the base.
  private(set) var hasMoved: [Bool] = []
  /// The parts of each block of the base that the side changed.
  private(set) var changedParts: [Int: [ContentPart: String?]] = [:]
  let offset: Int

  /// - Parameters:
  ///   - match: of the base with this side.
  ///   - base: the base's tree, whose hashes can be compared with those of both sides.
  ///   - baseContent: what made that tree.
  ///   - baseKeys: `baseKeys(_:)` of that tree.
  init(
    _ match: ProgramMatch, base: ProgramTree, baseContent: BlockContent, baseKeys: [ListKey], content: BlockContent,
    offset: Int
  ) {
    self.match = match
    self.content = content
    self.offset = offset
    tree = ProgramTree(match.newWorkspace, content: content)
    (fromBase, toBase) = (match.toNew, match.toOld)
    var stacks: [Int: Int] = [:]
    for pair in match.stackPairs { stacks[pair.new] = pair.old }
    keys = tree.blocks.indices.map { index in
      let holder = tree.holder[index]
      if holder >= 0 { return .input(holder: name(of: holder), name: tree.input[index]) }
      return .stack(stacks[tree.head[index]] ?? offset + tree.head[index])
    }
    findMoves(base, baseKeys)
    for index in base.blocks.indices where fromBase[index] >= 0 && base.ownHash[index] != tree.ownHash[fromBase[index]]
    {
      let (old, new) = (baseContent.parts(of: base.blocks[index]), content.parts(of: tree.blocks[fromBase[index]]))
      var changed: [ContentPart: String?] = [:]
      for part in Set(old.keys).union(new.keys) where old[part] != new[part] { changed[part] = new[part] }
      if !changed.isEmpty { changedParts[index] = changed }
    }
  }

  /// The lists of the base's own blocks.
  static func baseKeys(_ base: ProgramTree) -> [ListKey] {
    base.blocks.indices.map { index in
      base.holder[index] >= 0
        ? .input(holder: base.holder[index], name: base.input[index]) : .stack(base.head[index])
    }
  }

  /// What a block is called in all versions.
  func name(of index: Int) -> Int { toBase[index] >= 0 ? toBase[index] : offset + index }

  private mutating func findMoves(_ base: ProgramTree, _ baseKeys: [ListKey]) {
    hasMoved = Array(repeating: false, count: base.count)
    var places: [ListKey: [(old: Int, new: Int)]] = [:]
    for index in tree.blocks.indices where toBase[index] >= 0 {
      let own = toBase[index]
      if keys[index] == baseKeys[own] {
        places[keys[index], default: []].append((own, index))
      } else {
        hasMoved[own] = true
      }
    }
    for pairs in places.values where pairs.count > 1 {
      // A list's blocks are in reading order in both trees, so their indices say their order.
      let sorted = pairs.sorted { $0.old < $1.old }
      var stays: Set<Int> = []
      for pair in ListAlignment.increasing(sorted) { stays.insert(pair.old) }
      for pair in pairs where !stays.contains(pair.old) { hasMoved[pair.old] = true }
    }
  }

  /// The list of a block; a new stack is the same wherever it stands.
  func place(of index: Int) -> ListKey {
    if case .stack(let stack) = keys[index], stack >= offset { return .stack(-1) }
    return keys[index]
  }

  /// The nearest block above in the list that the base has, too; -1 for none.
  func baseAbove(_ index: Int) -> Int {
    var above = tree.above[index]
    while above >= 0, toBase[above] < 0 { above = tree.above[above] }
    return above < 0 ? -1 : toBase[above]
  }
}
