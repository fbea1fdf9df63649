import BlockModel

extension MergeScript {
  /// Whether ours removed a block of theirs around the contents of one of its inputs.
  private func isUnwrapped(_ holder: Int, around index: Int) -> Bool {
    guard holder >= 0, theirs.toBase[holder] >= 0 else { return false }
    return ours.unwrapped.contains(
      BlockMoves.Place(holder: theirs.toBase[holder], input: theirs.baseInput(of: index)))
  }

  /// The block of theirs itself, or the one around it that is in a list of ours: ours removed the blocks in between.
  func outer(_ index: Int) -> Int {
    var index = index
    while isUnwrapped(theirs.tree.holder[index], around: index) { index = theirs.tree.holder[index] }
    return index
  }

  /// Our name for the input that holds a block of theirs.
  func ourInput(of index: Int) -> String {
    let holder = theirs.tree.holder[index]
    guard holder >= 0, theirs.toBase[holder] >= 0, !renumbered.contains(theirs.toBase[holder]) else {
      return theirs.tree.input[index]
    }
    return ours.moves.newInput(theirs.baseInput(of: index), of: theirs.toBase[holder])
  }

  /// The nearest block above one of theirs that is in its list in ours, or the block around that. Blocks that ours
  /// moved don't count.
  func anchor(above index: Int, in holder: Block?, _ input: String) -> Block? {
    var level = index
    let end = outer(index)
    while true {
      var above = theirs.tree.above[level]
      while above >= 0 {
        if isMovedByOurs(above) {
          above = theirs.tree.above[above]
          continue
        }
        // Start with the last block in a block that ours removed.
        var pending = [above]
        while let candidate = pending.popLast() {
          if let block = blocks[candidate] {
            if let found = member(block, of: holder, input, next: index) { return found }
          } else {
            for slot in theirs.tree.slots[candidate] where isUnwrapped(candidate, around: slot.head) {
              pending += theirs.tree.list(from: slot.head)
            }
          }
        }
        above = theirs.tree.above[above]
      }
      if level == end { return nil }
      level = theirs.tree.holder[level]
    }
  }

  /// The statements that theirs replaced with a block, as ours has them: none unless ours put all of them into one
  /// new block.
  func replacedInWrapper(by index: Int) -> [Int] {
    let gap = theirs.gaps[index]
    guard theirs.toBase[index] < 0, gap.above >= 0 || gap.below < base.count else { return [] }
    let isUpwards = gap.below < base.count
    var nodes: [Int] = []
    var own = isUpwards ? base.above[gap.below] : base.below[gap.above]
    while own >= 0, own != gap.above {
      if theirs.fromBase[own] < 0, ours.fromBase[own] >= 0 { nodes.append(ours.fromBase[own]) }
      own = isUpwards ? base.above[own] : base.below[own]
    }
    guard let first = nodes.first, nodes.allSatisfy({ ours.tree.head[$0] == ours.tree.head[first] }),
      case let holder = ours.tree.holder[first], holder >= 0,
      ourWrappers.contains(ObjectIdentifier(ours.tree.blocks[holder]))
    else { return [] }
    return isUpwards ? nodes.reversed() : nodes
  }

  func isMovedByOurs(_ index: Int) -> Bool {
    let own = theirs.toBase[index]
    return own >= 0 && ours.fromBase[own] >= 0 && ours.hasMoved[own] && !theirs.hasMoved[own]
  }

  /// The member of a list that is this block, or a block that only one side has around it; nil if there is none. If
  /// such a block also contains the next block of theirs, returns the block inside it instead.
  private func member(_ block: Block, of holder: Block?, _ input: String, next index: Int) -> Block? {
    var member = block
    var inner: Block?
    var first = block
    while let superior = first.superiorConnection {
      let source = superior.sourceBlock
      first = source
      guard let sourceInput = superior.sourceInput else { continue }
      if source === holder, sourceInput.name == input { return inner ?? member }
      guard isTransparent(source) else { return nil }
      if inner == nil, isFollowed(member, byNextOf: index) { inner = member }
      member = source
    }
    return holder == nil ? inner ?? member : nil
  }

  /// Whether ours put a block around others, or theirs removed it from around them.
  func isTransparent(_ block: Block) -> Bool {
    if ourWrappers.contains(ObjectIdentifier(block)) { return true }
    guard let own = baseIndex(of: block), own >= 0 else { return false }
    return theirs.fromBase[own] < 0
  }

  /// Whether the next block below one of theirs follows another block in the same list of ours.
  private func isFollowed(_ block: Block, byNextOf index: Int) -> Bool {
    var below = theirs.tree.below[index]
    while below >= 0 {
      if var next = counterpart(below) {
        while next !== block {
          guard let superior = next.superiorConnection, superior.sourceInput == nil else { return false }
          next = superior.sourceBlock
        }
        return true
      }
      below = theirs.tree.below[below]
    }
    return false
  }

  /// Whether a block is in this input, or at the top level for nil.
  func isIn(_ block: Block, _ holder: Block?, _ input: String) -> Bool {
    var first = block
    while let superior = first.superiorConnection {
      if let sourceInput = superior.sourceInput {
        return superior.sourceBlock === holder && sourceInput.name == input
      }
      first = superior.sourceBlock
    }
    return holder == nil
  }
}
