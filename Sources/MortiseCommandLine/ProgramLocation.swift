import BlockFormats
import Glibc
import MortiseFiles

/// A location on the command line: `FILE`, `FILE#block=ID`, `FILE#block=ID/field=NAME`, `FILE#block=ID/comment`, or a
/// file with a deep link of the app. In a file with several programs, `#program=NAME` comes first.
struct ProgramLocation {
  /// The program's path, as `ProgramPath` parses it.
  let path: String
  /// The deep link after the “#”; nil for none.
  let link: String?

  /// Parses an argument. If the whole argument is an existing file, it is a path. Otherwise, as paths, ids and names
  /// may contain the separator, the last one after an existing file is used, or else the first one.
  /// - Throws: `UnknownLocation` if a “#” follows an existing file but starts no separator.
  init(_ argument: String) throws(UnknownLocation) {
    let exists = { (path: Substring) in FileSystem.exists(String(path)) }
    let hashes = argument.indices.dropFirst().filter { argument[$0] == "#" }
    let separators = hashes.filter { Self.isLink(argument[argument.index(after: $0)...]) }
    if exists(argument[...]) {
      (path, link) = (argument, nil)
    } else if let separator = separators.last(where: { exists(argument[..<$0]) }) {
      (path, link) = Self.parts(of: argument, at: separator)
    } else if hashes.contains(where: { Self.isProgram(argument[..<$0]) }) {
      throw UnknownLocation(word: argument)
    } else if let separator = separators.first {
      (path, link) = Self.parts(of: argument, at: separator)
    } else {
      (path, link) = (argument, nil)
    }
  }

  private static let programKey = "program="

  /// Whether a text may be a deep link, which begins with a key: `block=`, or one of the app's with or without a value.
  private static func isLink(_ text: Substring) -> Bool {
    if text.hasPrefix("block=") || text.hasPrefix(programKey) { return true }
    return MortiseApp.current.linkKeys.contains { key in
      text.hasPrefix(key) && [nil, "=", "/"].contains(text.dropFirst(key.count).first)
    }
  }

  private static func parts(of argument: String, at separator: String.Index) -> (String, String?) {
    let link = argument[argument.index(after: separator)...]
    guard link.hasPrefix(programKey) else { return (String(argument[..<separator]), String(link)) }
    let end = link.firstIndex(of: "/") ?? link.endIndex
    return (String(argument[..<end]), end == link.endIndex ? nil : String(link[link.index(after: end)...]))
  }

  /// Whether a path is an existing file and not a directory. A directory may have a sibling whose name continues with
  /// “#”.
  private static func isProgram(_ path: Substring) -> Bool {
    (try? FileSystem.status(of: String(path))).map { !$0.isFolder } ?? false
  }

  /// Whether a path leads to the program's file, perhaps by another name.
  func isFile(at other: String) -> Bool {
    FileSystem.isSameFile(ProgramPath(path).file, other)
  }
}

/// An argument that names neither a file nor a location in one.
struct UnknownLocation: Error, CustomStringConvertible {
  let word: String

  var description: String {
    "\(word): there is no such file; write locations as #block=ID, #block=ID/field=NAME or #program=NAME"
  }
}
