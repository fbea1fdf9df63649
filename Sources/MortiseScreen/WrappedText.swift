/// Wraps long lines.
public enum WrappedText {
  /// Breaks a line into rows, between words if possible.
  /// - Parameter hanging: the indentation of all rows but the first, in columns.
  public static func rows(of line: String, width: Int, hanging: Int, repertoire: Repertoire) -> [String] {
    let hanging = min(hanging, max(0, width - 8))
    if repertoire.columns(of: line) <= width || width < 1 { return [line] }
    var rows: [String] = []
    var row = String(line.prefix { $0 == " " })
    var isAtStart = true
    for word in line.dropFirst(row.count).split(separator: " ", omittingEmptySubsequences: false) {
      let next = isAtStart ? row + word : row + " " + word
      isAtStart = false
      if repertoire.columns(of: next) <= width {
        row = next
        continue
      }
      // If the first word is too wide, split it from the first row on.
      if row.contains(where: { $0 != " " }) {
        rows.append(row)
        row = String(repeating: " ", count: hanging)
      }
      if repertoire.columns(of: row + word) <= width {
        row += word
        continue
      }
      for character in word {
        if repertoire.columns(of: row + String(character)) > width {
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
