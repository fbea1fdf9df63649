import Glibc

/// A folder that is kept open, so that its path can't be made to lead elsewhere. Its files are opened relative to it.
/// The functions of `FileSystem` don't follow links in it.
package nonisolated final class OpenFolder: Sendable {
  private let descriptor: FileDescriptor

  private static let prefix = "/proc/self/fd/"

  /// Opens a folder. A link to one is followed.
  package init(_ path: String) throws(SystemError) {
    descriptor = try FileSystem.open(path, O_RDONLY | O_DIRECTORY)
  }

  /// Opens a folder that is in this one.
  /// - Throws: `ELOOP` or `ENOTDIR` if it is a link.
  package init(_ name: String, in folder: OpenFolder) throws(SystemError) {
    descriptor = try FileSystem.open(folder.path(of: name), O_RDONLY | O_DIRECTORY)
  }

  /// The path of the folder.
  package var path: String { Self.prefix + String(descriptor.number) }

  /// The path of a file in the folder.
  /// - Parameter name: a name without slashes.
  package func path(of name: String) -> String { path + "/" + name }

  /// Whether a path is one that `path(of:)` returns.
  static func contains(_ path: String) -> Bool { rest(of: path) != nil }

  /// The path as users know it: an open folder's own path in place of its descriptor.
  package static func shown(_ path: String) -> String {
    guard let rest = rest(of: path), let folder = try? FileSystem.target(ofLink: String(path[..<rest])) else {
      return path
    }
    return folder + path[rest...]
  }

  /// The index of the slash after the descriptor.
  private static func rest(of path: String) -> String.Index? {
    guard path.hasPrefix(prefix) else { return nil }
    let number = path.utf8.dropFirst(prefix.utf8.count).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let end = number.endIndex
    return number.isEmpty || end == path.endIndex || path.utf8[end] != UInt8(ascii: "/") ? nil : end
  }
}
