import MortiseScreen
import TerminalUI

nonisolated extension FileHistory {
  /// The history of a file in its git repository.
  /// - Throws: `GitError` if git gives no answer, the file is in no repository, or there are no commits yet.
  init(of file: String) throws(GitError) {
    let location = try GitFilePath(file, Git())
    let repository = location.repository
    let found = try GitHistory(of: location.path, in: repository, GitObjects(of: repository)).commits
    self.init(
      commits: found.map {
        Commit(
          heading: VisibleText.replacingHidden(in: $0.heading), note: VisibleText.replacingHidden(in: $0.note ?? ""),
          oldPath: $0.oldPath ?? $0.path,
          path: $0.path)
      }, remark: repository.isShallow ? "the clone is shallow: older commits are not here" : nil
    ) { index in
      let objects = GitObjects(of: repository)
      return (try found[index].oldObject.map(objects.file), try found[index].object.map(objects.file))
    }
  }
}
