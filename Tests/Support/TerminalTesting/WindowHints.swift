import MortiseScreen

/// The keys that windows name in or above their lower frame. A new word there should not change what was recorded.
public enum WindowHints {
  private static let (ascii, unicode): (Set<Character>, Set<Character>) = (["|", "+"], ["│", "└", "┘"])

  /// The parts of a row between two frames that contain one of some hints, as offsets of characters.
  private static func parts(of row: [Character], hints: [String]) -> [Range<Int>] {
    let frame = row.contains("│") || row.contains("└") ? unicode : ascii
    let edges = row.indices.filter { frame.contains(row[$0]) }
    return zip(edges, edges.dropFirst()).map { $0 + 1..<$1 }.filter { part in
      let text = String(row[part])
      return hints.contains { text.contains($0) }
    }
  }

  /// A row of the screen without hints.
  public static func removed(from row: String, hints: [String]) -> String {
    var characters = Array(row)
    for part in parts(of: characters, hints: hints) {
      let filling: Character =
        switch characters[part.lowerBound - 1] {
        case "└": "─"
        case "+": "-"
        default: " "
        }
      for index in part { characters[index] = filling }
    }
    return String(characters)
  }

  /// The rows of a screen without what is written in the lower frames of windows.
  public static func removed(fromFramesIn rows: [String]) -> [String] {
    let grid = rows.map(Array.init)
    return grid.indices.map { index in
      var row = grid[index]
      guard index > 0 else { return String(row) }
      let above = grid[index - 1]
      func isCorner(_ column: Int, _ corner: Character) -> Bool {
        above.indices.contains(column)
          && (row[column] == corner && above[column] == "│" || row[column] == "+" && above[column] == "|")
      }
      var left: Int?
      for column in row.indices {
        if let start = left, isCorner(column, "┘") {
          for inside in start + 1..<column { row[inside] = row[column] == "+" ? "-" : "─" }
          left = nil
        } else if isCorner(column, "└") {
          left = column
        }
      }
      return String(row)
    }
  }

  /// The letters of a row's styles, with those of the frame for hints.
  public static func removed(fromStyles styles: String, of row: String, hints: [String]) -> String {
    let characters = Array(row)
    var letters = Array(styles)
    for part in parts(of: characters, hints: hints) {
      let columns = TextWidth.columns(of: String(characters[part]), repertoire: .unicode)
      let start = TextWidth.columns(of: String(characters[..<part.lowerBound]), repertoire: .unicode)
      for column in letters.indices where (start..<start + columns).contains(column) {
        letters[column] = letters[start - 1]
      }
    }
    while letters.last == "." { letters.removeLast() }
    return String(letters)
  }
}
