/// A text being edited, with a cursor.
struct TextBuffer {
  private(set) var lines: [[Character]] { didSet { revision += 1 } }
  /// Changes with the text. Comparing texts would take long for each key of a long one.
  private(set) var revision = 0
  /// The line of the cursor, and the number of characters before it in that line.
  private(set) var line: Int
  private(set) var column: Int
  /// Whether the text can have more than one line.
  let isMultiline: Bool

  /// - Parameter text: the initial text. The cursor is at its end.
  init(_ text: String, isMultiline: Bool) {
    self.isMultiline = isMultiline
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { Array($0) }
    if lines.isEmpty { lines = [[]] }
    line = lines.count - 1
    column = lines[line].count
  }

  var text: String { lines.map { String($0) }.joined(separator: "\n") }

  var isEmpty: Bool { lines.count == 1 && lines[0].isEmpty }

  var currentLine: String { String(lines[line]) }

  // MARK: - Typing

  mutating func clear() {
    lines = [[]]
    (line, column) = (0, 0)
  }

  /// Inserts a text at the cursor, all at once: after each of its characters, moving what follows the cursor would take
  /// minutes for a long paste in a long text. In a text of one line, line breaks become spaces.
  mutating func insert(_ text: some StringProtocol) {
    if isMultiline, text.contains(where: \.isNewline) {
      var inserted = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { Array($0) }
      let column = inserted[inserted.count - 1].count
      inserted[inserted.count - 1] += lines[line][self.column...]
      inserted[0].insert(contentsOf: lines[line][..<self.column], at: 0)
      lines.replaceSubrange(line...line, with: inserted)
      line += inserted.count - 1
      self.column = column
    } else {
      let characters = text.map { $0.isNewline ? " " : $0 }
      lines[line].insert(contentsOf: characters, at: column)
      column += characters.count
    }
  }

  mutating func deleteBackward() {
    if column > 0 {
      column -= 1
      lines[line].remove(at: column)
    } else if line > 0 {
      column = lines[line - 1].count
      lines[line - 1] += lines.remove(at: line)
      line -= 1
    }
  }

  mutating func deleteForward() {
    if column < lines[line].count {
      lines[line].remove(at: column)
    } else if line + 1 < lines.count {
      lines[line] += lines.remove(at: line + 1)
    }
  }

  mutating func deleteToStart() {
    lines[line].removeSubrange(..<column)
    column = 0
  }

  mutating func deleteToEnd() { lines[line].removeSubrange(column...) }

  // MARK: - Moving the cursor

  /// Moves the cursor to the next character, or to the previous one for -1.
  mutating func step(_ distance: Int) {
    if column + distance < 0, line > 0 {
      line -= 1
      column = lines[line].count
    } else if column + distance > lines[line].count, line + 1 < lines.count {
      line += 1
      column = 0
    } else {
      column = min(max(0, column + distance), lines[line].count)
    }
  }

  mutating func moveToStart() { column = 0 }

  mutating func moveToEnd() { column = lines[line].count }

  /// Moves the cursor to the nearest valid position.
  mutating func move(toLine line: Int, column: Int) {
    self.line = min(max(line, 0), lines.count - 1)
    self.column = min(max(column, 0), lines[self.line].count)
  }
}
