import BlockModel

/// The changes of one side of a merge: the blocks of the base that it moved and the parts that it changed.
struct MergeSide {
  let match: ProgramMatch
  let moves: BlockMoves
  let tree: ProgramTree
  /// The side's block for each of the base, and vice versa; -1 for none.
  let fromBase: [Int]
  let toBase: [Int]
  /// Whether the side moved a block of the base.
  private(set) var hasMoved: [Bool] = []
  /// Whether the side put a block of the base into one that it added.
  private(set) var hasWrapped: [Bool] = []
  /// The outermost deleted block around each block of the base that the side deleted; -1 for a kept block.
  private(set) var regions: [Int] = []
  /// The inputs of deleted blocks of the base whose kept contents, all in one list, took the place of the block.
  private(set) var unwrapped: Set<BlockMoves.Place> = []
  /// The parts of each block of the base that the side changed.
  private(set) var changedParts: [Int: [ContentPart: String?]] = [:]
  /// The gap of each block of the side, among the blocks of the base that it left in place.
  private(set) var gaps: [Gap] = []
  private let offset: Int

  /// The blocks of the base above and below a block, by their indices. Blocks that replace deleted ones are between
  /// those around them.
  struct Gap {
    /// -1 for none.
    var above: Int
    /// The number of blocks for none.
    var below: Int

    func contains(_ other: Gap) -> Bool { above <= other.above && other.below <= below }

    static func < (first: Gap, second: Gap) -> Bool { first.above + first.below < second.above + second.below }
  }

  /// - Parameters:
  ///   - match: the match of the base with this side.
  ///   - base: the base's tree, whose hashes can be compared with those of both sides.
  ///   - baseContent: the content that the base's tree was made with.
  ///   - offset: the number added to the indices of the blocks that the side added, to make their names.
  init(_ match: ProgramMatch, base: ProgramTree, baseContent: BlockContent, content: BlockContent, offset: Int) {
    self.match = match
    self.offset = offset
    moves = BlockMoves(match)
    tree = ProgramTree(match.newWorkspace, content: content)
    (fromBase, toBase) = (match.toNew, match.toOld)
    hasMoved = fromBase.map { $0 >= 0 && moves.isMoved[$0] }
    hasWrapped = fromBase.map { $0 >= 0 && tree.holder[$0] >= 0 && toBase[tree.holder[$0]] < 0 }
    findUnwrapped(base)
    findGaps(base)
    for index in base.blocks.indices where fromBase[index] >= 0 && base.ownHash[index] != tree.ownHash[fromBase[index]]
    {
      let (old, new) = (baseContent.parts(of: base.blocks[index]), content.parts(of: tree.blocks[fromBase[index]]))
      var changed: [ContentPart: String?] = [:]
      for part in Set(old.keys).union(new.keys) where old[part] != new[part] { changed[part] = new[part] }
      if !changed.isEmpty { changedParts[index] = changed }
    }
  }

  private mutating func findGaps(_ base: ProgramTree) {
    gaps = Array(repeating: Gap(above: -1, below: base.count), count: tree.count)
    func landmark(_ index: Int) -> Int? { toBase[index] >= 0 && !hasMoved[toBase[index]] ? toBase[index] : nil }
    for index in tree.blocks.indices where tree.above[index] >= 0 {
      gaps[index].above = landmark(tree.above[index]) ?? gaps[tree.above[index]].above
    }
    for index in tree.blocks.indices.reversed() where tree.below[index] >= 0 {
      gaps[index].below = landmark(tree.below[index]) ?? gaps[tree.below[index]].below
    }
  }

  private mutating func findUnwrapped(_ base: ProgramTree) {
    regions = Array(repeating: -1, count: base.count)
    var kept: [Int: [Int]] = [:]
    for index in base.blocks.indices {
      let holder = base.holder[index]
      let region = holder < 0 ? -1 : regions[holder]
      if fromBase[index] < 0 {
        regions[index] = region >= 0 ? region : index
      } else if region >= 0 {
        kept[region, default: []].append(index)
      }
    }
    for (region, indices) in kept {
      let list = tree.head[fromBase[indices[0]]]
      let isValue = base.blocks[region].outputConnection != nil
      let isTogether = indices.allSatisfy { index in
        !hasMoved[index] && !hasWrapped[index] && tree.head[fromBase[index]] == list
          && (base.blocks[index].outputConnection != nil) == isValue
      }
      guard isTogether else { continue }
      for index in indices {
        var part = index
        while case let holder = base.holder[part], part != region,
          unwrapped.insert(BlockMoves.Place(holder: holder, input: base.input[part])).inserted
        {
          part = holder
        }
      }
    }
  }

  /// Whether the side put a block of the base into another list, or elsewhere in its list.
  func hasPlaced(_ index: Int, in base: ProgramTree) -> Bool {
    if hasMoved[index] || hasWrapped[index] { return true }
    let holder = base.holder[index]
    return holder >= 0 && fromBase[holder] < 0
      && !unwrapped.contains(BlockMoves.Place(holder: holder, input: base.input[index]))
  }

  /// The name of a block that is valid in all versions: its index in the base, or else a number of its own.
  func name(of index: Int) -> Int { toBase[index] >= 0 ? toBase[index] : offset + index }

  /// The list of a block. All new stacks count as the same list.
  func list(of index: Int) -> BlockMoves.Place {
    let holder = tree.holder[index]
    guard holder >= 0 else {
      return BlockMoves.Place(holder: -1, input: "", stack: moves.stacks.toOld[tree.head[index]] ?? -1)
    }
    return BlockMoves.Place(holder: name(of: holder), input: baseInput(of: index))
  }

  /// The base's name for the input that holds a block.
  func baseInput(of index: Int) -> String {
    let holder = tree.holder[index]
    guard holder >= 0, toBase[holder] >= 0 else { return tree.input[index] }
    return moves.oldInput(tree.input[index], of: toBase[holder])
  }

  /// The nearest block above in the list that is also in the base, as its index there; -1 for none.
  func baseAbove(_ index: Int) -> Int {
    var above = tree.above[index]
    while above >= 0, toBase[above] < 0 { above = tree.above[above] }
    return above < 0 ? -1 : toBase[above]
  }

  /// Whether the side put a block into a new one that holds no other block that `other` kept.
  func hasWrappedAlone(_ index: Int, for other: MergeSide) -> Bool {
    guard hasWrapped[index] else { return false }
    return tree.list(from: tree.head[fromBase[index]]).allSatisfy { toBase[$0] < 0 || other.fromBase[toBase[$0]] < 0 }
  }

  /// Whether the side only put a block into a new one, together with others that `other` leaves in place, while
  /// `other` moves the block.
  func onlyWraps(_ index: Int, withoutThoseOf other: MergeSide) -> Bool {
    guard hasWrapped[index], !hasMoved[index], other.hasMoved[index] else { return false }
    return tree.list(from: tree.head[fromBase[index]]).contains {
      let own = toBase[$0]
      return own >= 0 && !hasMoved[own] && other.fromBase[own] >= 0 && !other.hasMoved[own]
    }
  }
}
