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
    /// Other words that find the row where it is typed, such as a command's name.
    var keywords: [String]
    /// Shown at the right edge; may be empty.
    var note: String
    /// Why the row can't be chosen; nil if it can.
    var refusal: String?
    /// What is said instead of the text; nil for the text.
    var spokenText: String?

    init(
      _ text: String, kind: Kind = .entry, colour: BlockBuilder.Colour? = nil, keys: [Character] = [],
      keywords: [String] = [], note: String = "", refusal: String? = nil, spokenText: String? = nil
    ) {
      self.text = text
      self.kind = kind
      self.colour = colour
      self.keys = keys
      self.keywords = keywords
      self.note = note
      self.refusal = refusal
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
  ///   - details: what is said behind the text.
  ///   - typed: what was typed, whose letters are emphasised.
  func draw(
    on grid: inout CellGrid, in area: Rect, style: Style, keyColumns: Int = 0, details: [String] = [],
    typed: String = "", theme: Theme
  ) {
    grid.fill(area, style: style)
    if kind == .separator {
      for x in area.minX..<area.maxX { _ = grid.write("─", at: Point(x: x, y: area.minY), style: style) }
      return
    }
    if kind == .heading {
      grid.write(text, at: area.origin, style: theme.emphasised(style), fitting: area)
      return
    }
    if let colour {
      let surface = theme.bar(colour, isUnknown: false)
      let foreground = surface.background != .default ? surface.background : surface.foreground
      _ = grid.write(
        "▌", at: area.origin, style: Style(foreground: foreground, background: style.background), clip: area)
    }
    let start = Point(x: area.minX + 1, y: area.minY)
    _ = grid.write(keyDescription, at: start, style: style, clip: area)
    let words = ([text] + details.filter { !$0.isEmpty }).joined(separator: " · ")
    let textColumns = keyColumns + TextWidth.columns(of: words, repertoire: grid.repertoire)
    let left = drawNote(behind: textColumns, on: &grid, in: area, style: style)
    let room = Rect(x: start.x + keyColumns, y: start.y, width: max(1, left - 1 - keyColumns), height: 1)
    grid.write(words, at: room.origin, style: style, fitting: room)
    if !typed.isEmpty {
      MatchedLetters.emphasise(typed, in: text, at: room, style: style, on: &grid, theme: theme)
    }
  }

  /// Draws the note. A short one is always whole. A longer one has what the text leaves, and on a wide screen a third of
  /// the row at least; on a narrow one, the text goes first.
  /// - Parameter textColumns: the columns that the text before it needs.
  /// - Returns: the columns of the row that are left for the text and what precedes it.
  private func drawNote(behind textColumns: Int, on grid: inout CellGrid, in area: Rect, style: Style) -> Int {
    let whole = TextWidth.columns(of: note, repertoire: grid.repertoire)
    let isNarrow = area.width < 60
    let always = isNarrow ? 8 : area.width / 3
    var columns = whole
    if whole > always { columns = min(whole, max(area.width - textColumns - 3, isNarrow ? 0 : always)) }
    // Less than a short word says nothing.
    if columns < min(4, whole) { columns = 0 }
    if columns == 0 { return area.width }
    let end = Rect(x: area.maxX - 1 - columns, y: area.minY, width: columns, height: 1)
    grid.write(note, at: end.origin, style: style, fitting: end)
    return area.width - columns - 2
  }
}
