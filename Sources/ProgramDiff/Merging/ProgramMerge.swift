import BlockEvents
import BlockModel

/// Merges two programs that derive from a third one.
public struct ProgramMerge {
  /// The contradictions; empty for a clean merge.
  public let conflicts: [MergeConflict]
  /// Sentences on changes that a user should check, although they are no conflict: two insertions in one place.
  public let remarks: [String]
  /// The events that apply their changes to ours, in one group.
  public let events: [BlocklyEvent]

  /// Applies the changes from base to theirs to ours. In a conflict ours stays, and theirs is added next to it, as a
  /// disabled copy with a comment.
  /// - Parameters:
  ///   - base: the common ancestor; an empty program if there is none. All three must have the same factory.
  ///   - ours: the program that is changed into the merged program.
  ///   - otherConflicts: sentences on conflicts outside the program, such as in the part of the file after it.
  /// - Throws: `EventError` if a change can't be made, or the merge takes longer than a minute. `ours` is unusable
  ///   then.
  public init(
    base: Workspace, ours: Workspace, theirs: Workspace, otherConflicts: [String] = []
  ) throws(EventError) {
    try self.init(base: base, ours: ours, theirs: theirs, otherConflicts: otherConflicts, timeLimit: .seconds(60))
  }

  package init(
    base: Workspace, ours: Workspace, theirs: Workspace, otherConflicts: [String] = [], timeLimit: Duration
  ) throws(EventError) {
    let deadline = MergeDeadline(timeLimit)
    var result: MergeScript?
    events = try ProgramDifference.events(changing: ours) { (coordinator) throws(EventError) in
      let script = MergeScript(base: base, ours: ours, theirs: theirs, deadline, coordinator: coordinator)
      for message in otherConflicts { script.report(.file, message, nil, nil) }
      try script.run()
      result = script
    }
    conflicts = result?.conflicts.map(\.conflict) ?? []
    remarks = result?.remarks ?? []
  }
}
