import Glibc

/// A file with a place in it, as a person names them: `FILE`, `FILE#block=ID`, `FILE#block=ID/field=NAME`.
struct ProgramPlace {
  let path: String
  /// The deep link behind the sign; nil for none.
  let place: String?

  private static let sign = "#block="

  /// A file whose name looks like that is taken as it is. Ids and names may hold the sign, too: what is before a sign must
  /// be a file that is there, if there is one.
  init(_ word: String) {
    let starts = word.indices.dropFirst().filter { word[$0...].hasPrefix(Self.sign) }
    let isThere = { (path: Substring) in access(String(path), F_OK) == 0 }
    guard !isThere(word[...]), let start = starts.last(where: { isThere(word[..<$0]) }) ?? starts.first else {
      path = word
      place = nil
      return
    }
    path = String(word[..<start])
    place = String(word[word.index(after: start)...])
  }
}
