import AppModules
import MortiseScreen
import MortiseTerminal

/// A window with text to read.
public final class TextViewer: EditorController, ScrollingMode {
  override var mode: (any Mode)? { self }
  private let title: String
  private let text: [String]
  /// The number of columns by which the continuation rows of an indented line are indented.
  private let hanging: Int
  /// The text, wrapped for the current screen.
  private var lines: [String]
  /// The index of the line of the text that each row is from.
  private var sources: [Int]
  /// The rows in which the searched words begin, and all rows with a part of them.
  private var found: (first: Set<Int>, all: Set<Int>) = ([], [])
  /// The index of the line that the status line reads. It can move to the last line, which may already be in view.
  private var current = 0
  private(set) var page = 10
  /// The words to find, in lower case; nil before the first search.
  private var sought: String?
  private var shownAt = Rect(x: 0, y: 0, width: 0, height: 0)

  /// - Parameters:
  ///   - title: the title in the window's frame.
  ///   - lines: the text. Lines too long for the screen are wrapped.
  ///   - hanging: the indentation, in columns, of the continuation rows of a line that begins with a blank.
  public init(title: String, lines: [String], hanging: Int = 0) {
    self.title = title
    self.hanging = hanging
    text = lines
    self.lines = lines
    sources = Array(lines.indices)
  }

  /// The commands of a window with text to read.
  static let textCommands = CommandTable<TextViewer>(
    "text-window", "In a text window",
    scrollCommands("line", hint: "scroll", others: ["page-down": ["<Space>"]]) + [
      Command(
        "find", "/", "<C-f>", title: "Find…", group: .finding, help: "find words in the text",
        unavailable: { $0.isLong ? nil : "all of the text is shown" }, runIn: { $0.find(on: $1) }
      ).hinted { $0.isLong ? "find" : nil },
      Command(
        "next", "n", title: "Next match", group: .finding, help: "next line with the words",
        unavailable: { $0.refusalToGoOn }
      ) { $0.findNext(1) },
      Command(
        "previous", "N", title: "Previous match", group: .finding, help: "previous line with the words",
        unavailable: { $0.refusalToGoOn }
      ) { $0.findNext(-1) },
      Command(
        "close", "<Esc>", "q", "<Enter>", title: "Close", group: .finishing, help: "close the window", hint: "close",
        runIn: { $0.close(on: $1) }),
    ],
    fallback: CommandTable<TextViewer>.Fallback(keys: "any other key", help: "close the window") {
      viewer, key, screen in
      guard EditorScreen.readsMessages(key) else {
        viewer.close(on: screen)
        return true
      }
      // If nothing is cut off, the user doesn't want the earlier messages.
      if viewer.takesGlobalKeys, screen.isSentenceCut { return screen.performGlobal(key, in: .windows) }
      viewer.refuse("nothing is cut off: the window shows all of it", on: screen)
      return true
    })

  var commands: CommandTable<TextViewer> { Self.textCommands }

  /// False for the window that shows the status line in full.
  var takesGlobalKeys = true

  /// Wraps the text for the screen.
  private func breakLines(on screen: EditorScreen) {
    let rows = text.map { line in
      WrappedText.rows(
        of: line, width: screen.size.width - 4, hanging: line.hasPrefix(" ") ? hanging : 0,
        repertoire: screen.repertoire)
    }
    let wrapped = rows.flatMap(\.self)
    if wrapped != lines {
      // The line that is read stays the same on a screen of another width.
      let source = current == 0 || !sources.indices.contains(current) ? nil : sources[current]
      lines = wrapped
      sources = rows.enumerated().flatMap { index, rows in rows.map { _ in index } }
      look()
      if let source, let row = sources.firstIndex(of: source) { current = row }
    }
    current = min(current, max(0, lines.count - 1))
  }

