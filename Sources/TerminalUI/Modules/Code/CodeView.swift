import AppModules
import BlockLayout
import BlockModel
import CodeGeneration
import MortiseScreen
import MortiseTerminal
import Workbench

/// The code beside or below the blocks. The lines of the block at the cursor are marked, and moving among the lines moves
/// the cursor among the blocks.
final class CodeView: EditorController, WideLines {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  unowned let module: CodeModule
  let region = ScreenRegion.code
  var commands: CommandTable<CodeView> { Self.codeCommands }
  /// The line that the keys are on, from 0.
  private var line = 0
  /// The first line and column that are shown.
  var (top, left) = (0, 0)
  /// Whether the user was warned that the screen is too small.
  private var hasReportedRoom = false
  /// What was scrolled to last.
  private var followed: (block: String?, line: Int?, version: Int, size: Size)?
  let takesKeys: Bool
  /// Whether the keys go to the lines of the block at the cursor once there is code.
  private var followsCursor: Bool

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
  private var index: Int { max(0, min(line, lineCount - 1)) }

  /// The lines of the block at the cursor.
  private var marked: [Int] { module.workbench.cursorBlock.map(code.lines) ?? [] }

  /// The number of lines that are shown.
  var page: Int { max(1, text.height) }

  func statusText(on screen: EditorScreen) -> String {
    if let problem = programCode.problem { return problem }
    guard lineCount > 0 else { return "\(programCode.languageName): no code" }
    let text = SourceLine.text(code.bytes(ofLine: index).drop { $0 == UInt8(ascii: " ") })
    return "\(programCode.languageName): line \(index + 1) of \(lineCount), \(text.isEmpty ? "empty" : text)"
  }

  /// Says what is shown.
  func announce() { module.showStatus(programCode.problem ?? "the code in \(programCode.languageName)") }

  func refuse(_ reason: String, on screen: EditorScreen) { module.showStatus(reason) }

  // MARK: - Commands

  var rowCount: Int { lineCount }

  func move(by distance: Int) {
    let marked = settle(hasKeys: true)
    guard lineCount > 0 else { return }
    line = min(max(index + distance, 0), lineCount - 1)
    // Lines of no block, such as imports, leave the cursor where it is.
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
    (top, left, followsCursor) = (0, 0, true)
    announce()
  }

  func help() { module.emit(.open(.help)) }

  /// Why there is nothing to copy or save; nil if there is.
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

  // MARK: - The mouse

  func press(at position: Point, on screen: EditorScreen) {
    let row = position.y - text.minY
    if screen.modes.top !== self { screen.modes.push(self) }
    followsCursor = false
    guard row >= 0, top + row < lineCount else { return }
    line = top + row
    move(by: 0)
  }

  func scroll(by rows: Int) -> Bool {
    top = max(0, min(top + rows, lineCount - page))
    return true
  }

  // MARK: - Following

  /// Brings the code up to date, and shows the line that the keys are on or the lines of the block at the cursor.
  /// - Returns: the lines of the block at the cursor.
  @discardableResult
  private func settle(hasKeys: Bool) -> [Int] {
    programCode.updateWithinFrame()
    let marked = marked
    if followsCursor, !programCode.isBehind {
      line = marked.first ?? top
      followsCursor = false
    }
    let selected = hasKeys && lineCount > 0 ? index : nil
    let block = hasKeys ? nil : module.workbench.cursor?.blockID
    let now = (block: block, line: selected, version: programCode.version, size: text.size)
    if followed.map({ $0 != now }) ?? true {
      // What had to be scrolled to at another width may fit now.
      if let followed, followed.size.width != text.width { left = 0 }
      if let selected {
        show([selected])
        showAnything(ofLine: selected)
      } else if let first = marked.first {
        show(marked)
        showBeginning(ofLine: first)
      }
    }
    followed = now
    top = max(0, min(top, lineCount - page))
    return marked
  }

  private func show(_ lines: [Int]) {
    guard let first = lines.first else { return }
    let last = min(lines.last ?? first, first + page - 1)
    guard first < top || last >= top + page else { return }
    let margin = min(2, page / 4)
    top = first < top || last - first >= page - 2 * margin ? first - margin : last - page + 1 + margin
    if first - top >= page { top = first }
  }

  private func showBeginning(ofLine index: Int) {
    let start = SourceLine.indentation(of: code.bytes(ofLine: index))
    if start < left || start > left + text.width * 2 / 3 {
      left = start > text.width * 2 / 3 ? max(0, start - min(2 * Self.step, text.width / 3)) : 0
    }
  }

  /// Scrolls sideways if nothing of a line is shown.
  private func showAnything(ofLine index: Int) {
    let bytes = code.bytes(ofLine: index)
    let isLeft = left > 0 && SourceLine.columns(of: bytes, atMost: left + 1) <= left
    if isLeft || SourceLine.indentation(of: bytes) > left + text.width * 2 / 3 { showBeginning(ofLine: index) }
  }

  // MARK: - Drawing

  func cursor(on screen: EditorScreen) -> Point? {
    Point(x: text.minX, y: text.minY + max(0, min(index - top, page - 1)))
  }

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    let hasKeys = screen.modes.top === self
    let marked = settle(hasKeys: hasKeys)
    guard area.height >= 2, area.width > 4 else {
      if !hasReportedRoom { module.showStatus("there is no room for the code; it shows in a higher terminal") }
      hasReportedRoom = true
      return
    }
    hasReportedRoom = false
    drawFrame(on: &grid, in: area, screen)
    drawLines(on: &grid, marked: marked, selected: hasKeys ? index : nil, screen)
  }
}
