import AppModules
import BlockLayout
import BlockModel
import CodeGeneration
import MortiseScreen
import MortiseTerminal
import Workbench

/// The code beside or below the blocks. The lines of the block at the cursor are marked. Moving among the lines moves
/// the cursor among the blocks.
final class CodeView: EditorController, WideLines {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  unowned let module: CodeModule
  let region = ScreenRegion.code
  var commands: CommandTable<CodeView> { Self.codeCommands }
  /// The selected line, from 0.
  private var line = 0
  /// The first line and column that are shown.
  var (top, left) = (0, 0)
  /// Whether long lines are wrapped into rows.
  private var wraps = false
  /// The line of each row on the screen.
  private var shownLines: [Int] = []
  /// Whether the user was warned that the screen is too small.
  private var hasReportedRoom = false
  /// The state at the last scrolling. The view scrolls again only if it has changed.
  private var followed: (block: String?, line: Int?, version: Int, size: Size)?
  let takesKeys: Bool
  /// Whether a line of the block at the cursor is selected once there is code.
  private var followsCursor: Bool
  /// The selected line among those of its block, once it follows the cursor.
  private var followedPart = 0
  /// The line that is being edited; nil for none.
  private weak var editor: CodeLineEditor?

  init(module: CodeModule, takesKeys: Bool) {
    self.module = module
    self.takesKeys = takesKeys
    followsCursor = takesKeys
    super.init()
    if !takesKeys { announce() }
  }

  var programCode: ProgramCode { module.code }
  var code: GeneratedCode { programCode.code }
  var lineCount: Int { code.lineCount }
  var index: Int { max(0, min(line, lineCount - 1)) }

  /// The lines of the block at the cursor.
  private var marked: [Int] {
    if editor != nil { return [index] }
    return module.workbench.cursorBlock.map(code.lines) ?? []
  }

  /// The number of lines that are shown.
  var page: Int { wraps ? max(1, linesThatFit(from: top)) : max(1, text.height) }

  /// Returns the number of lines that fit completely, from a first one on.
  private func linesThatFit(from first: Int) -> Int {
    var (rows, line) = (0, first)
    while line < lineCount {
      rows += rowsOf(line).count
      if rows > text.height { break }
      line += 1
    }
    return line - first
  }

  /// Returns the rows of a line when long lines are wrapped.
  private func rowsOf(_ line: Int) -> [String] {
    let bytes = code.bytes(ofLine: line)
    return WrappedText.rows(
      of: SourceLine.text(bytes, columns: text.width * max(1, text.height)), width: text.width,
      hanging: min(SourceLine.indentation(of: bytes) + 4, text.width / 2), repertoire: repertoire)
  }

  private var repertoire: Repertoire { module.scene.screen.repertoire }

  func statusText(on screen: EditorScreen) -> String {
    if let problem = programCode.problem { return problem }
    guard lineCount > 0 else { return "\(programCode.languageName): no code" }
    let text = SourceLine.text(code.bytes(ofLine: index).drop { $0 == UInt8(ascii: " ") })
    return "\(programCode.languageName): line \(index + 1) of \(lineCount), \(text.isEmpty ? "empty" : text)"
  }

  /// Reports the language of the code, or why there is none.
  func announce() { module.showStatus(programCode.problem ?? "the code in \(programCode.languageName)") }

  func refuse(_ reason: String, on screen: EditorScreen) { module.showStatus(reason) }

  // MARK: - Commands

  var rowCount: Int { lineCount }

  func move(by distance: Int) {
    let marked = settle(hasKeys: true)
    guard lineCount > 0 else { return }
    line = min(max(index + distance, 0), lineCount - 1)
    // Lines without a block, such as imports, leave the cursor where it is.
    guard let block = code.block(ofLine: line), block.workspace != nil, !marked.contains(line) else { return }
    module.workbench.perform(.focus(.block(id: block.id)))
  }

