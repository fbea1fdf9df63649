/// The text in a block's comment that switches rules off for the block and all that is in it:
/// `mortise: allow empty-body, unreachable`.
enum AllowingComment {
  private static let beginning = "mortise: allow "
  /// The number of bytes of a comment that are read.
  private static let longestText = 10_000

  /// Returns the ids of the rules that a comment names.
  static func rules(in text: String) -> [Substring] {
    if text.utf8.count > longestText { return [] }
    return text.split(whereSeparator: \.isNewline).flatMap { line -> [Substring] in
      guard line.hasPrefix(beginning) else { return [] }
      return line.dropFirst(beginning.count).split { $0 == "," || $0 == " " }
    }
  }
}
