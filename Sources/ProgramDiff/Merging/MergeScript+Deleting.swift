import BlockEvents
import BlockModel

extension MergeScript {
  /// The blocks of the base that a side put blocks into, unless `other` only removed the block around their contents.
  private func grown(_ side: MergeSide, for other: MergeSide, except others: (Int) -> Bool) -> Set<Int> {
    var grown: Set<Int> = []
    for index in side.tree.blocks.indices where side.tree.holder[index] >= 0 && !others(index) {
      let own = side.toBase[index]
      guard own < 0 || side.hasMoved[own] else { continue }
      let holder = side.toBase[side.tree.holder[index]]
      guard holder >= 0, own < 0 || base.holder[own] != holder else { continue }
      let place = BlockMoves.Place(holder: holder, input: side.baseInput(of: index))
      if !other.unwrapped.contains(place) { grown.insert(holder) }
    }
    return grown
  }

  /// Whether a side made a change to a block that would be lost with the block.
  private func changes(_ side: MergeSide, _ index: Int, _ grown: Set<Int>, for other: MergeSide) -> Bool {
    let changed = side.changedParts[index] ?? [:]
    // Deleting the block includes deleting its comment.
    return changed.contains { $0.key != .property(.comment) || $0.value != nil } || side.hasMoved[index]
      || side.hasWrappedAlone(index, for: other) || grown.contains(index)
  }

  /// Returns the outermost blocks that theirs deleted and ours left as they were, and reports the others.
  func findDeletions() -> [Int] {
    let (ourRegions, theirRegions) = (ours.regions, theirs.regions)
    let shared = Set(common.values)
    let ourGrown = grown(ours, for: theirs) { shared.contains($0) }
    let theirGrown = grown(theirs, for: ours) { common[$0] != nil }
    var ourConflicts: Set<Int> = []
    var theirConflicts: Set<Int> = []
    for index in base.blocks.indices {
      let (own, other) = (ours.fromBase[index], theirs.fromBase[index])
      if other < 0, own >= 0 {
        if changes(ours, index, ourGrown, for: theirs), theirConflicts.insert(theirRegions[index]).inserted {
          let block = ours.tree.blocks[own]
          report(
            .deletion, "theirs deletes what ours changes: \(line(deletedHead(own), in: workspace))", block,
            .base(theirRegions[index]))
        }
      } else if own < 0, other >= 0 {
        if changes(theirs, index, theirGrown, for: ours), ourConflicts.insert(ourRegions[index]).inserted {
          let root = theirs.fromBase[ourRegions[index]]
          let shown = root >= 0 ? root : other
          report(
            .deletion,
            "ours deletes what theirs changes: \(line(theirs.tree.blocks[shown], in: theirWorkspace))", nil,
            .theirs(shown, isWhole: true))
        }
      }
    }
    return base.blocks.indices.filter { theirRegions[$0] == $0 && !theirConflicts.contains($0) }
  }

  /// The outermost block in the line of one of ours, up to the first that theirs kept.
  private func deletedHead(_ own: Int) -> Block {
    var head = own
    while ours.tree.blocks[head].outputConnection?.target != nil, ours.tree.holder[head] >= 0 {
      let holder = ours.toBase[ours.tree.holder[head]]
      guard holder >= 0, theirs.fromBase[holder] < 0 else { break }
      head = ours.tree.holder[head]
    }
    return ours.tree.blocks[head]
  }

  func delete(_ roots: [Int]) throws(EventError) {
    let deleted = Set(roots)
    for root in roots {
      try deadline.check()
      let region = root..<root + base.size[root]
      // Take out the contents that theirs kept first.
      for part in region where theirs.regions[part] == root {
        guard let block = present(part) else { continue }
        for slot in base.slots[part] {
          if theirs.unwrapped.contains(BlockMoves.Place(holder: part, input: slot.input)) {
            try unwrap(slot.input, of: part, block, deleted)
            continue
          }
          for child in base.list(from: slot.head) where theirs.fromBase[child] >= 0 {
            if let kept = present(child), block.contains(kept) { coordinator.disconnect(kept, heal: true) }
          }
        }
      }
      for part in region where theirs.regions[part] == root {
        guard let block = present(part) else { continue }
        coordinator.disconnect(block, heal: true)
        try coordinator.delete(blockID: block.id)
      }
    }
  }

  /// Puts the contents of a block's input in the block's place, above the block.
  /// - Parameter deleted: the outermost deleted blocks.
  private func unwrap(_ input: String, of part: Int, _ block: Block, _ deleted: Set<Int>) throws(EventError) {
    func content(of block: Block, _ part: Int, _ input: String) -> Block? {
      block.firstInput(withName: ours.moves.newInput(input, of: part))?.realBlock
    }
    guard var head = content(of: block, part, input) else { return }
    // Skip values that theirs deletes, too: they need not fit into the place of the outer one.
    while head.outputConnection != nil, let inner = baseIndex(of: head), inner >= 0,
      let slot = base.slots[inner].first(where: {
        theirs.unwrapped.contains(BlockMoves.Place(holder: inner, input: $0.input))
      }), let next = content(of: head, inner, slot.input)
    {
      head = next
    }
    coordinator.disconnect(head, heal: false)
    // A block that ends the stack can't have others below it: disconnect those that are deleted or moved later.
    let end = head.lastInStack
    while end.nextConnection == nil, !end.isUnknown, let next = block.nextInStack {
      let isDeleted =
        baseIndex(of: next).map { $0 >= 0 && deleted.contains(theirs.regions[$0]) } ?? false
      guard isDeleted || isMovedByTheirs(next) else { break }
      coordinator.disconnect(next, heal: true)
    }
    let superior = block.superiorConnection
    if superior?.kind == .inputValue || block.nextInStack == nil { coordinator.disconnect(block, heal: false) }
    if let superior {
      if try insert(head, at: superior) { return }
      report(
        .place, "theirs removes a block around blocks that need it: \(line(head, in: workspace))", head,
        nil)
    } else if block.nextInStack == nil {
      coordinator.move(head, to: block.position)
    } else {
      coordinator.put(head, above: block)
    }
  }
}
