import BlockEvents
import BlockModel

extension MergeScript {
  /// The outermost deleted block around each block of the base that a side deleted; -1 for a block that is still there.
  private func regions(_ side: MergeSide) -> [Int] {
    var regions = Array(repeating: -1, count: base.count)
    for index in base.blocks.indices where side.fromBase[index] < 0 {
      let holder = base.holder[index]
      regions[index] = holder >= 0 && regions[holder] >= 0 ? regions[holder] : index
    }
    return regions
  }

  /// The blocks of the base into which a side put blocks.
  private func grown(_ side: MergeSide, except others: (Int) -> Bool) -> Set<Int> {
    var grown: Set<Int> = []
    for index in side.tree.blocks.indices where side.tree.holder[index] >= 0 && !others(index) {
      let own = side.toBase[index]
      guard own < 0 || side.hasMoved[own] else { continue }
      let holder = side.toBase[side.tree.holder[index]]
      if holder >= 0, own < 0 || base.holder[own] != holder { grown.insert(holder) }
    }
    return grown
  }

  /// Returns the outermost blocks that theirs deleted and ours left as they were, and reports the others.
  func findDeletions() -> [Int] {
    let (ourRegions, theirRegions) = (regions(ours), regions(theirs))
    let shared = Set(common.values)
    let (ourGrown, theirGrown) = (
      grown(ours) { shared.contains($0) }, grown(theirs) { common[$0] != nil }
    )
    var ourConflicts: Set<Int> = []
    var theirConflicts: Set<Int> = []
    for index in base.blocks.indices {
      let (own, other) = (ours.fromBase[index], theirs.fromBase[index])
      if other < 0, own >= 0 {
        if ours.changedParts[index] != nil || ours.hasMoved[index] || ourGrown.contains(index),
          theirConflicts.insert(theirRegions[index]).inserted
        {
          let block = ours.tree.blocks[own]
          report(
            .deletion, "theirs deletes what ours changes: \(line(block, in: workspace))", block,
            .base(theirRegions[index]))
        }
      } else if own < 0, other >= 0 {
        if theirs.changedParts[index] != nil || theirs.hasMoved[index] || theirGrown.contains(index),
          ourConflicts.insert(ourRegions[index]).inserted
        {
          let root = theirs.fromBase[ourRegions[index]]
          let place = root >= 0 ? root : other
          report(
            .deletion,
            "ours deletes what theirs changes: \(line(theirs.tree.blocks[place], in: theirWorkspace))", nil,
            .theirs(place, isWhole: true))
        }
      }
    }
    return base.blocks.indices.filter { theirRegions[$0] == $0 && !theirConflicts.contains($0) }
  }

  func delete(_ roots: [Int]) throws(EventError) {
    for root in roots where ours.fromBase[root] >= 0 {
      let block = ours.tree.blocks[ours.fromBase[root]]
      // What theirs moved out of it.
      for part in base.blocks.indices[root..<root + base.size[root]]
      where theirs.fromBase[part] >= 0 && ours.fromBase[part] >= 0 {
        let holder = base.holder[part]
        guard holder >= 0, theirs.fromBase[holder] < 0 else { continue }
        coordinator.disconnect(ours.tree.blocks[ours.fromBase[part]], heal: true)
      }
      coordinator.disconnect(block, heal: true)
      try coordinator.delete(blockID: block.id)
    }
  }
}
