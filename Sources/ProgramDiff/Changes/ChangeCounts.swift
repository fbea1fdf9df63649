/// The numbers of blocks, comments and variables that differ. A moved and changed block counts as both.
package struct ChangeCounts: Equatable {
  package var inserted = 0
  package var deleted = 0
  package var changed = 0
  package var moved = 0

  package init() {}

  package static func += (left: inout ChangeCounts, right: ChangeCounts) {
    left.inserted += right.inserted
    left.deleted += right.deleted
    left.changed += right.changed
    left.moved += right.moved
  }
}

extension ProgramChanges {
  package var counts: ChangeCounts {
    var counts = ChangeCounts()
    for change in changes {
      if change.old == nil { counts.inserted += 1 }
      if change.new == nil { counts.deleted += 1 }
      if !change.parts.isEmpty { counts.changed += 1 }
      if change.move != nil { counts.moved += 1 }
    }
    for comment in comments {
      if comment.old == nil {
        counts.inserted += 1
      } else if comment.new == nil {
        counts.deleted += 1
      } else {
        counts.changed += 1
      }
    }
    counts.inserted += createdVariables.count
    counts.deleted += deletedVariables.count
    counts.changed += variables.count
    return counts
  }
}
