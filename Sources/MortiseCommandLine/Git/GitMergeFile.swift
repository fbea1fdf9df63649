/// Git's own merge of three files, line by line, for files that are not Blockly programs.
enum GitMergeFile {
  /// The result of a merge.
  struct Outcome {
    /// The merged file, with marks where it is in conflict.
    var bytes: [UInt8]
    var isClean: Bool
  }

  /// The names of the files in conflict marks.
  private static let labels = ["-L", "ours", "-L", "base", "-L", "theirs"]

  /// Merges files.
  /// - Parameter markerSize: the length of conflict marks, which git passes to drivers as `%L`.
  /// - Throws: `GitError` if git can't merge them, as with files that aren't text; nothing was written.
  static func merge(
    base: String, ours: String, theirs: String, markerSize: Int
  ) throws(GitError) -> Outcome {
    let answer = try Git().run(
      ["--git-dir=/dev/null", "merge-file", "-p", "--marker-size=\(markerSize)"] + labels + ["--", ours, base, theirs],
      in: ".")
    // The exit status is the number of conflicts, or at least 128.
    if answer.code >= 128 { throw GitError(answer.errors, in: ".") }
    return Outcome(bytes: answer.output, isClean: answer.code == 0)
  }
}
