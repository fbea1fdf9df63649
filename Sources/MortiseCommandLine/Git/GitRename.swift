import MortiseFiles

/// Finds the former name of a file that a commit added.
nonisolated enum GitRename {
  /// A file of the parent.
  struct Source {
    var path: String
    var object: String
  }

  /// The maximum number of files that are compared by content, and the maximum size to compare, in bytes.
  private static let (mostCompared, longest) = (50, 1 << 20)
  /// The minimum share of common content, as in git.
  private static let leastShare = 0.5

  /// Returns the deleted file that a new one was made from: one with the same content, or with most of it and the
  /// same extension.
  /// - Throws: `GitError` if git gives no answer, or the repository lacks objects.
  static func source(
    of path: String, _ object: String, in commit: String, from parent: String, _ objects: GitObjects
  ) throws(GitError) -> Source? {
    let deleted = try deletedFiles(from: parent, to: commit, objects)
    func hasName(_ source: Source) -> Bool { source.path.split(separator: "/").last == path.split(separator: "/").last }
    // Prefer files of the same name, which were probably moved.
    let sorted = deleted.filter(hasName) + deleted.filter { !hasName($0) }
    if let source = sorted.first(where: { $0.object == object }) { return source }
    let alike = sorted.filter { fileExtension($0.path) == fileExtension(path) }.prefix(mostCompared)
    if alike.isEmpty { return nil }
    guard let parts = try parts(of: object, objects) else { return nil }
    var best: (source: Source, share: Double)?
    for source in alike {
      let share = try self.parts(of: source.object, objects).map { parts.share(with: $0) } ?? 0
      if share >= leastShare, share > best?.share ?? 0 { best = (source, share) }
    }
    return best?.source
  }

  /// Returns the parts of an object; nil if a partial clone lacks it.
  private static func parts(of object: String, _ objects: GitObjects) throws(GitError) -> Parts? {
    do throws(GitError) { return Parts(try objects.file(object)) } catch {
      if case .missing(_, isPartial: true) = error { return nil }
      throw error
    }
  }

  private static func fileExtension(_ path: String) -> Substring? {
    path.split(separator: "/").last.flatMap { name in name.firstIndex(of: ".").map { name[$0...] } }
  }

  /// The files of a commit whose paths another one lacks, sorted.
  private static func deletedFiles(
    from parent: String, to commit: String, _ objects: GitObjects
  ) throws(GitError) -> [Source] {
    var deleted: [Source] = []
    var folders: [(path: [UInt8], old: String, new: String?)] = [([], "\(parent)^{tree}", "\(commit)^{tree}")]
    while let folder = folders.popLast() {
      var known: [[UInt8]: GitTreeEntry] = [:]
      if let new = folder.new { for entry in try objects.folder(new) { known[entry.name] = entry } }
      for entry in try objects.folder(folder.old) {
        let (path, other) = (folder.path + entry.name, known[entry.name])
        if entry.isFolder, other?.object != entry.object {
          folders.append((path + [UInt8(ascii: "/")], entry.object, other?.isFolder == true ? other?.object : nil))
        } else if entry.isFile, other?.isFile != true {
          deleted.append(Source(path: String(pathBytes: path), object: entry.object))
        }
      }
    }
    return deleted.sorted { $0.path < $1.path }
  }

  /// The parts of a text, and their total length. They are shorter than lines, as a program may be one long line.
  private struct Parts {
    private var counts: [ArraySlice<UInt8>: Int] = [:]
    private var length = 0

    private static let ends = Set("\n>,".utf8)

    init(_ bytes: [UInt8]) {
      for part in bytes.prefix(GitRename.longest).split(whereSeparator: Self.ends.contains) {
        counts[part, default: 0] += 1
        length += part.count
      }
    }

    /// Returns the share of the longer text that is common to both.
    func share(with other: Parts) -> Double {
      let common = counts.reduce(0) { sum, entry in
        sum + min(entry.value, other.counts[entry.key] ?? 0) * entry.key.count
      }
      return Double(common) / Double(max(1, length, other.length))
    }
  }
}
