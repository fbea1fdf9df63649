/// The commits that changed a program's file, the newest first.
package nonisolated struct FileHistory: Sendable {
  package struct Commit: Sendable {
    /// The commit's id, day, author and subject, as `mortise log` shows them.
    package var heading: String
    /// Another effect of the commit on the file, such as “new”; empty for none.
    package var note: String
    /// The file's path before the commit.
    package var oldPath: String
    package var path: String

    package init(heading: String, note: String, oldPath: String, path: String) {
      (self.heading, self.note, self.oldPath, self.path) = (heading, note, oldPath, path)
    }
  }

  package var commits: [Commit]
  /// The reason why the list is incomplete; nil if it is complete.
  package var remark: String?
  /// Reads the file's contents before and after a commit, on a background thread; nil where there is no file.
  /// - Throws: any error; its description is shown.
  package var read: @Sendable (_ index: Int) throws -> (old: [UInt8]?, new: [UInt8]?)

  package init(
    commits: [Commit], remark: String? = nil,
    read: @escaping @Sendable (_ index: Int) throws -> (old: [UInt8]?, new: [UInt8]?)
  ) {
    (self.commits, self.remark, self.read) = (commits, remark, read)
  }
}
