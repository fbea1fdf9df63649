/// Breaks lines that are too wide.
public enum WrappedText {
  /// The rows of a line, broken between words, and inside one that is too wide by itself.
  /// - Parameter hanging: how far all rows but the first are indented.
  public static func rows(of line: String, width: Int, hanging: Int, repertoire: Repertoire) -> [String] {
    let hanging = min(hanging, max(0, width - 8))
    func columns(_ text: String) -> Int { TextWidth.columns(of: text, repertoire: repertoire) }
    if columns(line) <= width || width < 1 { return [line] }
    var rows: [String] = []
    var row = String(line.prefix { $0 == " " })
    var isAtStart = true
    for word in line.dropFirst(row.count).split(separator: " ", omittingEmptySubsequences: false) {
      let next = isAtStart ? row + word : row + " " + word
      isAtStart = false
      if columns(next) <= width {
        row = next
        continue
      }
      // A first word that is too wide begins in the first row.
      if row.contains(where: { $0 != " " }) {
        rows.append(row)
        row = String(repeating: " ", count: hanging)
      }
      if columns(row + word) <= width {
        row += word
        continue
      }
      for character in word {
        if columns(row + String(character)) > width {
          rows.append(row)
          row = String(repeating: " ", count: hanging)
        }
        row.append(character)
      }
    }
    rows.append(row)
    return rows
  }
}
