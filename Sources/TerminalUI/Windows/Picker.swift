import AppModules
import BlockLayout
import MortiseScreen

/// A window with an input line above the matching entries, the best first.
final class Picker: EditorController, FilteredList {
  override var mode: (any Mode)? { self }

  private let title: String
  private let entries: [ListPopup.Row]
  /// The action of choosing an entry, for the hint.
  let verb: String
  private let choose: (Int) -> Void
  var entry = TextEntry("")
  var isHeard = true
  private var isOpened = false
  var refusal: String?
  var isCurrent = true
  var list = ListBody()
  private let search: Search?
  /// The row shown in place of entries; its index follows theirs.
  private var special: (row: ListPopup.Row, choose: () -> Void)?
  /// The indices of the entries that match, the best first.
  private var matches: [Int] = [] { didSet { list.count = matches.count } }
  /// Whether the entries have sentences, which the window shows below the list.
  private let hasSentences: Bool

  /// Finds entries by their meaning.
  struct Search {
    /// The entries shown before anything is typed, by their indices.
    var beginning: [Int]
    /// Entries with a higher rank are shown only if there are no others.
    var lastMeant: Int
    /// Returns the meaning of a text in place of the entries; nil if there is none. `isMeant` is whether entries
    /// match.
    var special: (_ typed: String, _ isMeant: Bool) -> Special? = { _, _ in nil }
    /// Returns the rank of an entry, lower is better; nil if it doesn't match.
    var rank: (_ typed: String, _ index: Int) -> Int?
  }

  /// The only meaning of a text.
  enum Special {
    case entry(Int)
    case row(ListPopup.Row, () -> Void)
  }

  /// The commands of a window with an input line above a list.
  static let pickerTable = CommandTable<Picker>(
    "picker", "In a list with a line to type on",
    scrollCommands("entry", hasEnds: false) + lineCommands + [
      Command(
        "choose", "<Enter>", "<C-s>", title: "Choose", group: .finishing, help: "choose the selected entry",
        unavailable: { $0.refusalToChoose }, runIn: { $0.choose(on: $1) }
      ).hinted { $0.verb },
      Command(
        "close", "<Esc>", title: "Close", group: .finishing, help: "close the list; nothing changes", hint: "close",
        runIn: { $0.close(on: $1) }),
    ], fallback: typing)

  let commands = pickerTable

  /// - Parameters:
  ///   - verb: the action of choosing an entry, for the hint, such as `go to`.
  ///   - selected: the index of the initial entry.
  ///   - search: finds entries by their meaning; nil to find them by their words.
  ///   - choose: called with the chosen entry's index, after the window was closed.
  init(
    title: String, entries: [ListPopup.Row], selected: Int = 0, verb: String, search: Search? = nil,
    choose: @escaping (Int) -> Void
  ) {
    self.title = title
    self.entries = entries
    self.verb = verb
    self.search = search
    self.choose = choose
    hasSentences = entries.contains { $0.sentence != nil }
    super.init()
    update()
    if search == nil, let row = matches.firstIndex(of: selected) { list.select(row) }
  }

  /// The entry that Enter chooses, or says why it can't; nil if there is none.
  var selectedEntry: ListPopup.Row? { matches.isEmpty ? nil : row(at: list.selected) }

  var typedLine: TypedLine? { TypedLine(label: title, entry: entry) }

  func statusText(on screen: EditorScreen) -> String {
    if let refusal { return refusal }
    let typed = entry.buffer.isEmpty ? "" : "“\(typed: entry.buffer.text)”: "
    guard let selectedEntry else {
      return entries.isEmpty ? "\(title): nothing here" : "\(typed)nothing matches · \(title)"
    }
    if !isHeard { return "\(title): \(matches.count) \(matches.count == 1 ? "entry" : "entries")" }
    // Only who doesn't see the window hears the sentence that it shows.
    let sentence = selectedEntry.refusal ?? (screen.theme.isPlain ? selectedEntry.sentence : nil) ?? ""
    let details = [selectedEntry.note, sentence].filter { !$0.isEmpty }.map { ", \($0)" }.joined()
    return "\(typed)\(selectedEntry.text)\(details) · \(list.selected + 1) of \(matches.count) · \(title)"
  }

  // MARK: - Commands

