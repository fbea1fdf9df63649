import Screen

/// Breaks lines that are too wide.
enum WrappedText {
  /// The rows of a line, broken between words, and inside one that is too wide by itself.
  /// - Parameter hanging: how far all rows but the first are indented.
  static func rows(of line: String, width: Int, hanging: Int, repertoire: Repertoire) -> [String] {
    let hanging = min(hanging, max(0, width - 8))
    func columns(_ text: String) -> Int { TextWidth.columns(of: text, repertoire: repertoire) }
    if columns(line) <= width || width < 1 { return [line] }
    var rows: [String] = []
    var row = ""
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let next = row.isEmpty && rows.isEmpty ? String(word) : row + " " + word
      if columns(next) <= width {
        row = next
        continue
      }
      rows.append(row)
      row = String(repeating: " ", count: max(0, hanging - 1))
      if columns(row) + 1 + columns(String(word)) <= width {
        row += " " + word
        continue
      }
      if hanging > 0 { row += " " }
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