  var width: Int { text.width }

  func widestLine(upTo limit: Int) -> Int {
    settle(hasKeys: true)
    let shown = top..<min(top + page, lineCount)
    return shown.map { SourceLine.columns(of: code.bytes(ofLine: $0), atMost: limit) }.max() ?? 0
  }

  func changeLanguage() {
    programCode.changeLanguage()
    (top, left, followsCursor, followed) = (0, 0, true, nil)
    announce()
  }

  func toggleWrapping() {
    wraps.toggle()
    (left, followed) = (0, nil)
    module.showStatus(wraps ? "long lines are wrapped" : "long lines go on to the right")
  }

  func help() { module.emit(.open(.help)) }

  /// Why the code can't be copied or saved; nil if it can.
  var refusalToTake: String? {
    settle(hasKeys: true)
    return lineCount == 0 ? "there is no code yet" : nil
  }

  func copy(on screen: EditorScreen) { module.copy(on: screen) }

  func save() { module.askForFile() }

  func close() { module.close(self) }

  /// Takes the keys, at the lines of the block at the cursor.
  func takeKeys() {
    followsCursor = true
    module.push(self)
  }

  // MARK: - Editing

  /// Opens the selected line, to edit it.
  func editLine() {
    settle(hasKeys: true)
    do throws(FieldError) {
      let session = try module.openLine(index)
      followedPart = marked.firstIndex(of: index) ?? 0
      let editor = CodeLineEditor(module: module, session, in: self)
      module.push(editor)
      self.editor = editor
    } catch {
      module.showStatus(error.reason)
    }
  }

  /// Follows the cursor to the edited line, whose number may have changed.
  func didEdit() { followsCursor = true }

  /// The area of the selected line after its indentation, as it was last drawn.
  var lineArea: Rect {
    let row = text.minY + (shownLines.firstIndex(of: index) ?? 0)
    let start = min(max(0, SourceLine.indentation(of: code.bytes(ofLine: index)) - left), text.width / 2)
    return Rect(x: text.minX + start, y: row, width: text.width - start, height: 1)
  }

  // MARK: - The mouse

  func press(at position: Point, on screen: EditorScreen) {
    let row = position.y - text.minY
    if screen.modes.top !== self { screen.modes.push(self) }
    followsCursor = false
    guard shownLines.indices.contains(row) else { return }
    line = shownLines[row]
    move(by: 0)
  }

  func scroll(by rows: Int) -> Bool {
    top = max(0, min(top + rows, lineCount - page))
    return true
  }

  // MARK: - Following

  /// Updates the code, and scrolls to the selected line or, while the canvas has the keys, to the lines of the block
  /// at the cursor.
  /// - Returns: the lines of the block at the cursor.
  @discardableResult
  private func settle(hasKeys: Bool) -> [Int] {
    programCode.updateWithinFrame()
    let marked = marked
    if followsCursor, !programCode.isBehind {
      line = marked.indices.contains(followedPart) ? marked[followedPart] : marked.first ?? top
      (followsCursor, followedPart) = (false, 0)
    }
    let selected = hasKeys && lineCount > 0 ? index : nil
    let block = hasKeys ? nil : module.workbench.cursor?.blockID
    let now = (block: block, line: selected, version: programCode.version, size: text.size)
    if followed == nil, !programCode.isBehind, lineCount > 0 { open(at: selected ?? marked.first) }
    if followed.map({ $0 != now }) ?? true {
      // At another width, the line may fit without scrolling sideways.
      if let followed, followed.size.width != text.width { left = 0 }
      if let selected {
        show([selected])
        showAnything(ofLine: selected)
      } else if let first = marked.first {
        show(marked)
        showBeginning(ofLine: first)
      }
    }
    followed = programCode.isBehind && followed == nil ? nil : now
    top = max(0, min(top, wraps ? lineCount - 1 : lineCount - page))
    return marked
  }

