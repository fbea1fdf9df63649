import AppModules
import MortiseScreen

/// A window with a line to type on, above the entries that match it, the best first.
final class Picker: EditorController, FilteredList {
  override var mode: (any Mode)? { self }

  private let title: String
  private let entries: [ListPopup.Row]
  /// What choosing an entry does, for the hint.
  let verb: String
  private let choose: (Int) -> Void
  var entry = TextEntry("")
  var refusal: String?
  var isCurrent = true
  var list = ListBody()
  /// The indices of the entries that match, the best first.
  private var matches: [Int] = [] { didSet { list.count = matches.count } }

  /// The commands of a window with a line to type on above a list.
  static let pickerTable = CommandTable<Picker>(
    "picker", "In a list with a line to type on",
    scrollCommands("entry", hasEnds: false) + lineCommands + [
      Command(
        "choose", "<Enter>", "<C-s>", group: .finishing, help: "choose the selected entry",
        unavailable: { $0.refusalToChoose }, runIn: { $0.choose(on: $1) }
      ).hinted { $0.verb },
      Command(
        "close", "<Esc>", group: .finishing, help: "close the list; nothing changes", hint: "close",
        runIn: { $0.close(on: $1) }),
    ], fallback: typing)

  let commands = pickerTable

  /// - Parameters:
  ///   - verb: what choosing an entry does, for the hint, such as `go to`.
  ///   - selected: the index of the entry to begin with.
  ///   - choose: called with the chosen entry's index, after the window was closed.
  init(
    title: String, entries: [ListPopup.Row], selected: Int = 0, verb: String,
    choose: @escaping (Int) -> Void
  ) {
    self.title = title
    self.entries = entries
    self.verb = verb
    self.choose = choose
    super.init()
    update()
    list.select(matches.firstIndex(of: selected) ?? 0)
  }

  private var selectedEntry: ListPopup.Row? { matches.isEmpty ? nil : entries[matches[list.selected]] }

  func statusText(on screen: EditorScreen) -> String {
    if let refusal { return refusal }
    let typed = entry.buffer.isEmpty ? "" : "“\(entry.buffer.text)”: "
    guard let selectedEntry else {
      return entries.isEmpty ? "\(title): nothing here" : "\(typed)nothing matches · \(title)"
    }
    let details = [selectedEntry.note, selectedEntry.refusal ?? ""].filter { !$0.isEmpty }.map { ", \($0)" }.joined()
    return "\(typed)\(selectedEntry.text)\(details) · \(list.selected + 1) of \(matches.count) · \(title)"
  }

  // MARK: - Commands

  /// Finds the entries that match, those that can be chosen first.
  func update() {
    let typed = entry.buffer.text
    list.select(0)
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

  var rowCount: Int { matches.count }

  func move(by distance: Int) {
    willShow()
    refusal = nil
    list.select(list.selected + distance)
  }

  var refusalToChoose: String? {
    willShow()
    guard let selectedEntry else { return "nothing matches “\(entry.buffer.text)”; Backspace deletes a letter" }
    return selectedEntry.refusal
  }

  func choose(on screen: EditorScreen) {
    if let reason = refusalToChoose { return refuse(reason, on: screen) }
    let index = matches[list.selected]
    screen.modes.pop(self)
    choose(index)
  }

  func choose(_ row: Int, on screen: EditorScreen) {
    list.select(row)
    choose(on: screen)
  }

  // MARK: - Drawing

  private static let largest = Size(width: 76, height: 20)

  func row(at index: Int) -> ListPopup.Row { entries[matches[index]] }

  func details(ofRow index: Int) -> [String] { [row(at: index).refusal ?? ""] }

  func window(on screen: EditorScreen) -> ModeWindow? {
    let bounds = screen.size
    func columns(_ text: String) -> Int { TextWidth.columns(of: text, repertoire: screen.repertoire) }
    let needed = entries.map { columns($0.text) + columns($0.note) + columns($0.refusal.map { " · \($0)" } ?? "") + 3 }
    let width = min(max(needed.max() ?? 0, columns(title) + 6, 38) + 2, bounds.width, Self.largest.width)
    // The window keeps its size while the list gets shorter, so that the line stays where it is.
    let height = min(max(entries.count, 1) + 3, max(4, bounds.height - 4), Self.largest.height)
    let size = Size(width: width, height: height)
    let origin = PopupPlacement.origin(of: size, anchor: .centre, screen: bounds)
    return window(
      title, in: Rect(origin: origin, size: size), selected: list.selected,
      emptyText: entries.isEmpty ? "nothing here" : "nothing matches", on: screen)
  }
}
