import Glibc

/// Where a path leads.
package nonisolated struct FileLocation {
  /// The path of the file itself, behind all symbolic links; of a link to nothing, what it names.
  package var path: String
  /// What is there; nil for nothing yet.
  package var status: stat?

  /// The folder that the file is or will be in.
  package var folder: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The file's name in its folder.
  package var name: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  package func sibling(_ name: String) -> String { folder == "/" ? "/" + name : folder + "/" + name }

  /// The path of a hidden file that belongs to this one: `.NAME` and the suffix, in the same folder. A name that would be
  /// too long is cut, with a checksum behind it.
  /// - Parameter room: the bytes to leave for suffixes, the longest one that names of this kind have.
  package func hiddenSibling(_ suffix: String, room: Int? = nil) -> String {
    let rest = Self.longestName - max(room ?? 0, suffix.utf8.count) - 1
    var name = name
    if name.utf8.count > rest {
      let hash = String(FileStamp.hash(Array(name.utf8)), radix: 36)
      while name.utf8.count > rest - hash.utf8.count - 1 { name.removeLast() }
      name += "-" + hash
    }
    return sibling("." + name + suffix)
  }

  /// The longest name of a file, in bytes.
  private static let longestName = 255

  /// Follows the symbolic links at the end of a path. Links inside it are the system's business.
  package init(following path: String) throws(SystemError) {
    self.path = path
    // As many links as Linux follows.
    for _ in 0...40 {
      var status = stat()
      do throws(SystemError) {
        _ = try SystemError.check { lstat(self.path, &status) }
      } catch {
        if error.code != ENOENT { throw error }
        return
      }
      guard status.kind == S_IFLNK else {
        self.status = status
        return
      }
      let target = try Self.target(ofLink: self.path)
      self.path = target.hasPrefix("/") ? target : sibling(target)
    }
    throw SystemError(code: ELOOP)
  }

  private static func target(ofLink path: String) throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try SystemError.check { readlink(path, &buffer, buffer.count) }
    return String(decoding: buffer[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
