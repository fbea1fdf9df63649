import MortiseScreen

/// The rows in which a multi-line text is shown. Lines that are too wide are wrapped, between words if possible.
struct TextRows {
  struct Row {
    var line: Int
    /// The characters of the line that are in the row.
    var range: Range<Int>
  }

  private(set) var rows: [Row] = []
  private let lines: [[Character]]
  private let repertoire: Repertoire

  /// - Parameter width: the columns of a row, without the one for the cursor at its end.
  init(_ buffer: TextBuffer, width: Int, repertoire: Repertoire) {
    lines = buffer.lines
    self.repertoire = repertoire
    for line in lines.indices { append(line, width: max(1, width)) }
  }

  private mutating func append(_ line: Int, width: Int) {
    let characters = lines[line]
    var start = 0
    var columns = 0
    var wordStart = 0
    for (index, character) in characters.enumerated() {
      columns += Self.columns(of: character, repertoire)
      if columns > width, index > start {
        // A blank that doesn't fit stays at the end of its row.
        if character == " " {
          wordStart = index + 1
          continue
        }
        let end = wordStart > start ? wordStart : index
        rows.append(Row(line: line, range: start..<end))
        start = end
        columns = characters[start...index].reduce(0) { $0 + Self.columns(of: $1, repertoire) }
      }
      if character == " " { wordStart = index + 1 }
    }
    rows.append(Row(line: line, range: start..<characters.count))
  }

  private static func columns(of character: Character, _ repertoire: Repertoire) -> Int {
    character.isASCII ? 1 : repertoire.columns(of: String(character))
  }

  func text(of row: Int) -> String { String(lines[rows[row].line][rows[row].range]) }

  /// Returns the row and column on the screen of a position in the text.
  func point(line: Int, column: Int) -> Point {
    let index = rows.lastIndex { $0.line == line && $0.range.lowerBound <= column } ?? 0
    let before = lines[line][rows[index].range.lowerBound..<max(rows[index].range.lowerBound, column)]
    return Point(x: before.reduce(0) { $0 + Self.columns(of: $1, repertoire) }, y: index)
  }

  /// Returns the position in the text nearest to a row and column on the screen.
  func position(at point: Point) -> (line: Int, column: Int) {
    let row = rows[min(max(point.y, 0), rows.count - 1)]
    var columns = 0
    for index in row.range {
      columns += Self.columns(of: lines[row.line][index], repertoire)
      if columns > point.x { return (row.line, index) }
    }
    // The end of a wrapped row is the beginning of the next one.
    let isBroken = row.range.upperBound < lines[row.line].count
    return (row.line, isBroken ? row.range.upperBound - 1 : row.range.upperBound)
  }
}
