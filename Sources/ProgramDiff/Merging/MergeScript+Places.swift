import BlockEditing
import BlockEvents
import BlockModel

extension MergeScript {
  // MARK: - Places

  /// Moves a block that theirs moved.
  func settlePlace(_ index: Int, _ block: Block) throws(EventError) {
    let own = theirs.toBase[index]
    guard theirs.hasPlaced(own, in: base) else {
      // A block that got another shape had no place before.
      if block.parent == nil, ours.tree.holder[ours.fromBase[own]] >= 0, theirs.tree.holder[index] >= 0,
        !ours.hasPlaced(own, in: base), blocks[theirs.tree.holder[index]] != nil
      {
        _ = try place(block, of: index)
        return
      }
      let (old, new) = (base.blocks[own], theirs.tree.blocks[index])
      guard old.parent == nil, new.parent == nil, new.position != old.position, new.position != block.position,
        block.parent == nil
      else { return }
      if block.position == old.position { return coordinator.move(block, to: new.position) }
      remarks.append("both sides move a stack; ours stays where it is: \(line(block, in: workspace))")
      return
    }
    // A block that one side puts into a new one with others, and the other moves elsewhere, is only moved.
    if ours.hasPlaced(own, in: base), !ours.onlyWraps(own, withoutThoseOf: theirs) {
      if theirs.onlyWraps(own, withoutThoseOf: ours) { return }
      if !isPlacedAlike(index) {
        report(
          .move, "both sides move it to different places: \(line(block, in: workspace))", block,
          lineCopy(index, block))
      }
      return
    }
    let holder = theirs.tree.holder[outer(index)]
    var target = holder >= 0 ? blocks[holder] : nil
    // Ours deleted its holder, which is a conflict of its own.
    if holder >= 0, target == nil { return }
    while let next = target {
      if next === block {
        return report(
          .move, "each side puts one block into the other: \(line(block, in: workspace))", block,
          lineCopy(index, block))
      }
      target = next.surroundingBlock
    }
    if !theirs.hasMoved[own] { try bringAdditions(above: index) }
    let former = block.superiorConnection
    let position = block.position
    coordinator.disconnect(block, heal: true)
    if try place(block, of: index) {
      if !theirs.hasMoved[own] { try bringAdditions(below: index, block) }
      return
    }
    if let former { _ = try insert(block, at: former) } else { coordinator.move(block, to: position) }
    report(
      .place, "theirs moves a block where ours has another or no place: \(line(block, in: workspace))", block,
      lineCopy(index, block))
  }

  /// Moves the blocks that ours added or moved between two statements into the block that theirs put around both, and
  /// those with which ours replaced the first ones.
  private func bringAdditions(above index: Int) throws(EventError) {
    let (deleted, theirAbove) = deletedByOurs(beside: index, theirs.tree.above)
    let (additions, above) = additions(beside: index, ours.tree.above)
    if theirAbove >= 0 {
      guard above >= 0, ours.toBase[above] == theirs.toBase[theirAbove], let anchor = present(ours.toBase[above]) else {
        return
      }
      return try bring(additions.reversed(), to: anchor.nextConnection)
    }
    let holder = theirs.tree.holder[index]
    let input = holder < 0 ? nil : blocks[holder]?.firstInput(withName: ourInput(of: index))
    try bring(additions.reversed().filter { replaces($0, deleted) }, to: input?.connection)
  }

  /// Moves the blocks with which ours replaced the last statements in a block that theirs put around them.
  private func bringAdditions(below index: Int, _ block: Block) throws(EventError) {
    let (deleted, theirBelow) = deletedByOurs(beside: index, theirs.tree.below)
    if theirBelow >= 0 || deleted.isEmpty { return }
    let additions = additions(beside: index, ours.tree.below).nodes.filter { replaces($0, deleted) }
    try bring(additions, to: block.nextConnection)
  }

  /// The blocks of the base above or below one of theirs that ours deleted, up to the first one that ours has, and
  /// its index in theirs, or -1.
  private func deletedByOurs(beside index: Int, _ next: [Int]) -> (deleted: [Int], end: Int) {
    var deleted: [Int] = []
    var other = next[index]
    while other >= 0, theirs.toBase[other] < 0 || ours.fromBase[theirs.toBase[other]] < 0 {
      if theirs.toBase[other] >= 0 { deleted.append(theirs.toBase[other]) }
      other = next[other]
    }
    return (deleted, other)
  }

