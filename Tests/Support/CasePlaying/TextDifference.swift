/// Shows in which lines two texts differ.
public enum TextDifference {
  /// The lines that differ, `-` for what was expected and `+` for what came, with their numbers; nil for the same text.
  public static func of(_ expected: String, _ actual: String) -> String? {
    if expected.unicodeScalars.elementsEqual(actual.unicodeScalars) { return nil }
    let (old, new) = (lines(expected), lines(actual))
    var shown: [(line: Int, order: Int, text: String)] = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, let line, _): shown.append((offset, 0, "- \(offset + 1): \(line)"))
      case .insert(let offset, let line, _): shown.append((offset, 1, "+ \(offset + 1): \(line)"))
      }
    }
    shown.sort { ($0.line, $0.order) < ($1.line, $1.order) }
    let rest = shown.count > 60 ? ["… and \(shown.count - 60) more"] : []
    return (shown.prefix(60).map(\.text) + rest).joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }
  }
}