  func statusText(on screen: EditorScreen) -> String {
    breakLines(on: screen)
    // A found line is read in full, including its key, which may be in another row.
    let line =
      found.first.contains(current)
      ? text[sources[current]].split(separator: " ").joined(separator: " ")
      : lines.isEmpty ? "" : String(lines[current].drop { $0 == " " })
    let text = "\(title), line \(current + 1) of \(lines.count): \(line)"
    // The status line must not cut the text again.
    let isLong = screen.repertoire.columns(of: text) + 2 > screen.size.width
    return isLong ? line : text
  }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): press(key, on: screen)
    case .mouse(let mouse):
      if let rows = mouse.scrolledRows { current = min(max(0, top + rows), lastTop) }
      if mouse.kind == .press { close(on: screen) }
    default: break
    }
  }

  // MARK: - Commands

  func close(on screen: EditorScreen) { screen.modes.pop(self) }

  var rowCount: Int { lines.count }

  func move(by distance: Int) { current = min(max(0, current + distance), max(0, lines.count - 1)) }

  /// The first row shown: the current one or the beginning of its found line, unless the window can't be scrolled
  /// that far.
  private var top: Int {
    let first = found.first.contains(current) ? sources.firstIndex(of: sources[current]) ?? current : current
    return min(current - first < page ? first : current, lastTop)
  }

  private var lastTop: Int { max(0, lines.count - page) }

  // MARK: - Finding

  /// Whether the window can't show all of the text.
  var isLong: Bool { lines.count > page }

  var refusalToGoOn: String? { sought == nil ? "nothing was searched for" : nil }

  /// Opens a line for words to find. The first line with them is shown while they are typed.
  func find(on screen: EditorScreen) {
    let before = (current, sought)
    let first = current
    let seek = { [self] (words: String) in
      sought = words.allSatisfy { $0 == " " } ? nil : words.lowercased()
      look()
      // The screen may have become larger meanwhile, and the lines fewer.
      let start = min(first, lines.count)
      return go(toFirstOf: Array(start..<lines.count) + Array(0..<start))
    }
    screen.modes.push(
      TextPopup(
        title: "Find", text: "", anchor: .corner(clearOf: { [self] in cursorRect }),
        willShowText: { _ = seek($0) },
        cancel: { [self] in
          (current, sought) = before
          look()
        }
      ) { words in
        if words.isEmpty { return "type what to find" }
        return seek(words) ? nil : "there is no “\(words)” here"
      })
  }

  /// Goes to the next line with the words, or to the previous one; after the last one comes the first.
  func findNext(_ direction: Int) {
    let lines = direction > 0 ? Array(lines.indices) : lines.indices.reversed()
    let next = (lines.firstIndex(of: current) ?? 0) + 1
    _ = go(toFirstOf: Array(lines[next...] + lines[..<next]))
  }

  /// Goes to the first of some lines that has the words.
  /// - Returns: false if none has.
  private func go(toFirstOf candidates: [Int]) -> Bool {
    guard let line = candidates.first(where: found.first.contains) else { return false }
    current = line
    return true
  }

  /// Finds the rows with the words, even if a line is broken within them.
  private func look() {
    found = ([], [])
    guard let sought = sought?.split(separator: " ").joined(separator: " ") else { return }
    func letters(_ text: some StringProtocol) -> Int { text.count { $0 != " " } }
    var start = 0
    for (index, line) in text.enumerated() {
      let rows = start..<(sources[start...].firstIndex { $0 != index } ?? sources.count)
      start = rows.upperBound
      let words = line.lowercased().split(separator: " ").joined(separator: " ")
      var rest = words[...]
      while let range = rest.firstRange(of: sought) {
        let begin = letters(words[..<range.lowerBound])
        let end = begin + letters(sought)
        var position = 0
        var isFirst = true
        for row in rows {
          let next = position + letters(lines[row])
          if next > begin, position < end {
            found.all.insert(row)
            if isFirst { found.first.insert(row) }
            isFirst = false
          }
          position = next
        }
        rest = rest[range.upperBound...]
      }
    }
  }

  /// The area of the found line on the screen.
  private var cursorRect: Rect {
    Rect(x: shownAt.minX, y: shownAt.minY + 1 + current - top, width: shownAt.width, height: 1)
  }

  // MARK: - Drawing

  func window(on screen: EditorScreen) -> ModeWindow? {
    let bounds = screen.size
    breakLines(on: screen)
    let height = min(lines.count + 2, max(3, bounds.height - 2))
    page = max(1, height - 2)
    let widest = lines.map { screen.repertoire.columns(of: $0) }.max() ?? 0
    let least = max(screen.repertoire.columns(of: title), hints.count) + 4
    let size = Size(width: min(max(widest, least) + 4, bounds.width), height: height)
    let origin = PopupPlacement.origin(of: size, anchor: .centre, screen: bounds)
    var grid = WindowFrame.grid(
      size: size, title: title, footers: [hints] + shorterHints, hiddenRows: max(0, lines.count - top - page),
      theme: screen.theme,
      repertoire: screen.repertoire)
    shownAt = Rect(origin: origin, size: size)
    let inside = Rect(x: 1, y: 1, width: size.width - 2, height: page)
    for (row, line) in lines[top...].prefix(page).enumerated() {
      let isFound = found.all.contains(top + row)
      let style = isFound ? screen.theme.popup.adding(.underline) : screen.theme.popup
      _ = grid.write(line, at: Point(x: 2, y: row + 1), style: style, clip: inside)
    }
    return ModeWindow(layer: Layer(origin: origin, grid: grid), cursor: Point(x: 2, y: 1 + current - top))
  }
}
