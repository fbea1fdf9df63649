import AppModules
import BlockModel
import MortiseScreen
import MortiseTerminal

/// A window with a line to type on, above the entries that match it, the best first.
final class Picker: EditorController, TextEditing {
  override var mode: (any Mode)? { self }

  /// An entry of the list.
  struct Entry {
    /// What the entry is called. It is searched and shown.
    var text: String
    /// Other words that find the entry, such as a command's name.
    var keywords: [String] = []
    /// Shown at the right edge, such as keys.
    var note = ""
    var colour: BlockBuilder.Colour?
    /// Why the entry can't be chosen; nil if it can.
    var refusal: String?
  }

  private let title: String
  private let entries: [Entry]
  /// What choosing an entry does, for the hint.
  let verb: String
  private let choose: (Int) -> Void
  private var entry = TextEntry("")
  /// The indices of the entries that match, the best first.
  private var matches: [Int]
  private var selected = 0
  /// Whether the matches are those of the text.
  private var isMatched = true
  private var refusal: String?
  private var firstShown = 0
  private var shownAt = Rect(x: 0, y: 0, width: 0, height: 0)
  private(set) var pageRows = 8

  let commands = pickerTable

  /// - Parameters:
  ///   - verb: what choosing an entry does, for the hint, such as `go to`.
  ///   - selected: the index of the entry to begin with.
  ///   - choose: called with the chosen entry's index, after the window was closed.
  init(
    title: String, entries: [Entry], selected: Int = 0, verb: String,
    choose: @escaping (Int) -> Void
  ) {
    self.title = title
    self.entries = entries
    self.verb = verb
    self.choose = choose
    matches = []
    super.init()
    match()
    self.selected = matches.firstIndex(of: selected) ?? 0
  }

  private var selectedEntry: Entry? { matches.indices.contains(selected) ? entries[matches[selected]] : nil }

