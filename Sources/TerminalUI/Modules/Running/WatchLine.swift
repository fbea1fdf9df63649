import AppModules
import BlockModel
import BlockNotation
import MortiseScreen

/// The window in which the line of a watch is typed, above a list of its possible meanings.
final class WatchLine: EditorController, FilteredList {
  override var mode: (any Mode)? { self }
  private let title: String
  private let reader: LineReader
  private let library: NotationLibrary
  private let anchor: ListPopup.Anchor
  /// Returns the value of a line at the moment that is shown, or why it has none, in words; nil if there is nothing
  /// to show.
  private let evaluate: (String) -> String?
  /// The cached values of lines, as evaluating a line takes longer than drawing it.
  private var known: [String: String?] = [:]
  /// Accepts the line, or returns why it can't be watched.
  private let accept: (String) -> String?
  var entry: TextEntry
  var refusal: String?
  var isCurrent = false
  var isHeard = true
  var list = ListBody()
  private var readings: [LineReading] = [] { didSet { list.count = readings.count } }
  /// Whether the user has selected one of the meanings.
  private var isChosen = false

  init(
    title: String, line: String, reader: LineReader, library: NotationLibrary, anchor: ListPopup.Anchor,
    value: @escaping (String) -> String?, accept: @escaping (String) -> String?
  ) {
    (self.title, self.reader, self.library, self.anchor) = (title, reader, library, anchor)
    (evaluate, self.accept) = (value, accept)
    entry = TextEntry(line)
    super.init()
  }

  /// The commands while the line of a watch is typed.
  static let watchLineCommands = CommandTable<WatchLine>(
    "watch-line", "While a watch is typed",
    lineCommands + scrollCommands("meaning", hasEnds: false) + [
      Command(
        "accept", "<Enter>", "<C-s>", title: "Accept", group: .finishing, help: "watch the line", hint: "watch",
        runIn: { $0.take(on: $1) }),
      Command(
        "complete", "<Tab>", title: "Complete the word", group: .finishing, help: "complete the word", hint: "complete"
      ) { $0.complete() },
      Command(
        "close", "<Esc>", title: "Close", group: .finishing, help: "close the line; nothing changes", hint: "close",
        runIn: { $0.close(on: $1) }),
    ], fallback: typing)

  let commands = watchLineCommands

  /// The line to watch: the meaning that the user has selected, or else the typed text.
  private var line: String { isChosen ? readings[list.selected].text : entry.buffer.text }

  private func value(_ line: String) -> String? {
    if let value = known[line] { return value }
    let value = evaluate(line)
    known[line] = .some(value)
    return value
  }

  var typedLine: TypedLine? { TypedLine(label: title, entry: entry) }

  func statusText(on screen: EditorScreen) -> String {
    if let refusal { return refusal }
    if entry.buffer.isEmpty { return "\(title): type a value, such as total ÷ count" }
    let position = isChosen ? " · \(list.selected + 1) of \(readings.count)" : ""
    return "\(line)\(value(line).map { ": \($0)" } ?? "")\(position) · \(title)"
  }

  // MARK: - Commands

  var rowCount: Int { readings.count }

  private static let mostReadings = 30

  func update() {
    isChosen = false
    let text = entry.buffer.text
    // Names that don't exist have no value.
    readings =
      text.allSatisfy(\.isWhitespace)
      ? []
      : Array(
        reader.readings(of: text, as: .value).lazy
          .filter {
            $0.newVariables.isEmpty && $0.newFunctions.isEmpty && $0.slashes != .comment && $0.otherType == nil
          }
          .prefix(Self.mostReadings))
  }

  func move(by distance: Int) {
    willShow()
    if hearSelected(movingBy: distance) { return }
    if readings.isEmpty { return }
    refusal = nil
    let row = isChosen ? list.selected + distance : distance > 0 ? 0 : readings.count - 1
    isChosen = row >= 0
    list.select(row)
  }

  private func complete() {
    willShow()
    guard readings.indices.contains(list.selected) else { return }
    let text = readings[list.selected].completion
    edit { entry in
      entry.clear()
      entry.buffer.insert(text)
    }
  }

  private func take(on screen: EditorScreen) {
    willShow()
    let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if text.isEmpty { return refuse("type a value", on: screen) }
    if let reason = accept(text) { return refuse(reason, on: screen) }
    screen.modes.pop(self)
  }

  func choose(_ row: Int, on screen: EditorScreen) {
    list.select(row)
    isChosen = true
    take(on: screen)
  }

  // MARK: - Drawing

  private static let (narrowest, widest) = (44, 72)
  private static let mostRows = 6

  func row(at index: Int) -> ListPopup.Row {
    let reading = readings[index]
    let label = (reading.wording ?? reading.text).split(separator: " ").map { $0 == "_" ? "…" : $0 }
      .joined(separator: " ")
    let colour = reading.snapshot.records.first.flatMap { library.factory.blockBuilders[$0.type]?.colour }
    return ListPopup.Row(label, colour: colour)
  }

  func details(ofRow index: Int) -> [String] { readings[index].isWhole ? [value(readings[index].text) ?? ""] : [] }

  func window(on screen: EditorScreen) -> ModeWindow? {
    let width = min(max(Self.narrowest, entry.buffer.currentLine.count + 4), Self.widest, screen.size.width)
    let size = Size(width: width, height: min(Self.mostRows + 3, max(4, screen.size.height - 2)))
    let origin = PopupPlacement.origin(of: size, anchor: anchor, screen: screen.size)
    return window(
      title, in: Rect(origin: origin, size: size), selected: isChosen ? list.selected : nil,
      emptyText: entry.buffer.isEmpty ? "such as total ÷ count" : "no value of this program", on: screen)
  }
}
