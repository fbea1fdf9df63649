import Screen
import Terminal

/// A window in which a text is typed: a field's value, a name, a comment.
final class TextMode: Mode {
  private let title: String
  private var lines: [[Character]]
  private var row: Int
  private var column: Int
  private let isMultiline: Bool
  private let anchor: ListMode.Anchor
  private let hint: String
  /// Why the last text was not accepted.
  private var refusal: String?
  /// Typing replaces a text that nobody has touched yet.
  private var isUntouched: Bool
  /// Takes the text; returns why not, when it is not accepted.
  private let accept: (String) -> String?
  private let cancel: () -> Void

  init(
    title: String, text: String, isMultiline: Bool = false, hint: String = "", anchor: ListMode.Anchor,
    cancel: @escaping () -> Void = {}, accept: @escaping (String) -> String?
  ) {
    self.title = title
    self.isMultiline = isMultiline
    // A text of several lines is too much to lose with a key.
    isUntouched = !isMultiline
    self.hint = hint
    self.anchor = anchor
    self.accept = accept
    self.cancel = cancel
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    if lines.isEmpty { lines = [[]] }
    row = lines.count - 1
    column = lines[row].count
  }

  var hints: String { isMultiline ? "Enter keep  Alt+Enter new line  Esc leave" : "Enter keep  Esc leave" }

  private var text: String { lines.map { String($0) }.joined(separator: "\n") }

  func words(in editor: Editor) -> String {
    if let refusal { return refusal }
    let selected = isUntouched && !text.isEmpty ? ", selected" : ""
    return "\(title): “\(String(lines[row]))”\(selected)\(hint.isEmpty ? "" : " · \(hint)")"
  }

  func handle(_ event: InputEvent, in editor: Editor) {
    switch event {
    case .key(let key): handle(key, in: editor)
    case .paste(let pasted):
      replaceIfUntouched()
      for character in pasted { insert(character) }
    case .mouse(let mouse) where mouse.kind == .press:
      if !shownAt.contains(mouse.position) {
        editor.pop(self)
        cancel()
      }
    default: break
    }
  }

  private func handle(_ key: Key, in editor: Editor) {
    switch key.code {
    case .enter where isMultiline && key.modifiers.contains(.alt): insert("\n")
    case .enter: commit(in: editor)
    case .escape:
      editor.pop(self)
      cancel()
    default:
      refusal = nil
      edit(key)
    }
  }

  private func commit(in editor: Editor) {
    editor.pop(self)
    if let reason = accept(text) {
      refusal = "not accepted: \(reason)"
      isUntouched = false
      editor.push(self)
      editor.device.bell()
    }
  }

  private func edit(_ key: Key) {
    switch key.code {
    case .left: step(-1)
    case .right: step(1)
    case .up: moveRow(-1)
    case .down: moveRow(1)
    case .home: column = 0
    case .end: column = lines[row].count
    case .backspace: if !clearIfUntouched() { deleteBackwards() }
    case .delete: if !clearIfUntouched() { deleteForwards() }
    case .character("u") where key.modifiers == .control:
      lines[row].removeSubrange(..<column)
      column = 0
    case .character("k") where key.modifiers == .control: lines[row].removeSubrange(column...)
    case .character("a") where key.modifiers == .control: column = 0
    case .character("e") where key.modifiers == .control: column = lines[row].count
    case .character(let character) where !key.modifiers.contains(.control) && !key.modifiers.contains(.alt):
      replaceIfUntouched()
      insert(character)
    default: break
    }
    isUntouched = false
  }

  private func replaceIfUntouched() {
    if isUntouched {
      lines = [[]]
      row = 0
      column = 0
    }
    isUntouched = false
  }

  private func clearIfUntouched() -> Bool {
    guard isUntouched, !isMultiline, !text.isEmpty else { return false }
    replaceIfUntouched()
    return true
  }

  private func insert(_ character: Character) {
    if character.isNewline {
      guard isMultiline else { return insert(" ") }
      let rest = Array(lines[row][column...])
      lines[row].removeSubrange(column...)
      lines.insert(rest, at: row + 1)
      row += 1
      column = 0
    } else {
      lines[row].insert(character, at: column)
      column += 1
    }
  }

  private func deleteBackwards() {
    if column > 0 {
      column -= 1
      lines[row].remove(at: column)
    } else if row > 0 {
      column = lines[row - 1].count
      lines[row - 1] += lines.remove(at: row)
      row -= 1
    }
  }

  private func deleteForwards() {
    if column < lines[row].count {
      lines[row].remove(at: column)
    } else if row + 1 < lines.count {
      lines[row] += lines.remove(at: row + 1)
    }
  }

  private func step(_ distance: Int) {
    if column + distance < 0, row > 0 {
      row -= 1
      column = lines[row].count
    } else if column + distance > lines[row].count, row + 1 < lines.count {
      row += 1
      column = 0
    } else {
      column = min(max(0, column + distance), lines[row].count)
    }
  }

  private func moveRow(_ distance: Int) {
    row = min(max(0, row + distance), lines.count - 1)
    column = min(column, lines[row].count)
  }

  // MARK: - Drawing

  private var shownAt = Rect(x: 0, y: 0, width: 0, height: 0)

  func window(in editor: Editor) -> ModeWindow? {
    let screen = editor.size
    let repertoire = editor.repertoire
    func width(_ text: String) -> Int { TextWidth.columns(of: text, repertoire: repertoire) }
    let widest = max(lines.map { width(String($0)) + 2 }.max() ?? 0, width(title) + 5, width(hint) + 2, 24)
    let note = refusal ?? hint
    let textRows = isMultiline ? max(3, min(lines.count, screen.height - 8)) : 1
    let size = Size(
      width: min(max(widest, min(width(note) + 2, 60)) + 2, screen.width),
      height: min(textRows + (note.isEmpty ? 2 : 3), screen.height))
    let origin = WindowPlace.origin(of: size, anchor: anchor, screen: screen)
    shownAt = Rect(origin: origin, size: size)
    var grid = WindowFrame.grid(size: size, title: title, theme: editor.theme, repertoire: repertoire)
    let inside = Rect(x: 1, y: 1, width: size.width - 2, height: textRows)
    let before = width(String(lines[row][..<column]))
    // The cursor stays inside; a long line is shifted.
    let shift = max(0, before - (inside.width - 2))
    let firstRow = min(max(0, row - textRows + 1), max(0, lines.count - textRows))
    for line in 0..<textRows {
      grid.fill(Rect(x: 1, y: 1 + line, width: inside.width, height: 1), style: editor.theme.field)
      guard firstRow + line < lines.count else { continue }
      let style = isUntouched ? editor.theme.field.adding(.underline) : editor.theme.field
      _ = grid.write(String(lines[firstRow + line]), at: Point(x: 2 - shift, y: 1 + line), style: style, clip: inside)
    }
    if !note.isEmpty {
      let place = Point(x: 2, y: 1 + textRows)
      let clip = Rect(x: 1, y: 1 + textRows, width: size.width - 2, height: 1)
      _ = grid.write(note, at: place, style: refusal == nil ? editor.theme.popupHint : editor.theme.refusal, clip: clip)
    }
    return ModeWindow(
      layer: Layer(origin: origin, grid: grid), cursor: Point(x: 2 + before - shift, y: 1 + row - firstRow))
  }
}
