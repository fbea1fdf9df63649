import Markup

/// The lines that git leaves in a file whose changes it could not merge.
enum ConflictMarkers {
  /// Returns the error for a file with such lines; nil if it has none.
  static func problem(in bytes: [UInt8]) -> MarkupError? {
    var first: Int?
    var (line, hasMiddle) = (0, false)
    for text in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      line += 1
      if text.starts(with: "<<<<<<< ".utf8) {
        (first, hasMiddle) = (first ?? line, false)
      } else if text.starts(with: "=======".utf8) {
        hasMiddle = true
      } else if hasMiddle, let first, text.starts(with: ">>>>>>> ".utf8) {
        return MarkupError(
          position: SourcePosition(line: first, column: 1),
          cause: "git left a conflict here; ‘mortise git --enable’ and then ‘git checkout --merge FILE’ merge it")
      }
    }
    return nil
  }
}
