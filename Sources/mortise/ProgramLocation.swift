import Glibc

/// A file with a place in it, as a user names them: `FILE`, `FILE#block=ID`, `FILE#block=ID/field=NAME`.
struct ProgramLocation {
  let path: String
  /// The deep link behind the sign; nil for none.
  let place: String?

  private static let sign = "#block="

  /// A file whose name looks like that is taken as it is. Ids and names may hold the sign, too: what is before a sign must
  /// be a file that is there, if there is one.
  /// - Throws: `UnknownLocation` when the word is no file, and only a place in one if it were written in another way.
  init(_ word: String) throws(UnknownLocation) {
    let isThere = { (path: Substring) in access(String(path), F_OK) == 0 }
    let ends = word.indices.dropFirst().filter { word[$0] == "#" }
    let starts = ends.filter { word[$0...].hasPrefix(Self.sign) }
    if isThere(word[...]) {
      (path, place) = (word, nil)
    } else if let start = starts.last(where: { isThere(word[..<$0]) }) {
      (path, place) = Self.parts(of: word, at: start)
    } else if ends.contains(where: { Self.isProgram(word[..<$0]) }) {
      throw UnknownLocation(word: word)
    } else if let start = starts.first {
      (path, place) = Self.parts(of: word, at: start)
    } else {
      (path, place) = (word, nil)
    }
  }

  private static func parts(of word: String, at start: String.Index) -> (String, String) {
    (String(word[..<start]), String(word[word.index(after: start)...]))
  }

  /// Folders may have the sign in their names, beside others that have not.
  private static func isProgram(_ path: Substring) -> Bool {
    var status = stat()
    return stat(String(path), &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Whether a path leads to the program's file, under whatever name.
  func isFile(at other: String) -> Bool {
    var (own, others) = (stat(), stat())
    guard stat(path, &own) == 0, stat(other, &others) == 0 else { return path == other }
    return own.st_dev == others.st_dev && own.st_ino == others.st_ino
  }
}

/// A word that names neither a file nor a place in one.
struct UnknownLocation: Error, CustomStringConvertible {
  let word: String

  var description: String {
    "\(word): there is no such file; a place is written #block=ID or #block=ID/field=NAME"
  }
}
