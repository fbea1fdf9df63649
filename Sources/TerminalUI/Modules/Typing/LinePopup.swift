import AppModules
import BlockModel
import MortiseScreen
import MortiseTerminal
import ProgramJournal
import Workbench

/// The window in which a line is typed, above a list of what it can become.
final class LinePopup: EditorController, TextEditing {
  override var mode: (any Mode)? { self }
  private let module: TypingModule
  private var line: LineSession
  private var entry: TextEntry
  /// The text that the line began with.
  private var openedText: String
  /// What the line's draft belongs to; nil if it can't be kept.
  private var dialog: DialogDraft.Dialog?
  /// Why the line can't be accepted.
  private var refusal: String?
  /// Whether the choices are those of the text.
  private var isRead = true
  private var firstShown = 0
  private var shownAt = Rect(x: 0, y: 0, width: 0, height: 0)
  private(set) var pageRows = 8

  let commands = lineTable

  init(module: TypingModule) {
    self.module = module
    line = module.context.line
    openedText = ""
    entry = TextEntry("")
    super.init()
    begin(line)
  }

  private var choices: [LineChoice] { line.choices }

  var draft: DialogDraft? {
    entry.buffer.text == openedText ? nil : dialog.map { DialogDraft($0, text: entry.buffer.text) }
  }

  func statusText(on screen: EditorScreen) -> String {
    if let refusal { return refusal }
    let location = line.locationDescription
    guard let index = line.selection, let choice = line.choice else {
      if entry.buffer.isEmpty { return "type a \(line.kind == .value ? "value" : "statement") · \(location)" }
      return
        "“\(entry.buffer.text)”\(line.isValueAlone ? Self.valueText : ": \(noMatchText)")\(offer) · \(location)"
    }
    let details = [choice.note, choice.refusal ?? ""].filter { !$0.isEmpty }.map { ", \($0)" }.joined()
    let typed = entry.buffer.isEmpty ? "" : "“\(entry.buffer.text)”: "
    return "\(typed)\(choice.label)\(details) · \(index + 1) of \(choices.count) · \(location)"
  }

  private static let valueText = " is a value, which alone does nothing"

  /// What the first choice would do, which is not selected by itself.
  private var offer: String {
    choices.first.map { choice in
      let functions = choice.newFunctions.joined(separator: ", ")
      return "; ↓ \(functions.isEmpty ? "selects \(choice.label)" : "makes the function \(functions)")"
    } ?? ""
  }

