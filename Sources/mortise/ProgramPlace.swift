import Glibc

/// A file with a place in it, as a person names them: `FILE`, `FILE#block=ID`, `FILE#block=ID/field=NAME`.
struct ProgramPlace {
  let path: String
  /// The deep link behind the sign; nil for none.
  let place: String?

  private static let sign = "#block="

  /// A file whose name looks like that is taken as it is.
  init(_ word: String) {
    guard access(word, F_OK) != 0, let start = word.ranges(of: Self.sign).first?.lowerBound, start > word.startIndex
    else {
      path = word
      place = nil
      return
    }
    path = String(word[..<start])
    place = String(word[word.index(after: start)...])
  }
}