  /// Finds the entries that match, the best first.
  func update() {
    let typed = entry.buffer.text
    list.select(0)
    if typed.contains(where: { $0 != " " }) {
      let ranked = entries.indices.compactMap { index in rank(of: index, typed).map { (rank: $0, index: index) } }
      let isMeant = ranked.contains { $0.rank <= lastMeant }
      special = nil
      switch search?.special(typed, isMeant) {
      case .entry(let index)?: matches = [index]
      case .row(let row, let choose)?:
        special = (row, choose)
        matches = [entries.count]
      case nil: matches = ranked.filter { !isMeant || $0.rank <= lastMeant }.sorted { $0 < $1 }.map(\.index)
      }
    } else {
      matches = search?.beginning ?? Array(entries.indices)
    }
  }

  private func rank(of index: Int, _ typed: String) -> Int? {
    let entry = entries[index]
    // Among equal matches, those that can be chosen come first.
    if let search { return search.rank(typed, index).map { 2 * $0 + (entry.refusal == nil ? 0 : 1) } }
    return ([entry.text] + entry.keywords).compactMap { MatchedLetters.rank(of: typed, in: $0) }.min()
  }

  private var lastMeant: Int { search.map { 2 * $0.lastMeant + 1 } ?? Int.max }

  var rowCount: Int { matches.count }

  func move(by distance: Int) {
    willShow()
    if hearSelected(movingBy: distance) { return }
    refusal = nil
    list.select(list.selected + distance)
  }

  var refusalToChoose: String? {
    willShow()
    guard let selectedEntry else { return "nothing matches “\(typed: entry.buffer.text)”; Backspace deletes a letter" }
    return selectedEntry.refusal
  }

  func choose(on screen: EditorScreen) {
    if let reason = refusalToChoose { return refuse(reason, on: screen) }
    let index = matches[list.selected]
    screen.modes.pop(self)
    if index == entries.count { special?.choose() } else { choose(index) }
  }

  func choose(_ row: Int, on screen: EditorScreen) {
    list.select(row)
    choose(on: screen)
  }

  // MARK: - Drawing

  private static let largest = Size(width: 76, height: 20)

  func row(at index: Int) -> ListPopup.Row {
    if let special, matches[index] == entries.count { return special.row }
    return entries[matches[index]]
  }

  func details(ofRow index: Int) -> [String] { hasSentences ? [] : [row(at: index).refusal ?? ""] }

  /// The narrowest window with sentences, if the screen has the room.
  private static let sentenceWidth = 68

  func window(on screen: EditorScreen) -> ModeWindow? {
    if !isOpened { (isOpened, isHeard) = (true, !screen.theme.isPlain) }
    let bounds = screen.windowSize
    func columns(_ text: String) -> Int { screen.repertoire.columns(of: text) }
    let noteColumn = hasSentences ? (entries.map { columns($0.text) }.max() ?? 0) + 3 : nil
    let needed = entries.map { entry in
      (noteColumn ?? columns(entry.text)) + columns(entry.note)
        + (hasSentences ? 0 : columns(entry.refusal.map { " · \($0)" } ?? "")) + 3
    }
    let widest = max(needed.max() ?? 0, columns(title) + 6, hasSentences ? Self.sentenceWidth : 38)
    let width = min(widest + 2, bounds.width, Self.largest.width)
    // The window keeps its size while the list gets shorter, so that the line stays in place.
    let room = min(max(4, bounds.height - 4), Self.largest.height)
    let sentenceRows = hasSentences ? ListSentence.rows(inWindowOf: room) : 0
    let height = min(max(entries.count, 1) + 3 + sentenceRows, room)
    let size = Size(width: width, height: height)
    let origin = PopupPlacement.origin(of: size, anchor: .centre, screen: bounds)
    let words = selectedEntry.map { $0.refusal.map { "Not now: \($0)" } ?? $0.sentence ?? "" } ?? ""
    let sentence = ListSentence(text: words.prefix(1).uppercased() + words.dropFirst(), rows: sentenceRows)
    return window(
      title, in: Rect(origin: origin, size: size), selected: matches.isEmpty ? nil : list.selected,
      emptyText: entries.isEmpty ? "nothing here" : "nothing matches", noteColumn: noteColumn, sentence: sentence,
      on: screen)
  }
}