  private var noMatchText: String { line.mistake.map { "no match: \($0)" } ?? "no match" }

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
      guard index >= firstShown, choices.indices.contains(index) else { return }
      line.select(index)
      accept(on: screen)
    default: break
    }
  }

  // MARK: - Commands

  func edit(_ change: (inout TextEntry) -> Void) {
    let before = entry.buffer.revision
    refusal = nil
    change(&entry)
    entry.stopReplacing()
    if entry.buffer.revision != before {
      firstShown = 0
      isRead = false
    }
  }

  /// Reads the line when all keys are handled, as reading takes longer than a key of a burst.
  func willShow() {
    if isRead { return }
    isRead = true
    line.type(entry.buffer.text)
  }

  func move(by distance: Int) {
    willShow()
    if choices.isEmpty { return }
    refusal = nil
    let target = (line.selection ?? (distance > 0 ? -1 : 0)) + distance
    line.select(target < 0 && entry.buffer.isEmpty ? nil : min(max(target, 0), choices.count - 1))
  }

  /// Replaces the text by the selected choice's, up to the next input.
  func complete() {
    willShow()
    guard let choice = line.choice ?? choices.first else { return }
    edit { entry in
      entry.clear()
      entry.buffer.insert(choice.completion)
    }
  }

  /// Accepts the line, or leaves it when it is empty.
  func accept(on screen: EditorScreen) {
    willShow()
    guard line.selection != nil else {
      guard entry.buffer.isEmpty else {
        let text = "“\(entry.buffer.text)”"
        if line.isValueAlone { return refuse(text + Self.valueText + offer, on: screen) }
        let mistake = line.mistake.map { ": \($0)" } ?? ""
        return refuse("nothing matches \(text)\(mistake)\(offer)", on: screen)
      }
      if let next = module.workbench.leave(line) { return begin(next) }
      return screen.modes.pop(self)
    }
    let (outcome, next) = module.workbench.accept(line)
    if let reason = outcome.refusal { return refuse(reason, on: screen) }
    if outcome.isChange { module.emit(.accepted) }
    if let next { return begin(next) }
    screen.modes.pop(self)
    module.showStatus(outcome.statusMessage)
  }

  private func begin(_ next: LineSession) {
    line = next
    openedText = line.text
    // A selection is not kept, so neither is what goes around it.
    dialog = line.wrapsSelection ? nil : .line(line.target, editedID: line.editedID)
    entry = TextEntry(openedText)
    entry.stopReplacing()
    isRead = true
    refusal = nil
    firstShown = 0
  }

  func refuse(_ reason: String, on screen: EditorScreen) {
    refusal = reason
  }

  func close(on screen: EditorScreen) { screen.modes.pop(self) }

  override func viewDidDisappear() { module.workbench.cancel(line) }

  // MARK: - Drawing

  private static let mostRows = 9

  func window(on screen: EditorScreen) -> ModeWindow? {
    let repertoire = screen.repertoire
    func columns(_ text: String) -> Int { TextWidth.columns(of: text, repertoire: repertoire) }
    let anchor = module.context.viewport.cursorRect
    let room = PopupPlacement.rowsBeside(anchor, screen: screen.size) - 3
    let rows = min(Self.mostRows, max(1, room))
    let rowCount = min(choices.count, rows)
    pageRows = max(1, rowCount)
    let labels = choices.map(text(of:))
    let widest = max(labels.prefix(60).map(columns).max() ?? 0, columns(entry.buffer.text) + 1, 38)
    let width = min(widest + 4, screen.size.width, 72)
    let highest = Size(width: width, height: min(rows + 3, screen.size.height))
    let origin = PopupPlacement.origin(of: highest, anchor: .below(anchor), screen: screen.size)
    // Above the cursor the window keeps its height, so that the line stays where it is.
    let height = origin.y < anchor.minY ? highest.height : min(max(1, rowCount) + 3, highest.height)
    let size = Size(width: width, height: height)
    shownAt = Rect(origin: origin, size: size)
    var grid = WindowFrame.grid(
      size: size, title: line.locationDescription, footer: hints, theme: screen.theme,
      repertoire: repertoire)
    let inside = Rect(x: 1, y: 1, width: size.width - 2, height: size.height - 2)
    grid.fill(Rect(x: 1, y: 1, width: inside.width, height: 1), style: screen.theme.field)
    let cursor = entry.drawLine(
      in: Rect(x: 2, y: 1, width: max(1, inside.width - 1), height: 1), on: &grid, theme: screen.theme)
    let selected = line.selection ?? 0
    firstShown = min(max(firstShown, selected - rowCount + 1), selected)
    if choices.isEmpty {
      let text = entry.buffer.isEmpty ? "nothing fits here" : noMatchText
      grid.write(text, at: Point(x: 2, y: 2), style: screen.theme.popupHint, fitting: inside)
    }
    for row in 0..<rowCount where firstShown + row < choices.count {
      let index = firstShown + row
      draw(
        choices[index], labels[index], isSelected: line.selection == index,
        in: Rect(x: 1, y: 2 + row, width: inside.width, height: 1), on: &grid, theme: screen.theme)
    }
    return ModeWindow(layer: Layer(origin: origin, grid: grid), cursor: Point(x: cursor, y: 1))
  }

  private func text(of choice: LineChoice) -> String {
    ([choice.label] + [choice.note, choice.refusal ?? ""].filter { !$0.isEmpty }).joined(separator: " · ")
  }

  private func draw(
    _ choice: LineChoice, _ text: String, isSelected: Bool, in area: Rect, on grid: inout CellGrid, theme: Theme
  ) {
    let style = isSelected ? theme.focus : choice.refusal == nil ? theme.popup : theme.popupHint
    grid.fill(area, style: style)
    let surface = theme.bar(choice.colour, isUnknown: false)
    let foreground = surface.background != .default ? surface.background : surface.foreground
    _ = grid.write("▌", at: area.origin, style: Style(foreground: foreground, background: style.background), clip: area)
    let start = Point(x: area.minX + 1, y: area.minY)
    grid.write(text, at: start, style: style, fitting: area)
    let label = Rect(x: start.x, y: start.y, width: area.maxX - start.x, height: 1)
    MatchedLetters.emphasise(entry.buffer.text, in: choice.label, at: label, style: style, on: &grid, theme: theme)
  }
}
