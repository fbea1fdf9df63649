import MortiseScreen
import MortiseTerminal
import Workbench

/// A text being edited, which typing replaces until the user has edited it.
struct TextEntry {
  var buffer: TextBuffer
  /// Whether typing replaces the text.
  private(set) var replacesText: Bool

  /// The maximum number of bytes of copied blocks that are inserted as text.
  static let longestPaste = 100_000

  init(_ text: String, isMultiline: Bool = false) {
    buffer = TextBuffer(text, isMultiline: isMultiline)
    // A multi-line text is too much to lose with one key.
    replacesText = !isMultiline
  }

  /// Whether the whole text is selected, so that typing replaces it.
  var isSelected: Bool { replacesText && !buffer.isEmpty }

  /// Makes typing insert from now on.
  mutating func stopReplacing() { replacesText = false }

  mutating func clear() { buffer.clear() }

  mutating func paste(_ text: String) {
    clearReplacedText()
    buffer.insert(text)
  }

  mutating func type(_ character: Character) {
    clearReplacedText()
    buffer.insert(String(character))
  }

  mutating func deleteBackward() {
    if !clearIfSelected() { buffer.deleteBackward() }
  }

  mutating func deleteForward() {
    if !clearIfSelected() { buffer.deleteForward() }
  }

  private mutating func clearReplacedText() {
    if replacesText { buffer.clear() }
    replacesText = false
  }

  private mutating func clearIfSelected() -> Bool {
    guard isSelected else { return false }
    clearReplacedText()
    return true
  }

  /// Draws the line of the cursor into one row. A line that is too long is shifted so that the cursor is visible, with
  /// ellipses where it is cut off.
  /// - Returns: the cursor's column.
  func drawLine(in area: Rect, on grid: inout CellGrid, theme: Theme) -> Int {
    let repertoire = grid.repertoire
    let ellipsis = repertoire.columns(of: "…")
    let (before, total, shift) = columns(in: area.width, repertoire)
    grid.fill(area, style: theme.field)
    let style = replacesText ? theme.field.adding(.underline) : theme.field
    _ = grid.write(buffer.currentLine, at: Point(x: area.minX - shift, y: area.minY), style: style, clip: area)
    if shift > 0, area.width > 2 * ellipsis {
      _ = grid.write("…", at: area.origin, style: theme.field, clip: area)
    }
    if total - shift > area.width, area.width > 2 * ellipsis {
      _ = grid.write("…", at: Point(x: area.maxX - ellipsis, y: area.minY), style: theme.field, clip: area)
    }
    return area.minX + before - shift
  }

  /// Returns the columns of the line before the cursor and of the whole line, and the number of columns that are left
  /// out at the beginning if there is less room.
  private func columns(in width: Int, _ repertoire: Repertoire) -> (before: Int, total: Int, shift: Int) {
    let before = repertoire.columns(of: String(buffer.lines[buffer.line][..<buffer.column]))
    let total = repertoire.columns(of: buffer.currentLine)
    let margin = before < total ? 1 + repertoire.columns(of: "…") : 1
    return (before, total, max(0, before - max(0, width - margin)))
  }

  /// Moves the cursor to a column of the row that `drawLine` has drawn.
  mutating func moveCursor(toColumn column: Int, ofRowWith width: Int, _ repertoire: Repertoire) {
    let target = column + columns(in: width, repertoire).shift
    var end = 0
    let index = buffer.lines[buffer.line].firstIndex { character in
      end += repertoire.columns(of: String(character))
      return end > target
    }
    buffer.move(toLine: buffer.line, column: index ?? .max)
  }
}

// MARK: - Drawing

/// A text being edited, with a cursor.
struct TextBuffer {
  private(set) var lines: [[Character]] {
    didSet {
      revision += 1
      joined = JoinedText()
    }
  }
  /// Counts the changes of the text. Comparing long texts for each key would take long.
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

  var text: String {
    if let whole = joined.whole { return whole }
    let text = lines.map { String($0) }.joined(separator: "\n")
    joined.whole = text
    return text
  }

  /// The text, which is read many times for each key. Copies share it until one of them changes.
  private final class JoinedText {
    var whole: String?
  }

  private var joined = JoinedText()

  var isEmpty: Bool { lines.count == 1 && lines[0].isEmpty }

  var currentLine: String { lines.count == 1 ? text : String(lines[line]) }

  // MARK: - Typing

  mutating func clear() {
    lines = [[]]
    (line, column) = (0, 0)
  }

  /// Inserts a text at the cursor, all at once: moving the rest of the line after each character would take minutes
  /// for a long paste in a long text. In a text of one line, line breaks become spaces.
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

/// A mode in which the user types text.
protocol TextEditing: CommandMode {
  /// Changes the text, or moves the cursor in it.
  func edit(_ change: (inout TextEntry) -> Void)

  /// Deletes the character before the cursor.
  func deleteBackward()

  /// Inserts copied blocks or text.
  func insert(_ copied: CopiedText, on screen: EditorScreen)
}

extension TextEditing {
  /// Why a click beside the window doesn't close it.
  var clickRefusal: String { "end the text first: a click beside it closes nothing" }

  func deleteBackward() { edit { $0.deleteBackward() } }

  func insert(_ copied: CopiedText, on screen: EditorScreen) { edit { $0.paste(copied.literal ?? copied.notation) } }

  /// The editing commands within a line, for the mode's table.
  static var lineCommands: [Command<Self>] {
    [
      Command("left", "<Left>", title: "Left", group: .navigation, help: "previous character") {
        $0.edit { $0.buffer.step(-1) }
      },
      Command("right", "<Right>", title: "Right", group: .navigation, help: "next character") {
        $0.edit { $0.buffer.step(1) }
      },
      Command(
        "line-start", "<Home>", "<C-a>", title: "Beginning of the line", group: .navigation,
        help: "beginning of the line"
      ) {
        $0.edit { $0.buffer.moveToStart() }
      },
      Command("line-end", "<End>", "<C-e>", title: "End of the line", group: .navigation, help: "end of the line") {
        $0.edit { $0.buffer.moveToEnd() }
      },
      Command(
        "delete-backward", "<Backspace>", title: "Delete previous character", group: .editing,
        help: "delete the previous character"
      ) {
        $0.deleteBackward()
      },
      Command(
        "delete-forward", "<Delete>", title: "Delete next character", group: .editing, help: "delete the next character"
      ) {
        $0.edit { $0.deleteForward() }
      },
      Command(
        "delete-to-start", "<C-u>", title: "Delete to the beginning", group: .editing,
        help: "delete to the beginning of the line"
      ) {
        $0.edit { $0.buffer.deleteToStart() }
      },
      Command(
        "delete-to-end", "<C-k>", title: "Delete to the end", group: .editing, help: "delete to the end of the line"
      ) {
        $0.edit { $0.buffer.deleteToEnd() }
      },
      Command(
        "paste", "<C-v>", title: "Paste", group: .editing, help: "insert the clipboard, as text",
        runIn: { mode, screen in
          screen.readClipboard { [weak mode] copied in
            if let copied {
              mode?.insert(copied, on: screen)
            } else {
              screen.message = "nothing was copied in Mortise yet; Ctrl+Shift+V usually pastes from other programs"
            }
          }
        }),
    ]
  }

  /// Inserts typed characters into the text.
  static var typing: CommandTable<Self>.Fallback {
    CommandTable<Self>.Fallback(keys: "characters", help: "type into the text") { mode, key, _ in
      guard let character = key.typedCharacter else { return false }
      mode.edit { $0.type(character) }
      return true
    }
  }
}