  /// Scrolls to a line when the code opens; for nil, to the first line of a block, past imports and helper functions.
  private func open(at line: Int?) {
    let first = line ?? (0..<min(lineCount, Self.mostHelperLines)).first { code.block(ofLine: $0) != nil }
    guard let first, first >= page || line == nil || code.block(ofLine: 0) == nil else { return }
    top = first
  }

  /// An upper bound for the lines of imports and helper functions.
  private static let mostHelperLines = 2000

  private func show(_ lines: [Int]) {
    guard let first = lines.first else { return }
    if wraps {
      if first < top { top = first }
      if first >= top + page { top = highestTop(showing: first) }
      return
    }
    let last = min(lines.last ?? first, first + page - 1)
    guard first < top || last >= top + page else { return }
    let margin = min(2, page / 4)
    top = first < top || last - first >= page - 2 * margin ? first - margin : last - page + 1 + margin
    if first - top >= page { top = first }
  }

  /// Returns the first line to show when long lines are wrapped, so that a given line is the last one that fits
  /// completely.
  private func highestTop(showing line: Int) -> Int {
    var (first, rows) = (line, rowsOf(line).count)
    while first > 0, case let more = rowsOf(first - 1).count, rows + more <= text.height {
      first -= 1
      rows += more
    }
    return first
  }

  private func showBeginning(ofLine index: Int) {
    let start = SourceLine.indentation(of: code.bytes(ofLine: index))
    if start < left || start > left + text.width * 2 / 3 {
      left = start > text.width * 2 / 3 ? max(0, start - min(2 * Self.step, text.width / 3)) : 0
    }
  }

  /// Scrolls sideways if no part of a line is visible.
  private func showAnything(ofLine index: Int) {
    let bytes = code.bytes(ofLine: index)
    let isLeft = left > 0 && SourceLine.columns(of: bytes, atMost: left + 1) <= left
    if isLeft || SourceLine.indentation(of: bytes) > left + text.width * 2 / 3 { showBeginning(ofLine: index) }
  }

  // MARK: - Drawing

