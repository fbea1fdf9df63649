import BlockEvents
import BlockModel

/// Merges two programs that were made from a third one.
public struct ProgramMerge {
  /// What contradicts; empty for a clean merge.
  public let conflicts: [MergeConflict]
  /// Sentences on what a user should look at, although it is no conflict: two insertions at one place.
  public let remarks: [String]
  /// The events that bring their changes into ours, in one group.
  public let events: [BlocklyEvent]

  /// Brings the changes from base to theirs into ours. In a conflict ours stands; theirs stands beside it, as a disabled copy
  /// with a comment.
  /// - Parameters:
  ///   - base: the common ancestor; an empty program if there is none. All three must have the same factory.
  ///   - ours: is changed into the merged program.
  ///   - otherConflicts: sentences on conflicts outside the program, such as in what follows it in the file.
  /// - Throws: `EventError` if a change can't be made, or it takes longer than a minute. Then `ours` is worthless.
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