  func statusText(on screen: EditorScreen) -> String {
    if let refusal { return refusal }
    let typed = entry.buffer.isEmpty ? "" : "“\(entry.buffer.text)”: "
    guard let selectedEntry else {
      return entries.isEmpty ? "\(title): nothing here" : "\(typed)nothing matches · \(title)"
    }
    let details = [selectedEntry.note, selectedEntry.refusal ?? ""].filter { !$0.isEmpty }.map { ", \($0)" }.joined()
    return "\(typed)\(selectedEntry.text)\(details) · \(selected + 1) of \(matches.count) · \(title)"
  }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): press(key, on: screen)
    case .paste(let text): edit { $0.paste(text.split(whereSeparator: \.isNewline).joined(separator: " ")) }
    case .mouse(let mouse): handle(mouse, on: screen)
    default: break
    }
  }

  private func handle(_ mouse: MouseEvent, on screen: EditorScreen) {
    switch mouse.kind {
    case .scrollDown: move(by: 3)
    case .scrollUp: move(by: -3)
    case .press where !shownAt.contains(mouse.position): close(on: screen)
    case .press:
      let index = firstShown + mouse.position.y - shownAt.minY - 2
      guard index >= firstShown, matches.indices.contains(index) else { return }
      selected = index
      choose(on: screen)
    default: break
    }
  }

  // MARK: - Commands

  func edit(_ change: (inout TextEntry) -> Void) {
    let before = entry.buffer.revision
    refusal = nil
    change(&entry)
    entry.stopReplacing()
    if entry.buffer.revision != before { isMatched = false }
  }

  /// Matches when all keys are handled, as it takes longer than a key of a burst.
  func willShow() {
    if !isMatched { match() }
  }

  /// Finds the entries that match, those that can be chosen first.
  private func match() {
    isMatched = true
    let typed = entry.buffer.text
    selected = 0
    firstShown = 0
    guard typed.contains(where: { $0 != " " }) else {
      matches = Array(entries.indices)
      return
    }
    let ranked = entries.enumerated().compactMap { index, entry -> (rank: Int, index: Int)? in
      let ranks = ([entry.text] + entry.keywords).compactMap { MatchedLetters.rank(of: typed, in: $0) }
      return ranks.min().map { ($0, index) }
    }
    matches = ranked.sorted { $0 < $1 }.map(\.index)
  }

  func move(by distance: Int) {
    willShow()
    refusal = nil
    selected = min(max(selected + distance, 0), max(0, matches.count - 1))
  }

  var refusalToChoose: String? {
    willShow()
    guard let selectedEntry else { return "nothing matches “\(entry.buffer.text)”; Backspace deletes a letter" }
    return selectedEntry.refusal
  }

  func choose(on screen: EditorScreen) {
    if let reason = refusalToChoose { return refuse(reason, on: screen) }
    let index = matches[selected]
    screen.modes.pop(self)
    choose(index)
  }

  func refuse(_ reason: String, on screen: EditorScreen) { refusal = reason }

  func close(on screen: EditorScreen) { screen.modes.pop(self) }

  // MARK: - Drawing

  private static let largest = Size(width: 76, height: 20)

  func window(on screen: EditorScreen) -> ModeWindow? {
    let (bounds, theme) = (screen.size, screen.theme)
    func columns(_ text: String) -> Int { TextWidth.columns(of: text, repertoire: screen.repertoire) }
    let needed = entries.map { columns($0.text) + columns($0.note) + columns($0.refusal.map { " · \($0)" } ?? "") + 3 }
    let width = min(max(needed.max() ?? 0, columns(title) + 6, 38) + 2, bounds.width, Self.largest.width)
    // The window keeps its size while the list gets shorter, so that the line stays where it is.
    let height = min(max(entries.count, 1) + 3, max(4, bounds.height - 4), Self.largest.height)
    let size = Size(width: width, height: height)
    pageRows = max(1, height - 3)
    let origin = PopupPlacement.origin(of: size, anchor: .centre, screen: bounds)
    shownAt = Rect(origin: origin, size: size)
    var grid = WindowFrame.grid(
      size: size, title: title, footer: hints, theme: theme, repertoire: screen.repertoire)
    grid.fill(Rect(x: 1, y: 1, width: width - 2, height: 1), style: theme.field)
    let cursor = entry.drawLine(in: Rect(x: 2, y: 1, width: max(1, width - 3), height: 1), on: &grid, theme: theme)
    firstShown = min(max(firstShown, selected - pageRows + 1), selected)
    if matches.isEmpty {
      let text = entries.isEmpty ? "nothing here" : "nothing matches"
      grid.write(text, at: Point(x: 2, y: 2), style: theme.popupHint, fitting: grid.bounds)
    }
    for row in 0..<pageRows where firstShown + row < matches.count {
      draw(
        entries[matches[firstShown + row]], isSelected: firstShown + row == selected,
        in: Rect(x: 1, y: 2 + row, width: width - 2, height: 1), on: &grid, theme: theme)
    }
    return ModeWindow(layer: Layer(origin: origin, grid: grid), cursor: Point(x: cursor, y: 1))
  }

  private func draw(
    _ row: Entry, isSelected: Bool, in area: Rect, on grid: inout CellGrid, theme: Theme
  ) {
    let style = isSelected ? theme.focus : row.refusal == nil ? theme.popup : theme.popupHint
    grid.fill(area, style: style)
    if let colour = row.colour {
      let surface = theme.bar(colour, isUnknown: false)
      let foreground = surface.background != .default ? surface.background : surface.foreground
      _ = grid.write(
        "▌", at: area.origin, style: Style(foreground: foreground, background: style.background), clip: area)
    }
    let words = row.text + (row.refusal.map { " · \($0)" } ?? "")
    let left = RowNote.draw(
      row.note, behind: TextWidth.columns(of: words, repertoire: grid.repertoire), in: area, style: style, on: &grid)
    let text = Rect(x: area.minX + 1, y: area.minY, width: max(1, min(left, area.width - 1) - 1), height: 1)
    grid.write(words, at: text.origin, style: style, fitting: text)
    MatchedLetters.emphasise(entry.buffer.text, in: row.text, at: text, style: style, on: &grid, theme: theme)
  }
}