  func cursor(on screen: EditorScreen) -> Point? {
    Point(x: text.minX, y: text.minY + (shownLines.firstIndex(of: index) ?? 0))
  }

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    let hasKeys = screen.modes.top === self || editor != nil
    let marked = settle(hasKeys: hasKeys)
    programCode.noteDrawn()
    guard area.height >= 2, area.width > 4 else {
      if !hasReportedRoom { module.showStatus(Self.noRoom) }
      hasReportedRoom = true
      return
    }
    // The terminal has become higher again.
    if hasReportedRoom, screen.message == Self.noRoom { announce() }
    hasReportedRoom = false
    drawFrame(on: &grid, in: area, screen)
    drawLines(on: &grid, marked: marked, selected: hasKeys && editor == nil ? index : nil, screen)
  }

  private static let noRoom = "there is no room for the code; it shows in a higher terminal"

  /// The area of the lines: below the heading, and to the right of the marks and, if the code is beside the blocks,
  /// of the rule.
  var text: Rect {
    let layout = module.scene.screen.layout
    let x = layout.code.minX + (layout.isCodeBeside ? 1 : 0) + 2
    return Rect(
      x: x, y: layout.code.minY + 1, width: max(0, layout.code.maxX - x), height: max(0, layout.code.height - 1))
  }

  /// Draws the heading and the rules.
  func drawFrame(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    let (theme, text) = (screen.theme, text)
    grid.fill(Rect(x: area.minX, y: area.minY, width: area.width, height: 1), glyph: "─", style: theme.rule)
    if screen.layout.isCodeBeside {
      grid.fill(Rect(x: area.minX, y: area.minY, width: 1, height: area.height), glyph: "│", style: theme.rule)
    }
    let origin = Point(x: area.minX + 2, y: area.minY)
    grid.write(" \(programCode.summary) ", at: origin, style: theme.hint, fitting: area)
    if let problem = programCode.problem { grid.write(problem, at: text.origin, style: theme.refusal, fitting: text) }
  }

  /// Draws the lines that are shown.
  /// - Parameters:
  ///   - marked: the lines of the block at the cursor.
  ///   - selected: the selected line; nil while the canvas has the keys.
  func drawLines(on grid: inout CellGrid, marked: [Int], selected: Int?, _ screen: EditorScreen) {
    let (theme, text) = (screen.theme, text)
    let marks = Set(marked)
    let highlighting = CodeHighlighting.of(programCode.languageID)
    shownLines = []
    var line = top
    while line < lineCount, shownLines.count < text.height {
      let isSelected = line == selected
      let style = isSelected ? theme.focus : .plain
      let whole = SourceLine.text(code.bytes(ofLine: line), columns: left + text.width + 1)
      for (part, row) in (wraps ? rowsOf(line) : [whole]).enumerated() where shownLines.count < text.height {
        let clip = Rect(x: text.minX, y: text.minY + shownLines.count, width: text.width, height: 1)
        shownLines.append(line)
        if isSelected { grid.fill(clip, style: style) }
        if marks.contains(line), part == 0 {
          _ = grid.write(">", at: Point(x: text.minX - 2, y: clip.minY), style: theme.running)
        }
        drawLine(row, on: &grid, in: clip, style: style)
        if !isSelected, let highlighting { highlight(row, with: highlighting, on: &grid, in: clip, theme) }
      }
      line += 1
    }
  }

  /// Styles the keywords, strings, numbers and comments of a drawn line.
  private func highlight(
    _ line: String, with highlighting: CodeHighlighting, on grid: inout CellGrid, in clip: Rect, _ theme: Theme
  ) {
    let characters = Array(line)
    func column(_ index: Int) -> Int {
      clip.minX - left + grid.repertoire.columns(of: String(characters[..<index]))
    }
    for (range, role) in highlighting.spans(in: characters) {
      let start = column(range.lowerBound)
      let area = Rect(x: start, y: clip.minY, width: column(range.upperBound) - start, height: 1)
      grid.restyle(area.intersection(clip)) { _ in theme.style(role) }
    }
  }
}

/// A line of code as text for the screen. Lines may be megabytes long, so only their beginnings are decoded.
enum SourceLine {
  /// The maximum number of bytes of a line that are decoded.
  private static let limit = 1 << 16

  /// Returns the beginning of a line as text, long enough for a number of columns.
  static func text(_ bytes: ArraySlice<UInt8>, columns: Int = 200) -> String {
    // A column holds a character of up to four bytes and its combining marks.
    String(decoding: bytes.prefix(min(limit, 32 * columns)), as: UTF8.self)
  }

  /// Returns the number of columns of a line; exact only up to a limit.
  static func columns(of bytes: ArraySlice<UInt8>, atMost limit: Int) -> Int {
    TextWidth.columns(of: text(bytes, columns: limit))
  }

  /// Returns the number of blanks at the beginning of a line.
  static func indentation(of bytes: ArraySlice<UInt8>) -> Int { bytes.prefix { $0 == UInt8(ascii: " ") }.count }
}

extension ProgramCode {
  /// The number of lines, in words.
  var lineCountText: String { code.lineCount == 1 ? "1 line" : "\(code.lineCount) lines" }

  /// The heading: the language, the number of lines, and the number of blocks without a generator.
  var summary: String {
    if problem != nil { return "\(languageName): no code" }
    let problems = code.problems.count
    let gaps =
      switch problems {
      case 0: ""
      case 1: " · 1 block has no code"
      default: " · \(problems) blocks have no code"
      }
    let size = code.lineCount == 0 && !isBehind ? "no code" : lineCountText
    return "\(languageName): \(size)\(gaps)" + (isGivenUp ? " · given up" : isBehind ? " …" : "")
  }
}
