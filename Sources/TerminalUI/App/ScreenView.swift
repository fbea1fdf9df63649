import BlockLayout
import BlockModel
import Markup
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
    if screen.isTooSmall { return tooSmall() }
    if screen.theme.isPlain {
      let workbench = programs.shown.isOpened ? programs.workbench : nil
      var view = SpokenScreen(screen, messages: workbench?.workspace.factory.messages ?? MessageTable())
      return view.frame(isPreviewing: workbench?.state.isPreviewing == true)
    }
    screen.hintRows = []
    for region in ScreenRegion.allCases {
      screen.parts.shown[region]?.draw(on: &grid, in: layout.area(of: region), screen)
    }
    let windows = screen.modes.all.map { (mode: $0, window: $0.window(on: screen)) }
    drawStatus(activity, isWindow: windows.last?.window != nil)
    let cursor = viewport.cursorRect.origin
    // The wheel may have scrolled the cursor away.
    var frame = Frame(base: grid, cursor: layout.canvas.contains(cursor) ? cursor : nil)
    for case (let mode, var window?) in windows {
      if mode.attachment?.hasCloseButton == true {
        WindowFrame.drawCloseButton(on: &window.layer.grid, theme: screen.theme)
      }
      frame.layers += [window.line, window.layer].compactMap(\.self)
      frame.cursor = window.layer.origin + window.cursor
    }
    if let cursor = screen.modes.top?.cursor(on: screen) { frame.cursor = cursor }
    frame.title = "\(screen.appName) \(programs.shown.name)"
    frame.announcement = Announcement(
      rows: layout.status.minY..<layout.status.maxY, number: 0, isSpoken: false)
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
    guard let message = screen.message else {
      return mode.map { $0.statusText(on: screen) + (screen.theme.isPlain ? "" : $0.statusHint) } ?? ""
    }
    guard let mode, mode.isQuestion else { return message }
    let question = mode.statusText(on: screen)
    // Half a question can't be answered.
    return screen.size.width < narrowScreen ? question : "\(question) · \(message)"
  }

  private static let narrowScreen = 60

  /// Returns the sentence without the keys that the top mode proposes.
  static func information(on screen: EditorScreen) -> String {
    let sentence = sentence(on: screen)
    guard let hint = screen.modes.top?.statusHint, sentence.hasSuffix(hint) else { return sentence }
    return String(sentence.dropLast(hint.count))
  }

  /// Shortens a sentence to a width in columns. Its steps: typed text is left out if its meaning is beside it; quoted
  /// words of the program are shortened; a window's title is removed, as the frame shows it, too; the longest part is
  /// cut, except the beginning of a message. If that would leave too little, the end is cut, except for short last
  /// parts such as “line 1 of 2”.
  /// - Returns: the sentence, without the marks around quoted words if it also had to be cut elsewhere.
  private static func shortened(
    _ quoting: String, to columns: Int, isMessage: Bool, isTitled: Bool, isRefusal: Bool = false,
    keeping partCount: Int, _ repertoire: Repertoire
  ) -> String {
    func width(_ text: some StringProtocol) -> Int { repertoire.columns(of: String(text)) }
    func cut(_ text: some StringProtocol, _ columns: Int) -> String {
      let cut = TextWidth.truncated(String(text), to: columns, repertoire: repertoire)
      // A word at the end may be cut already.
      return cut.hasSuffix("……") ? String(cut.dropLast()) : cut
    }
    if !isRefusal, width(QuotedWords.plain(quoting)) > columns, let meaning = QuotedWords.meaning(in: quoting) {
      if width(QuotedWords.plain(meaning)) <= columns { return meaning }
      return shortened(
        meaning, to: columns, isMessage: isMessage, isTitled: isTitled, keeping: partCount, repertoire)
    }
    for least in [max(leastOfQuoted, columns / 5), leastOfQuoted] {
      let whole = QuotedWords.shortened(quoting, to: columns, leaving: least, repertoire)
      if width(QuotedWords.plain(whole)) <= columns { return whole }
    }
    let least = max(leastOfQuoted, min(leastOfPart, columns * 3 / 10))
    let shorter = QuotedWords.shortened(quoting, to: columns, leaving: least, repertoire)
    var sentence = QuotedWords.plain(shorter)
    var parts = quoting.split(atText: " · ")
    let endsInQuoted = !QuotedWords.ranges(in: parts.last ?? "").isEmpty
    if isTitled, parts.count > 1 {
      let rest = parts.dropLast().joined(separator: " · ")
      if width(QuotedWords.plain(rest)) <= columns {
        return withoutRemnant(cut(QuotedWords.plain(quoting), columns))
      }
      return shortened(
        rest, to: columns, isMessage: isMessage, isTitled: false, isRefusal: isRefusal, keeping: partCount - 1,
        repertoire)
    }
    // The reason of a refusal makes sense without the typed text.
    if isRefusal, let typed = QuotedWords.ranges(in: shorter).first,
      let end = shorter[typed.upperBound...].firstRange(of: "”: ")?.upperBound
    {
      sentence = " " + QuotedWords.plain(String(shorter[end...]))
      if width(sentence) <= columns { return sentence }
    }
    parts = sentence.split(atText: " · ")
    let longest = parts.indices.dropFirst(isMessage ? 1 : 0).max { width(parts[$0]) < width(parts[$1]) }
    if let longest, parts.count > 1 || !isMessage && !isRefusal {
      let room = columns - width(sentence) + width(parts[longest])
      if room >= leastOfPart {
        // The state of a block follows the last comma: “contains blocks”.
        let state = ", " + (parts[longest].split(separator: ", ").last ?? "")
        let isWords = !state.contains { "()[]{}=:".contains($0) }
        let end = isWords && (leastOfEnd...max(room - leastOfPart, leastOfEnd)).contains(width(state)) ? state : ""
        parts[longest] = withoutStateFragment(cut(parts[longest].dropLast(end.count), room - width(end))) + end
        return parts.joined(separator: " · ")
      }
    }
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false)
    let points = words.indices.dropFirst().filter { words[$0] == "·" }.suffix(partCount)
    if let point = points.first, points.count == partCount, !endsInQuoted {
      let end = " " + words[point...].joined(separator: " ")
      let room = columns - width(end)
      if room >= columns / (partCount + 1) { return withoutRemnant(cut(sentence.dropLast(end.count), room)) + end }
    }
    let kept = withoutRemnant(cut(sentence, columns))
    guard kept.hasSuffix(" …") else { return kept }
    // The part that was cut off leaves room for the others.
    let whole = quoting.split(atText: " · ").prefix(kept.split(atText: " · ").count).joined(separator: " · ")
    let longer = QuotedWords.shortened(whole, to: columns - 2, leaving: least, repertoire)
    return width(QuotedWords.plain(longer)) <= columns - 2 ? longer + " …" : kept
  }

  /// The minimum width of a meaningful part, in columns.
  private static let leastOfPart = 24
  /// The minimum width of quoted words on a narrow screen, in columns.
  static let leastOfQuoted = 12
  /// The minimum width of a meaningful end, in columns: that of “, empty”.
  private static let leastOfEnd = 7

  /// Drops a fragment of a block's state at the end of a part: “count with i, c…”.
  private static func withoutStateFragment(_ part: String) -> String {
    guard part.hasSuffix("…"), let comma = part.ranges(of: ", ").last,
      part.distance(from: comma.upperBound, to: part.endIndex) <= 5
    else { return part }
    let rest = part[..<comma.lowerBound]
    return rest.hasSuffix("…") ? String(rest) : rest + "…"
  }

  /// Returns a cut text without its last part if too little of that is left to be understood: “number 18 · i…”.
  private static func withoutRemnant(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    if words.last == "·…" { return words.dropLast().joined(separator: " ") + " …" }
    guard let point = words.lastIndex(of: "·"), words[(point + 1)...].joined(separator: " ").count <= 4 else {
      return text
    }
    return words[..<point].joined(separator: " ") + " …"
  }

  /// Returns the hints for the end of the status line: as many as fit beside the whole text. If the text itself is
  /// too long, the only hint is the key that shows all of it.
  static func hints(beside text: String, on screen: EditorScreen) -> String {
    let width = screen.layout.status.width
    let columns = screen.repertoire.columns(of: QuotedWords.plain(text))
    guard let mode = screen.modes.top else { return "" }
    if columns > width { return EditorScreen.wholeHint(in: mode, width: width) }
    func fits(_ hints: String) -> Bool {
      columns + screen.repertoire.columns(of: hints) + 3 <= width
    }
    let hints = mode.hints
    return fits(hints) ? hints : mode.shorterHints.first(where: fits) ?? ""
  }

  /// Returns a sentence as the status line shows it. An entry of a list is followed by its position and the list's
  /// title.
  static func shown(_ sentence: String, on screen: EditorScreen, isWindow: Bool, in columns: Int) -> String {
    let isMessage = screen.message != nil || screen.modes.top?.tellsReason == true
    let isTitled = isWindow && !isMessage && screen.modes.top?.endsInTitle != false
    return shortened(
      sentence, to: columns, isMessage: isMessage, isTitled: isTitled,
      isRefusal: screen.modes.top?.saysRefusal == true && screen.message == nil,
      keeping: isMessage ? 0 : isWindow ? 2 : 1, screen.repertoire)
  }

  private mutating func drawStatus(_ activity: String, isWindow: Bool) {
    let theme = screen.theme
    if let rule = layout.rule { grid.fill(rule, glyph: "─", style: theme.rule) }
    let area = layout.status
    let sentence = Self.sentence(on: screen)
    screen.sentence = QuotedWords.plain(sentence)
    let text = " " + sentence
    // Running activities are shown in place of the hints, and take room from the text.
    let hints = activity.isEmpty ? Self.hints(beside: text, on: screen) : activity
    let hintWidth = hints.isEmpty ? 0 : grid.repertoire.columns(of: hints) + 1
    let isShown = hintWidth > 0 && hintWidth + 2 <= area.width
    let room = isShown ? area.width - hintWidth - 2 : area.width
    let information = " " + Self.information(on: screen)
    let keepsStart =
      screen.message != nil && activity.isEmpty
      || grid.repertoire.columns(of: QuotedWords.plain(information)) <= room
    let shown = Self.shown(keepsStart ? text : information, on: screen, isWindow: isWindow, in: room)
    _ = grid.write(QuotedWords.plain(shown), at: area.origin, style: theme.status, clip: area)
    if isShown {
      let origin = Point(x: area.width - hintWidth, y: area.minY)
      _ = grid.write(hints, at: origin, style: theme.hint, clip: area)
      screen.hintRows.append(HintRow(origin: origin, text: hints))
    }
    let proposal = screen.message == nil ? screen.modes.top?.statusHint : ""
    // Without its marks, quoted text looks like a hint.
    let tellsQuoted = QuotedWords.ranges(in: shown).isEmpty == QuotedWords.ranges(in: text).isEmpty
    if let proposal, tellsQuoted, screen.message != nil || !proposal.isEmpty {
      screen.hintRows.append(HintRow(origin: area.origin, text: shown, proposal: proposal))
    }
  }
}