  /// The blocks that ours added or moved directly above or below a block, the nearest first, and the index in ours of
  /// the block that follows, or -1.
  private func additions(beside index: Int, _ next: [Int]) -> (nodes: [Int], end: Int) {
    var nodes: [Int] = []
    var node = next[ours.fromBase[theirs.toBase[index]]]
    while node >= 0 {
      let own = ours.toBase[node]
      let isBrought =
        own < 0
        ? oursAlone.contains(ObjectIdentifier(ours.tree.blocks[node]))
        : ours.hasMoved[own] && theirs.fromBase[own] >= 0 && !theirs.hasMoved[own]
      guard isBrought else { break }
      nodes.append(node)
      node = next[node]
    }
    return (nodes, node)
  }

  /// Whether a block of ours is in the place that one of these had in the base.
  private func replaces(_ node: Int, _ deleted: [Int]) -> Bool {
    deleted.contains { ours.gaps[node].above < $0 && $0 < ours.gaps[node].below }
  }

  /// Puts blocks of ours, one below the other, at a connection.
  private func bring(_ nodes: [Int], to first: Connection?) throws(EventError) {
    var next = first
    for node in nodes {
      guard let connection = next else { return }
      let block = ours.tree.blocks[node]
      if connection.targetBlock !== block {
        coordinator.disconnect(block, heal: true)
        _ = try insert(block, at: connection)
      }
      next = block.nextConnection
    }
  }

  /// The list of a block of theirs. Blocks that both sides added count as ours.
  private func key(_ index: Int) -> BlockMoves.Place {
    if let own = common[theirs.tree.holder[index]] {
      return BlockMoves.Place(holder: ours.name(of: own), input: theirs.tree.input[index])
    }
    return theirs.list(of: index)
  }

  /// Our block for one of the base; nil if it was deleted.
  func present(_ index: Int) -> Block? {
    guard ours.fromBase[index] >= 0 else { return nil }
    let block = ours.tree.blocks[ours.fromBase[index]]
    return workspace.blocks[block.id] === block ? block : nil
  }

  /// Our block for one of theirs that hasn't been settled yet.
  func counterpart(_ index: Int) -> Block? {
    if let own = common[index] { return ours.tree.blocks[own] }
    return theirs.toBase[index] >= 0 ? present(theirs.toBase[index]) : blocks[index]
  }

  // MARK: - Placing

  /// Puts a top-level block in its place in theirs: after the nearest block above it that is in that list.
  /// - Returns: false if there is no place for it.
  func place(_ block: Block, of index: Int) throws(EventError) -> Bool {
    let end = outer(index)
    let holder = theirs.tree.holder[end] >= 0 ? blocks[theirs.tree.holder[end]] : nil
    let input = ourInput(of: end)
    if let wrapped = wrapped(by: index, in: holder, input), try insert(block, above: wrapped) { return true }
    if try insert(block, inPlaceOf: replacedInWrapper(by: index), of: index) { return true }
    if let anchor = anchor(above: index, in: holder, input) { return try insert(block, behind: anchor, of: index) }
    guard let holder else { return try placeStack(block, index) }
    guard let connection = holder.firstInput(withName: input)?.connection else {
      // Only blocks of unknown types get inputs from their contents.
      guard holder.isUnknown else { return false }
      // The kind is inferred from the name otherwise, which is a guess.
      let kind = theirs.tree.blocks[theirs.tree.holder[end]].firstInput(withName: theirs.tree.input[end])?.kind
      if let kind { holder.inferInput(named: input, kind: kind) }
      try coordinator.move(blockID: block.id, to: BlockLocation(parentID: holder.id, inputName: input))
      return true
    }
    guard connection.kind != .inputValue else { return try insertValue(block, at: connection) }
    clear(connection, for: block)
    if let head = connection.targetBlock, !head.isShadow, isOurs(head, before: block, of: index) {
      return try insert(block, behind: head, of: index)
    }
    guard try insert(block, at: connection) else { return false }
    remarkOnNext(of: block, of: index)
    return true
  }

  /// The first statement that theirs put into a new block, if ours left it there. The new block takes its place.
  private func wrapped(by index: Int, in holder: Block?, _ input: String) -> Block? {
    guard theirs.toBase[index] < 0 else { return nil }
    for part in index + 1..<index + theirs.tree.size[index] {
      let own = theirs.toBase[part]
      guard own >= 0, theirs.hasWrapped[own], !theirs.hasMoved[own], let block = present(own),
        block.outputConnection == nil, !ours.hasPlaced(own, in: base)
      else { continue }
      return isIn(block, holder, input) ? block : nil
    }
    return nil
  }

