import BlockLayout
import BlockModel
import MortiseScreen
import MortiseTerminal

/// Draws a plain screen, for screen readers and braille displays: the title, the program as an outline, the text that
/// is being typed, and the sentence that answers the last key, at which the terminal's cursor stands. Readers say
/// everything that changes, so there are no highlights; windows and panes aren't drawn, as the sentence says what is in
/// them; and the program stays as it is while a window or a preview is open.
struct SpokenScreen {
  private let screen: EditorScreen
  private let words: SpokenWords
  private let layout: ScreenLayout
  private var grid: CellGrid

  /// - Parameter messages: the messages of the program's language.
  init(_ screen: EditorScreen, messages: MessageTable) {
    self.screen = screen
    words = SpokenWords(messages: messages)
    layout = screen.layout
    grid = CellGrid(size: screen.size, repertoire: screen.repertoire)
  }

  /// - Parameter isPreviewing: whether the program shows a change that isn't final.
  mutating func frame(isPreviewing: Bool) -> Frame {
    let mode = screen.modes.top
    let line = mode?.typedLine
    // The modes learn how many rows and columns a page has.
    _ = mode?.window(on: screen)
    // An empty line is typed after what was inserted before it, which is shown.
    let isLineEmpty = line?.entry.buffer.isEmpty == true
    drawParts(isPreviewing: (isPreviewing || !screen.modes.hasOnlyCanvas) && !isLineEmpty)
    let sentence = sentence(of: mode)
    screen.sentence = sentence.whole
    if !screen.isSettling() {
      screen.speech.update(
        sentence.brief, isLong: grid.repertoire.columns(of: sentence.brief) > layout.status.width - 3, editing: line,
        in: mode.map { ObjectIdentifier($0) }, isMessage: screen.message != nil)
    }
    let start = drawSentence()
    // A new sentence is read before the text that is typed next.
    let cursor = line.map { draw($0) }.flatMap { screen.speech.isUnheard ? $0 : nil } ?? start
    grid.restyle(grid.bounds) { _ in .plain }
    var frame = Frame(base: grid, cursor: grid.bounds.contains(cursor) ? cursor : nil)
    frame.announcement = Announcement(
      rows: layout.status.minY..<layout.status.maxY, number: screen.speech.number, isSpoken: true)
    (screen.speech.shown, screen.speech.cursor) = (grid, cursor)
    return frame
  }

  private mutating func drawParts(isPreviewing: Bool) {
    screen.hintRows = []
    for region in ScreenRegion.allCases {
      let area = layout.area(of: region)
      if region == .title || region == .canvas {
        screen.parts.shown[region]?.draw(on: &grid, in: area, screen)
      } else {
        var hidden = grid
        screen.parts.shown[region]?.draw(on: &hidden, in: area, screen)
      }
    }
    if isPreviewing, let shown = screen.speech.shown, shown.size == grid.size {
      grid.copy(rows: layout.canvas.minY..<layout.canvas.maxY, of: shown)
    }
  }

  /// Returns the sentence in words, whole and as it is sent.
  private func sentence(of mode: (any Mode)?) -> (whole: String, brief: String) {
    var sentence = ScreenView.sentence(on: screen)
    if screen.message == nil, mode?.saysRefusal != true, let meaning = QuotedWords.meaning(in: sentence) {
      sentence = meaning
    }
    // The last parts, such as positions, must not make the sentence longer than a row. A short first part, such as
    // “moving print”, needs the second one.
    var parts = sentence.split(atText: " · ")
    let columns = layout.status.width * max(1, layout.status.height - 1) - 3
    let needed = grid.repertoire.columns(of: parts[0]) < columns / 3 ? 2 : 1
    let whole = words.spoken(sentence)
    var brief = whole
    while parts.count > needed, grid.repertoire.columns(of: brief) > columns {
      parts.removeLast()
      brief = words.spoken(parts.joined(separator: " · "))
    }
    // A motion is brief; another key reads the whole block.
    let spoken = brief.split(separator: " ")
    if screen.speech.isMotion, screen.modes.hasOnlyCanvas, spoken.count > Self.mostWords {
      brief = spoken.prefix(Self.mostWords).joined(separator: " ") + "…"
    }
    return (whole, brief)
  }

  /// The maximum number of words for a motion on the canvas.
  private static let mostWords = 24

  /// Draws the sentence on the last rows. It is cut at its end, as its beginning is what matters.
  /// - Returns: the position of its beginning.
  private mutating func drawSentence() -> Point {
    let area = layout.status
    let x = area.minX + screen.speech.column
    let rows = WrappedText.rows(
      of: screen.speech.sentence, width: max(1, area.maxX - x - 1), hanging: 0, repertoire: grid.repertoire)
    let start = area.maxY - max(1, min(rows.count, area.height))
    for (index, row) in rows.prefix(area.height).enumerated() {
      let isCut = index == area.height - 1 && rows.count > area.height
      let room = Rect(x: x, y: start + index, width: area.maxX - x, height: 1)
      grid.write(isCut ? row + "…" : row, at: room.origin, style: .plain, fitting: room)
    }
    return Point(x: area.minX, y: start)
  }

  /// Draws a line of typed text after its label.
  /// - Returns: the position of the cursor in it.
  private mutating func draw(_ line: TypedLine) -> Point {
    let area = layout.typed
    let end = line.label.last?.isPunctuation == true ? " " : ": "
    let label = TextWidth.truncated(line.label, to: area.width / 2, repertoire: grid.repertoire) + end
    let start = grid.write(label, at: area.origin, style: .plain, clip: area)
    let room = Rect(x: area.minX + start, y: area.minY, width: max(1, area.width - start), height: area.height)
    let column = line.entry.drawLine(in: room, on: &grid, theme: screen.theme)
    return Point(x: column, y: area.minY)
  }
}
