import MortiseFiles

/// A commit that changed a file.
nonisolated struct GitCommit {
  var id: String
  var parents: [String]
  /// The author's name: unchecked text, like the subject.
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

  /// The id, day, author and subject.
  var heading: String { "\(id.prefix(7)) \(date) \(author): \(subject)" }

  /// A short remark on its kind of change, such as “deleted”; nil for an ordinary change.
  var note: String? {
    if object == nil { return "deleted" }
    if parents.count > 1 { return "merge" }
    return oldPath.map { "was \($0)" } ?? (oldObject == nil ? "new" : nil)
  }
}

/// The commits that changed a file, the newest first. Renames are followed, on both sides of merges.
nonisolated struct GitHistory {
  private let repository: GitRepository
  private let objects: GitObjects
  private(set) var commits: [GitCommit] = []

  /// A file in a commit.
  private struct Place: Hashable {
    var commit: String
    var path: String
  }

  /// A commit with its time, in seconds.
  private struct Dated {
    var commit: GitCommit
    var time: Int
  }

  /// - Parameter path: the file's path in the repository.
  /// - Throws: `GitError` if git gives no answer, the repository lacks objects, or there are no commits yet.
  init(of path: String, in repository: GitRepository, _ objects: GitObjects) throws(GitError) {
    (self.repository, self.objects) = (repository, objects)
    if path.unicodeScalars.contains("\n") { throw .unsuitable("a name with a line break can't be looked up") }
    guard let head = try repository.object("HEAD^{commit}") else { throw .unsuitable("there are no commits yet") }
    var pending = [(path: path, starts: [head])]
    var known: Set<Place> = [Place(commit: head, path: path)]
    var lists: [[Dated]] = []
    while let (path, starts) = pending.popLast() {
      var found = try commits(from: starts, path)
      var sources = try findObjects(of: &found)
      sources += try laterMerges(of: sources.map { $0.renamed }, in: found, from: starts, path)
      // The commits from which the file continues under other names.
      for (path, own) in Dictionary(grouping: sources.map { $0.place }, by: \.path).sorted(by: { $0.key > $1.key }) {
        let new = own.filter { known.insert($0).inserted }.map(\.commit)
        if !new.isEmpty { pending.append((path, new)) }
      }
      lists.append(found)
    }
    commits = Self.merged(lists)
  }

  /// Merges lists, each in its order, the newer commit first. A commit with several names of the file is listed once.
  private static func merged(_ lists: [[Dated]]) -> [GitCommit] {
    var rests = lists.map { $0[...] }
    var (commits, ids): ([GitCommit], Set<String>) = ([], [])
    while let list = rests.indices.filter({ !rests[$0].isEmpty }).max(by: { one, other in
      (rests[one].first?.time ?? 0, other) < (rests[other].first?.time ?? 0, one)
    }) {
      let next = rests[list].removeFirst().commit
      if ids.insert(next.id).inserted { commits.append(next) }
    }
    return commits
  }

  private func commits(from starts: [String], _ path: String) throws(GitError) -> [Dated] {
    let answer = try repository.answer(
      [
        "rev-list", "--full-history", "--encoding=UTF-8", "--date=short",
        "--format=%H%x00%P%x00%ct%x00%an%x00%ad%x00%s",
      ] + starts + ["--", ":(top,literal)\(path)"])
    return answer.output.split(separator: UInt8(ascii: "\n")).compactMap { line in
      // Each line follows a line “commit ID”.
      let parts = line.split(separator: 0, maxSplits: 5, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard parts.count == 6 else { return nil }
      let commit = GitCommit(
        id: parts[0], parents: parts[1].split(separator: " ").map(String.init), author: parts[3], date: parts[4],
        subject: parts[5], path: path)
      return Dated(commit: commit, time: Int(parts[2]) ?? 0)
    }
  }

  // MARK: - Renames

  /// The origin of a renamed file: its place in the parent, and the commit that renamed it.
  private typealias Source = (place: Place, renamed: String)

  /// Looks up the file's objects in commits and their parents, and leaves out the merges that took one parent's file
  /// unchanged.
  /// - Returns: the places where the file had other names.
  private func findObjects(of found: inout [Dated]) throws(GitError) -> [Source] {
    let places = found.flatMap { dated in
      ([dated.commit.id] + dated.commit.parents).map { Place(commit: $0, path: dated.commit.path) }
    }
    let all = try names(at: places)
    var sources: [Source] = []
    var changes: [Dated] = []
    var next = 0
    for dated in found {
      var commit = dated.commit
      let names = all[next..<next + 1 + commit.parents.count]
      next += names.count
      (commit.object, commit.oldObject) = (names.first ?? nil, names.dropFirst().first ?? nil)
      for (parent, name) in zip(commit.parents, names.dropFirst()) where name == nil {
        guard let object = commit.object,
          let source = try GitRename.source(of: commit.path, object, in: commit.id, from: parent, objects)
        else { continue }
        if parent == commit.parents.first { (commit.oldPath, commit.oldObject) = (source.path, source.object) }
        sources.append((Place(commit: parent, path: source.path), commit.id))
      }
      if commit.parents.count < 2 || !names.dropFirst().contains(commit.object) {
        changes.append(Dated(commit: commit, time: dated.time))
      }
    }
    found = changes
    return sources
  }

  /// The maximum number of merges examined for each rename.
  private static let mostMerges = 1_000

  /// Finds merges after renames in which one parent still has the old name, and which took another parent's file
  /// unchanged: these change nothing.
  private func laterMerges(
    of renames: [String], in found: [Dated], from starts: [String], _ path: String
  ) throws(GitError) -> [Source] {
    var known = Set(found.map(\.commit.id))
    var merges: [Dated] = []
    for rename in renames {
      let answer = try repository.answer(
        ["rev-list", "--merges", "--ancestry-path", "--parents", "--max-count=\(Self.mostMerges)"] + starts
          + ["^\(rename)"])
      for line in answer.output.split(separator: UInt8(ascii: "\n")) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
        guard let id = words.first, known.insert(id).inserted else { continue }
        let commit = GitCommit(
          id: id, parents: Array(words.dropFirst()), author: "", date: "", subject: "", path: path)
        merges.append(Dated(commit: commit, time: 0))
      }
    }
    return try findObjects(of: &merges)
  }

  // MARK: - Objects

  /// Returns the names of files' objects; nil where there is no file.
  private func names(at places: [Place]) throws(GitError) -> [String?] {
    if places.isEmpty { return [] }
    // Git would fetch missing objects that are asked for.
    if repository.isPartial { return places.map(nameInFolder(at:)) }
    // Without a commit, a path would refer to the index.
    let requests = places.flatMap { "\($0.commit):\($0.path)\n".pathBytes }
    let answer = try repository.answer(["cat-file", "--batch-check"], input: requests)
    let names = answer.output.split(separator: UInt8(ascii: "\n")).map { line -> String? in
      // “NAME TYPE SIZE”, or the request and “missing”.
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      return words.count == 3 && words[1] == "blob" && words[2] != "missing" ? String(words[0]) : nil
    }
    guard names.count == places.count else { throw .failed("cat-file gave a wrong number of answers") }
    return names
  }

  /// Looks up a file's object in the folders of a commit, which a partial clone has.
  private func nameInFolder(at place: Place) -> String? {
    let parts = place.path.split(separator: "/")
    let (folder, name) = (parts.dropLast().joined(separator: "/"), String(parts.last ?? "").pathBytes)
    return (try? objects.folder("\(place.commit):\(folder)"))?.first { $0.isFile && $0.name == name }?.object
  }
}
