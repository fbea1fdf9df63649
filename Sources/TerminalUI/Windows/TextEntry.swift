import Terminal

/// A text that is being typed over another one: the first character replaces a text that nobody has touched yet.
struct TextEntry {
  var buffer: TextBuffer
  /// Whether typing replaces the text.
  private(set) var isUntouched: Bool

  init(_ text: String, isMultiline: Bool = false) {
    buffer = TextBuffer(text, holdsLines: isMultiline)
    // A text of several lines is too much to lose with a key.
    isUntouched = !isMultiline
  }

  /// Whether the whole text would be replaced.
  var isSelected: Bool { isUntouched && !buffer.isEmpty }

  /// From now on, typing inserts.
  mutating func touch() { isUntouched = false }

  mutating func paste(_ text: String) {
    replaceIfUntouched()
    for character in text { buffer.insert(character) }
  }

  /// Does what a key means within a line.
  mutating func apply(_ key: Key) {
    switch key.code {
    case .left: buffer.step(-1)
    case .right: buffer.step(1)
    case .home: buffer.moveToStart()
    case .end: buffer.moveToEnd()
    case .backspace: if !clearIfUntouched() { buffer.deleteBackwards() }
    case .delete: if !clearIfUntouched() { buffer.deleteForwards() }
    case .character("u") where key.modifiers == .control: buffer.deleteToStart()
    case .character("k") where key.modifiers == .control: buffer.deleteToEnd()
    case .character("a") where key.modifiers == .control: buffer.moveToStart()
    case .character("e") where key.modifiers == .control: buffer.moveToEnd()
    case .character(let character) where !key.modifiers.contains(.control) && !key.modifiers.contains(.alt):
      replaceIfUntouched()
      buffer.insert(character)
    default: break
    }
    isUntouched = false
  }

  private mutating func replaceIfUntouched() {
    if isUntouched { buffer.clear() }
    isUntouched = false
  }

  private mutating func clearIfUntouched() -> Bool {
    guard isSelected else { return false }
    replaceIfUntouched()
    return true
  }
}
