import BlockModel

/// What a merge leaves in a program for each conflict, until a user deletes it: a disabled copy of their block beside ours,
/// or a comment of the workspace. Every app keeps comments, so conflicts are known again after it has saved the file.
public enum ConflictCopy {
  /// The first words of the comment.
  public static let mark = "Merge conflict (mortise)"

  /// Whether a block is a copy, that is at the top level.
  public static func isCopy(_ block: Block) -> Bool {
    block.parent == nil && block.comment?.text.hasPrefix(mark) ?? false
  }

  /// Whether a comment of the workspace is about a conflict.
  public static func isCopy(_ comment: WorkspaceComment) -> Bool { comment.text.hasPrefix(mark) }

  /// The number of conflicts in a program.
  public static func count(in workspace: Workspace) -> Int {
    workspace.topBlocks.count(where: isCopy) + workspace.comments.count(where: isCopy)
  }

  /// The problem that `check` reports for a copy.
  /// - Parameter text: what the sides did.
  package static func problem(_ text: String) -> String {
    "a merge conflict isn't settled: \(text); delete the copy when it is"
  }

  /// - Parameter text: the copy's comment.
  static func problem(ofComment text: String) -> String {
    let note = ConflictNote(text: text)
    // A comment of the workspace says it in its first line.
    let isOfBlock = note?.side == "theirs" || note?.side == "before"
    return problem((isOfBlock ? note?.messages : nil)?.joined(separator: "; ") ?? note?.side ?? "")
  }
}
