import Glibc

/// The location that a path refers to.
package nonisolated struct FileLocation {
  /// The path of the file itself, with trailing symbolic links resolved. For a dangling link, its target.
  package var path: String
  /// The file's status; nil if there is no file.
  package var status: stat?

  /// The folder of the file, which may not exist yet.
  package var folder: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The file's name without its folder.
  package var name: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  package func sibling(_ name: String) -> String { folder == "/" ? "/" + name : folder + "/" + name }

  /// The path of a hidden file that belongs to this one: `.NAME` and a suffix, in the same folder. A name that would be
  /// too long is shortened and gets a checksum.
  /// - Parameter room: the bytes to reserve for suffixes: the length of the longest suffix of this kind.
  package func hiddenSibling(_ suffix: String, room: Int? = nil) -> String {
    let maxLength = Self.maxNameLength - max(room ?? 0, suffix.utf8.count) - 1
    var name = name
    if name.pathBytes.count > maxLength {
      let hash = String(FileStamp.hash(name.pathBytes), radix: 36)
      while name.pathBytes.count > maxLength - hash.utf8.count - 1 { name.removeLast() }
      name += "-" + hash
    }
    return sibling("." + name + suffix)
  }

  /// The maximum length of a file name, in bytes.
  private static let maxNameLength = 255

  /// The location of a path itself, without following links.
  package init(path: String) { self.path = path }

  /// Resolves symbolic links at the end of a path. The system resolves links in the path's folders.
  /// - Throws: `ELOOP` if there are too many links, or one is in an `OpenFolder`.
  package init(following path: String) throws(SystemError) {
    self.path = path
    // Linux follows at most 40 links.
    for _ in 0...40 {
      let status: stat
      do throws(SystemError) { status = try FileSystem.statusOfLink(self.path) } catch {
        if error.code != ENOENT { throw error }
        return
      }
      guard status.kind == S_IFLNK else {
        self.status = status
        return
      }
      if OpenFolder.contains(self.path) { throw SystemError(code: ELOOP) }
      let target = try FileSystem.target(ofLink: self.path)
      self.path = target.hasPrefix("/") ? target : sibling(target)
    }
    throw SystemError(code: ELOOP)
  }
}
