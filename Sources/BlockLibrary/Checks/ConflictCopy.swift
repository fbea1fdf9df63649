import BlockModel

/// The record of a merge conflict in a program, until a user deletes it: a disabled copy of their block beside ours, or
/// a comment of the workspace. Every app keeps comments, so conflicts are recognised even after another app has saved
/// the file.
public enum ConflictCopy {
  /// The beginning of the comment.
  public static let mark = "Merge conflict (mortise)"

  /// Whether a block is a copy. Copies are at the top level.
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
  /// - Parameter text: a description of both sides' changes.
  package static func problem(_ text: String) -> String {
    "a merge conflict isn't settled: \(text); delete the copy when it is"
  }

  /// - Parameter text: the copy's comment.
  static func problem(ofComment text: String) -> String {
    let note = ConflictNote(text: text)
    // In a comment of the workspace, the first line describes the changes.
    let isOfBlock = note?.side == "theirs" || note?.side == "before"
    return problem((isOfBlock ? note?.messages : nil)?.joined(separator: "; ") ?? note?.side ?? "")
  }
}
