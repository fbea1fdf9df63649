import MortiseFiles

/// A commit that changed a file.
nonisolated struct GitCommit {
  var id: String
  var parents: [String]
  /// The author's name, as somebody wrote it, and so is the subject.
  var author: String
  /// The day in the author's time zone, such as `2026-11-25`.
  var date: String
  var subject: String
  /// The file's path in the commit.
  var path: String
  /// The name of the file's object in the commit; nil if the commit deleted the file.
  var object: String?
  /// The path in the first parent, if it is another one.
  var oldPath: String?
  /// The name of the file's object in the first parent; nil if the file is new.
  var oldObject: String?

  /// Its id, day, author and subject.
  var heading: String { "\(id.prefix(7)) \(date) \(author): \(subject)" }

  /// What else it did to the file, in a word; nil for nothing.
  var note: String? {
    if object == nil { return "deleted" }
    if parents.count > 1 { return "merge" }
    return oldPath.map { "was \($0)" } ?? (oldObject == nil ? "new" : nil)
  }
}

/// The commits that changed a file, the newest first. Renames are followed.
nonisolated struct GitHistory {
  private let repository: GitRepository
  private(set) var commits: [GitCommit] = []

  /// - Parameter path: the file's path in the repository.
  /// - Throws: `GitError` if git gives no answer, the repository lacks objects, or there are no commits yet.
  init(of path: String, in repository: GitRepository, _ objects: GitObjects) throws(GitError) {
    self.repository = repository
    if path.unicodeScalars.contains("\n") { throw .unsuitable("a name with a line break can't be looked up") }
    guard let head = try repository.object("HEAD^{commit}") else { throw .unsuitable("there are no commits yet") }
    var next: (commit: String, path: String)? = (head, path)
    while let (start, path) = next {
      next = nil
      var found = try commits(from: start, path)
      // Git would fetch what it is asked for.
      if repository.isPartial {
        for index in found.indices { findObjects(of: &found[index], in: objects) }
      } else {
        try findObjects(of: &found)
      }
      if let index = found.lastIndex(where: { $0.object != nil && $0.oldObject == nil }),
        let parent = found[index].parents.first, let object = found[index].object,
        let source = try GitRename.source(of: path, object, in: found[index].id, from: parent, objects)
      {
        (found[index].oldPath, found[index].oldObject) = (source.path, source.object)
        next = (parent, source.path)
      }
      commits += found
    }
  }

  private func commits(from start: String, _ path: String) throws(GitError) -> [GitCommit] {
    let answer = try repository.answer([
      "rev-list", "--encoding=UTF-8", "--date=short", "--format=%H%x00%P%x00%an%x00%ad%x00%s", start, "--",
      ":(top,literal)\(path)",
    ])
    return answer.output.split(separator: UInt8(ascii: "\n")).compactMap { line in
      // Each is preceded by “commit ID”.
      let parts = line.split(separator: 0, maxSplits: 4, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard parts.count == 5 else { return nil }
      return GitCommit(
        id: parts[0], parents: parts[1].split(separator: " ").map(String.init), author: parts[2], date: parts[3],
        subject: parts[4], path: path)
    }
  }

  /// Looks up the file's objects in the folders of a commit and its first parent, which a partial clone has.
  private func findObjects(of commit: inout GitCommit, in objects: GitObjects) {
    let parts = commit.path.split(separator: "/")
    let (folder, name) = (parts.dropLast().joined(separator: "/"), String(parts.last ?? "").pathBytes)
    func object(_ commit: String) -> String? {
      (try? objects.folder("\(commit):\(folder)"))?.first { $0.isFile && $0.name == name }?.object
    }
    commit.object = object(commit.id)
    commit.oldObject = commit.parents.first.flatMap(object)
  }

  /// Looks up the file's objects in commits and their first parents.
  private func findObjects(of commits: inout [GitCommit]) throws(GitError) {
    // Without a commit, a path would be one of the index.
    let revisions = commits.flatMap { commit in
      [commit.id, commit.parents.first].compactMap(\.self).map { "\($0):\(commit.path)" }
    }
    if commits.isEmpty { return }
    let answer = try repository.answer(["cat-file", "--batch-check"], input: revisions.flatMap { "\($0)\n".pathBytes })
    let names = answer.output.split(separator: UInt8(ascii: "\n")).map { line -> String? in
      // “NAME TYPE SIZE”, or the request and “missing”.
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      return words.count == 3 && words[1] == "blob" && words[2] != "missing" ? String(words[0]) : nil
    }
    guard names.count == revisions.count else { throw .failed("cat-file gave another number of answers") }
    var next = names.makeIterator()
    for index in commits.indices {
      commits[index].object = next.next() ?? nil
      if !commits[index].parents.isEmpty { commits[index].oldObject = next.next() ?? nil }
    }
  }
}
