import MortiseScreen
import MortiseTerminal

/// Draws the whole screen: its parts, the status line, and the windows of the modes.
struct ScreenView {
  private let screen: EditorScreen
  private let programs: OpenPrograms
  private let viewport: Viewport
  private let layout: ScreenLayout
  private var grid: CellGrid

  init(of programs: OpenPrograms, in viewport: Viewport, on screen: EditorScreen) {
    self.screen = screen
    self.programs = programs
    self.viewport = viewport
    layout = screen.layout
    grid = CellGrid(size: screen.size, repertoire: screen.repertoire)
  }

  /// - Parameter activity: describes the running activities; may be empty.
  mutating func frame(activity: String) -> Frame {
    guard layout.canvas.width >= 20, layout.canvas.height >= 3 else { return tooSmall() }
    for region in ScreenRegion.allCases {
      screen.parts.shown[region]?.draw(on: &grid, in: layout.area(of: region), screen)
    }
    let windows = screen.modes.all.map { (mode: $0, window: $0.window(on: screen)) }
    drawStatus(activity, isWindow: windows.last?.window != nil)
    let cursor = viewport.cursorRect.origin
    // The wheel may have scrolled it away.
    var frame = Frame(base: grid, cursor: layout.canvas.contains(cursor) ? cursor : nil)
    for case (let mode, var window?) in windows {
      if mode.attachment?.hasCloseButton == true {
        WindowFrame.drawCloseButton(on: &window.layer.grid, theme: screen.theme)
      }
      frame.layers.append(window.layer)
      frame.cursor = window.layer.origin + window.cursor
    }
    if let cursor = screen.modes.top?.cursor(on: screen) { frame.cursor = cursor }
    frame.title = "\(screen.appName) \(programs.shown.name)"
    if let cursor = frame.cursor, !grid.bounds.contains(cursor) { frame.cursor = nil }
    return frame
  }

  private mutating func tooSmall() -> Frame {
    _ = grid.write("too small", at: .zero, style: .plain)
    return Frame(base: grid, cursor: .zero)
  }

  /// Returns the message, or else the top mode's description with the keys that it proposes. An open question precedes
  /// the message, for users who hear only the status line.
  static func sentence(on screen: EditorScreen) -> String {
    let mode = screen.modes.top
    guard let message = screen.message else { return mode.map { $0.statusText(on: screen) + $0.statusHint } ?? "" }
    guard let mode, mode.isQuestion else { return message }
    return "\(mode.statusText(on: screen)) · \(message)"
  }

  /// Returns the sentence without the keys that the top mode proposes.
  static func information(on screen: EditorScreen) -> String {
    let sentence = sentence(on: screen)
    guard let hint = screen.modes.top?.statusHint, sentence.hasSuffix(hint) else { return sentence }
    return String(sentence.dropLast(hint.count))
  }

  /// Shortens a sentence to a width in columns, but keeps its last parts, such as “line 1 of 2”, if they are short.
  private static func shortened(
    _ sentence: String, to columns: Int, keeping partCount: Int, repertoire: Repertoire
  ) -> String {
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false)
    let points = words.indices.dropFirst().filter { words[$0] == "·" }.suffix(partCount)
    if let point = points.first, points.count == partCount,
      TextWidth.columns(of: sentence, repertoire: repertoire) > columns
    {
      let end = " " + words[point...].joined(separator: " ")
      let room = columns - TextWidth.columns(of: end, repertoire: repertoire)
      if room >= columns / (partCount + 1) {
        let start = TextWidth.truncated(String(sentence.dropLast(end.count)), to: room, repertoire: repertoire)
        return withoutRemnant(start) + end
      }
    }
    if TextWidth.columns(of: sentence, repertoire: repertoire) <= columns { return sentence }
    return withoutRemnant(TextWidth.truncated(sentence, to: columns, repertoire: repertoire))
  }

  /// A cut text without the last of its parts if nothing can be told from what is left of that: “number 18 · i…”.
  private static func withoutRemnant(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard let point = words.lastIndex(of: "·"), words[(point + 1)...].joined(separator: " ").count <= 4 else {
      return text
    }
    return words[..<point].joined(separator: " ") + " …"
  }

  /// The hints for the end of the status line: as many as fit beside the whole text. A text that is too long leaves room
  /// for one, the key that shows all of it.
  private func hints(besideTextOf columns: Int) -> String {
    let width = layout.status.width
    guard let mode = screen.modes.top else { return "" }
    if columns > width { return EditorScreen.wholeHint(in: mode, width: width) }
    return ([mode.hints] + mode.shorterHints).first { hints in
      columns + TextWidth.columns(of: hints, repertoire: grid.repertoire) + 3 <= width
    } ?? ""
  }

  private mutating func drawStatus(_ activity: String, isWindow: Bool) {
    let theme = screen.theme
    if let rule = layout.rule { grid.fill(rule, glyph: "─", style: theme.rule) }
    let area = layout.status
    let sentence = Self.sentence(on: screen)
    screen.sentence = sentence
    let text = " " + sentence
    // Running activities are shown in place of the hints, and take room from the text.
    let hints =
      activity.isEmpty ? hints(besideTextOf: TextWidth.columns(of: text, repertoire: grid.repertoire)) : activity
    let hintWidth = hints.isEmpty ? 0 : TextWidth.columns(of: hints, repertoire: grid.repertoire) + 1
    let isShown = hintWidth > 0 && hintWidth + 2 <= area.width
    let room = isShown ? area.width - hintWidth - 2 : area.width
    let information = " " + Self.information(on: screen)
    let isMessage = screen.message != nil && activity.isEmpty
    let keepsStart = isMessage || TextWidth.columns(of: information, repertoire: grid.repertoire) <= room
    // An entry of a list is followed by its place and the list's title.
    let shown =
      keepsStart
      ? Self.shortened(text, to: room, keeping: 0, repertoire: grid.repertoire)
      : Self.shortened(information, to: room, keeping: isWindow ? 2 : 1, repertoire: grid.repertoire)
    _ = grid.write(shown, at: area.origin, style: theme.status, clip: area)
    screen.statusRow = ""
    if isShown {
      _ = grid.write(hints, at: Point(x: area.width - hintWidth, y: area.minY), style: theme.hint, clip: area)
      screen.statusRow = String(repeating: " ", count: area.width - hintWidth) + hints
    }
  }
}
