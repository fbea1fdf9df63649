import BlockLayout
import BlockModel
import MortiseScreen

extension ListPopup {
  /// A row of a list.
  struct Row {
    enum Kind {
      case entry
      /// A line of text that can't be chosen.
      case heading
      /// A rule between rows, which is never selected.
      case separator
    }

    var text: String
    var kind: Kind
    var colour: BlockBuilder.Colour?
    /// The letters that choose the row directly. They are shown before its text.
    var keys: [Character]
    /// Other words that find the row in a search, such as a command's name.
    var keywords: [String]
    /// Shown at the right edge; may be empty.
    var note: String
    /// Why the row can't be chosen; nil if it can.
    var refusal: String?
    /// The text about the row that the window shows while it is selected; nil for none.
    var sentence: String?
    /// The text for the status line; nil for `text`.
    var spokenText: String?

    init(
      _ text: String, kind: Kind = .entry, colour: BlockBuilder.Colour? = nil, keys: [Character] = [],
      keywords: [String] = [], note: String = "", refusal: String? = nil, sentence: String? = nil,
      spokenText: String? = nil
    ) {
      self.text = text
      self.kind = kind
      self.colour = colour
      self.keys = keys
      self.keywords = keywords
      self.note = note
      self.refusal = refusal
      self.sentence = sentence
      self.spokenText = spokenText
    }

    static let separator = Row("", kind: .separator)

    var keyDescription: String { keys.map(String.init).joined(separator: "/") }
  }
}

// MARK: - Drawing

extension ListPopup.Row {
  /// Draws the row.
  /// - Parameters:
  ///   - keyColumns: the columns that the keys of all rows need.
  ///   - noteColumn: the column in which the note begins; nil to end it at the right edge.
  ///   - details: the details after the text.
  ///   - typed: the typed text, whose letters are emphasised.
  func draw(
    on grid: inout CellGrid, in area: Rect, style: Style, keyColumns: Int = 0, noteColumn: Int? = nil,
    details: [String] = [],
    typed: String = "", theme: Theme
  ) {
    grid.fill(area, style: style)
    if kind == .separator {
      grid.fill(Rect(x: area.minX, y: area.minY, width: area.width, height: 1), glyph: "─", style: style)
      return
    }
    if kind == .heading {
      grid.write(text, at: area.origin, style: theme.emphasised(style), fitting: area)
      return
    }
    if let colour {
      _ = grid.write("▌", at: area.origin, style: theme.mark(colour, on: style.background), clip: area)
    }
    let start = Point(x: area.minX + 1, y: area.minY)
    _ = grid.write(keyDescription, at: start, style: style, clip: area)
    let words = ([text] + details.filter { !$0.isEmpty }).joined(separator: " · ")
    let textColumns = keyColumns + grid.repertoire.columns(of: words)
    let left: Int
    if let noteColumn {
      left = noteColumn - 1
      let room = Rect(x: area.minX + noteColumn, y: area.minY, width: max(0, area.width - noteColumn - 1), height: 1)
      // A key is shown in full or not at all.
      var words = note.split(separator: " ")
      while grid.repertoire.columns(of: words.joined(separator: " ")) > room.width { words.removeLast() }
      _ = grid.write(words.joined(separator: " "), at: room.origin, style: style, clip: area)
    } else {
      left = drawNote(behind: textColumns, on: &grid, in: area, style: style)
    }
    let room = Rect(x: start.x + keyColumns, y: start.y, width: max(1, left - 1 - keyColumns), height: 1)
    grid.write(words, at: room.origin, style: style, fitting: room)
    if !typed.isEmpty {
      MatchedLetters.emphasise(typed, in: text, at: room, style: style, on: &grid, theme: theme)
    }
  }

  /// Draws the note. A short one is always shown in full. A longer one gets the columns that the text leaves, but on
  /// a wide screen at least a third of the row; on a narrow one, the text takes precedence.
  /// - Parameter textColumns: the columns that the text before it needs.
  /// - Returns: the columns of the row that are left for the text and its keys.
  private func drawNote(behind textColumns: Int, on grid: inout CellGrid, in area: Rect, style: Style) -> Int {
    let whole = grid.repertoire.columns(of: note)
    let isNarrow = area.width < 60
    let always = isNarrow ? 8 : area.width / 3
    var columns = whole
    if whole > always { columns = min(whole, max(area.width - textColumns - 3, isNarrow ? 0 : always)) }
    // A fragment of a short word would be unreadable.
    if columns < min(4, whole) { columns = 0 }
    if columns == 0 { return area.width }
    let end = Rect(x: area.maxX - 1 - columns, y: area.minY, width: columns, height: 1)
    grid.write(note, at: end.origin, style: style, fitting: end)
    return area.width - columns - 2
  }
}

/// The words about the selected row of a list, at the bottom of its window.
struct ListSentence {
  var text = ""
  /// The number of rows, with the rule above them; 0 for none.
  var rows = 0

  /// Returns the number of rows in a window of a height.
  static func rows(inWindowOf height: Int) -> Int { height < 12 ? min(1, height - 4) : 3 }

  /// Draws the words, which end with an ellipsis if they need more rows.
  func draw(on grid: inout CellGrid, theme: Theme) {
    if rows == 0 { return }
    let area = Rect(x: 1, y: grid.size.height - 1 - rows, width: grid.size.width - 2, height: rows)
    grid.fill(area, style: theme.popup)
    let hasRule = rows > 1
    if hasRule {
      grid.fill(Rect(x: area.minX, y: area.minY, width: area.width, height: 1), glyph: "─", style: theme.popup)
    }
    let shown = rows - (hasRule ? 1 : 0)
    let width = area.width - 2
    var lines = WrappedText.rows(of: text, width: width, hanging: 0, repertoire: grid.repertoire)
    if lines.count > shown { lines = lines.prefix(shown - 1) + [lines[(shown - 1)...].joined(separator: " ")] }
    for (row, line) in lines.enumerated() {
      let place = Rect(x: area.minX + 1, y: area.maxY - shown + row, width: width, height: 1)
      grid.write(line, at: place.origin, style: theme.popup, fitting: place)
    }
  }
}

/// The part of a list's window that shows the selected block as it will look.
struct ListPreview {
  /// Lays out the block of a row; nil if the row has none.
  let layout: (_ row: Int) -> WorkspaceLayout?

  /// The number of columns, with the line between the list and the preview.
  private static let widths = 20...44

  /// The maximum width of a row of blocks.
  static let rowWidth = widths.upperBound - 3

  /// Returns the number of columns of the preview for the available ones; 0 if there are too few.
  static func width(leaving room: Int) -> Int { room < widths.lowerBound ? 0 : min(room, widths.upperBound) }

  /// Draws the preview into an area of a window.
  func draw(row: Int, on grid: inout CellGrid, in area: Rect, theme: Theme) {
    grid.fill(Rect(x: area.minX, y: area.minY, width: 1, height: area.height), glyph: "│", style: theme.popup)
    let canvas = Rect(x: area.minX + 1, y: area.minY, width: area.width - 1, height: area.height)
    grid.fill(canvas, style: .plain)
    guard let layout = layout(row) else { return }
    let start = layout.bounds.origin
    CanvasView(layout: layout, theme: theme).draw(on: &grid, in: canvas, scroll: Point(x: start.x - 1, y: start.y))
  }
}
