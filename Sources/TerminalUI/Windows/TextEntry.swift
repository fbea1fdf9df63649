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

  mutating func type(_ character: Character) {
    replaceIfUntouched()
    buffer.insert(character)
  }

  mutating func deleteBackward() {
    if !clearIfUntouched() { buffer.deleteBackwards() }
  }

  mutating func deleteForward() {
    if !clearIfUntouched() { buffer.deleteForwards() }
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