  /// Inserts a statement into the block that ours put around the statements that it replaces.
  /// - Returns: false if there is none.
  private func insert(_ block: Block, inPlaceOf nodes: [Int], of index: Int) throws(EventError) -> Bool {
    guard let first = nodes.first, block.previousConnection != nil else { return false }
    let wrapper = ours.tree.blocks[ours.tree.holder[first]]
    let input = ours.tree.input[first]
    guard workspace.blocks[wrapper.id] === wrapper, let connection = wrapper.firstInput(withName: input)?.connection
    else {
      return false
    }
    func isThere(_ block: Block) -> Bool { workspace.blocks[block.id] === block && isIn(block, wrapper, input) }
    if case let above = theirs.tree.above[index], above >= 0, theirs.toBase[above] < 0, let other = blocks[above],
      isThere(other)
    {
      return try insert(block, behind: other, of: index)
    }
    var node = ours.tree.above[first]
    while node >= 0, !isThere(ours.tree.blocks[node]) { node = ours.tree.above[node] }
    if node >= 0 { return try insert(block, behind: ours.tree.blocks[node], of: index) }
    return try insert(block, at: connection)
  }

  private func insert(_ block: Block, above present: Block) throws(EventError) -> Bool {
    if let superior = present.superiorConnection { return try insert(block, at: superior) }
    guard block.lastInStack.nextConnection != nil else { return false }
    coordinator.put(block, above: present)
    return true
  }

  /// Puts a statement on top of the stack that it heads in theirs, or leaves it as a new stack.
  private func placeStack(_ block: Block, _ index: Int) throws(EventError) -> Bool {
    // First skip blocks that ours moved, as they aren't in their old places; then use them if there are no others.
    for maySkip in [true, false] {
      var below = theirs.tree.below[index]
      while below >= 0 {
        // Blocks that ours put around it are included. A block that doesn't exist yet takes the place of its
        // contents.
        if isSettled(below), !(maySkip && isMovedByOurs(below)),
          let other = counterpart(below).map(outsideWrappers) ?? wrapped(by: below, in: nil, ""),
          other !== block, other.surroundingBlock == nil, other.outputConnection == nil
        {
          return try insert(block, aboveOthersAnd: other, of: index)
        }
        below = theirs.tree.below[below]
      }
    }
    if let first = ourStack(of: index).first {
      if isOurs(first, before: block, of: index) { return try insert(block, behind: first, of: index) }
      return try insert(block, above: first)
    }
    if theirs.toBase[index] >= 0 { coordinator.move(block, to: theirs.tree.blocks[index].root.position) }
    return true
  }

  /// The blocks that ours put into the stack of a block of theirs, all other blocks of which were taken out; empty
  /// for a new stack.
  private func ourStack(of index: Int) -> [Block] {
    let list = theirs.list(of: index)
    guard list.holder < 0, list.stack >= 0, let head = ours.moves.stacks.toNew[list.stack] else { return [] }
    return ours.tree.list(from: head).map { ours.tree.blocks[$0] }.filter {
      workspace.blocks[$0.id] === $0 && $0.surroundingBlock == nil && isPutByOurs($0)
    }
  }

  /// Inserts a statement above another one, and above the blocks that ours put there and that come after it.
  private func insert(_ block: Block, aboveOthersAnd last: Block, of index: Int) throws(EventError) -> Bool {
    var below = last
    while let above = below.superiorConnection?.sourceBlock, isPutByOurs(above),
      !isOurs(above, before: block, of: index)
    {
      below = above
    }
    let above = below.superiorConnection?.sourceBlock
    guard try insert(block, above: below) else { return false }
    if let above, oursAlone.contains(ObjectIdentifier(above)) {
      remark(on: above, block, of: index)
    } else {
      remarkOnNext(of: block, of: index)
    }
    return true
  }

  private func outsideWrappers(_ block: Block) -> Block {
    var block = block
    while let holder = block.surroundingBlock, isTransparent(holder) { block = holder }
    return block
  }

  /// Whether ours has a block where theirs has it, or the merge doesn't move it there.
  private func isSettled(_ index: Int) -> Bool {
    let own = theirs.toBase[index]
    return own < 0 || !theirs.hasPlaced(own, in: base) || ours.hasPlaced(own, in: base) && isPlacedAlike(index)
  }

  /// Whether both sides put a block into the same list, below the same block.
  private func isPlacedAlike(_ index: Int) -> Bool {
    let own = ours.fromBase[theirs.toBase[index]]
    return own >= 0 && ours.list(of: own) == key(index) && ours.baseAbove(own) == theirs.baseAbove(index)
  }

  /// Inserts a statement after another one, and after the blocks that ours put there.
  private func insert(_ block: Block, behind first: Block, of index: Int) throws(EventError) -> Bool {
    var anchor = first
    var isBehindOurs = false
    while true {
      if let connection = anchor.nextConnection { clear(connection, for: block) }
      guard let next = anchor.nextInStack, isOurs(next, before: block, of: index) else { break }
      (anchor, isBehindOurs) = (next, true)
    }
    // Nothing can follow a block that ends the stack, but a block can be inserted before those of ours.
    if isBehindOurs, anchor.nextConnection == nil, !anchor.isUnknown { anchor = first }
    guard let connection = anchor.nextConnection ?? (anchor.isUnknown ? anchor.inferNext() : nil) else { return false }
    guard try insert(block, at: connection) else { return false }
    if isKept(block) { return true }
    if isBehindOurs || isOurs(anchor, before: block, of: index) {
      remark(on: anchor, block, of: index)
    } else {
      remarkOnNext(of: block, of: index)
    }
    return true
  }

  /// Whether ours added a block, or moved it to its place.
  private func isPutByOurs(_ block: Block) -> Bool {
    if oursAlone.contains(ObjectIdentifier(block)) { return true }
    guard let own = baseIndex(of: block), own >= 0 else { return false }
    let other = theirs.fromBase[own]
    return ours.hasMoved[own] && !(other >= 0 && theirs.hasMoved[own] && isPlacedAlike(other))
  }

  /// Whether ours put a block in its place, and one of theirs comes after it: the one that is further up among the
  /// blocks of the base comes first. In the same gap, added blocks come before moved ones, and of the same kind, ours
  /// comes first.
  private func isOurs(_ present: Block, before block: Block, of index: Int) -> Bool {
    guard isPutByOurs(present), let node = ourNodes[ObjectIdentifier(present)] else { return false }
    let (own, other) = (ours.gaps[node], theirs.gaps[index])
    if own < other || other < own { return own < other }
    return ours.toBase[node] < 0 || !created.contains(ObjectIdentifier(block))
  }

  /// Adds the remark that both sides put blocks in one place.
  private func remark(on own: Block, _ block: Block, of index: Int, isFirst: Bool = true) {
    guard let node = ourNodes[ObjectIdentifier(own)] else { return }
    let (gap, other) = (ours.gaps[node], theirs.gaps[index])
    guard gap.contains(other) || other.contains(gap) else { return }
    let lines = (line(own, in: workspace), line(block, in: workspace))
    remarks.append(
      isFirst
        ? "both sides add blocks at one place; ours come first: \(lines.0), \(lines.1)"
        : "both sides add blocks at one place; theirs come first: \(lines.1), \(lines.0)")
  }

  /// Adds the same remark about a block that ours put below a block of theirs.
  private func remarkOnNext(of block: Block, of index: Int) {
    if let next = block.lastInStack.nextInStack, isPutByOurs(next) {
      remark(on: next, block, of: index, isFirst: false)
    }
  }

  /// Puts a statement at a connection, above the block there.
  func insert(_ block: Block, at connection: Connection) throws(EventError) -> Bool {
    if connection.kind == .inputValue { return try insertValue(block, at: connection) }
    if block.previousConnection == nil, !block.isUnknown { return false }
    clear(connection, for: block)
    let end = block.lastInStack
    let present = connection.targetBlock.flatMap { $0.isShadow ? nil : $0 }
    if present != nil, end.nextConnection == nil, !end.isUnknown { return false }
    if let present { try coordinator.move(blockID: present.id, to: .aside) }
    try coordinator.move(blockID: block.id, to: location(of: connection))
    if let present { try coordinator.move(blockID: present.id, to: BlockLocation(parentID: end.id)) }
    return true
  }

  /// Disconnects blocks that theirs moves later, if they would follow a block that ends the stack.
  private func clear(_ connection: Connection, for block: Block) {
    while block.lastInStack.nextConnection == nil, let present = connection.targetBlock, isMovedByTheirs(present) {
      coordinator.disconnect(present, heal: true)
    }
  }

  private func insertValue(_ block: Block, at connection: Connection) throws(EventError) -> Bool {
    if block.outputConnection == nil, !block.isUnknown { return false }
    if let present = connection.targetBlock, !present.isShadow {
      // Theirs moves it elsewhere later.
      guard isMovedByTheirs(present) else { return false }
      try coordinator.move(blockID: present.id, to: .aside)
    }
    try coordinator.move(blockID: block.id, to: location(of: connection))
    return true
  }

  func isMovedByTheirs(_ block: Block) -> Bool {
    guard let own = baseIndex(of: block), own >= 0, theirs.fromBase[own] >= 0 else { return false }
    return theirs.hasPlaced(own, in: base) && !ours.hasPlaced(own, in: base)
  }

  /// Whether theirs left a block of the base in its place.
  private func isKept(_ block: Block) -> Bool {
    guard let own = baseIndex(of: block), own >= 0 else { return false }
    return !theirs.hasMoved[own]
  }

  private func location(of connection: Connection) -> BlockLocation {
    BlockLocation(parentID: connection.sourceBlock.id, inputName: connection.sourceInput?.name)
  }
}
