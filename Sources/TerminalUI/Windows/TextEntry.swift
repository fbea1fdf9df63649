/// A text being edited, which typing replaces until the user has edited it.
struct TextEntry {
  var buffer: TextBuffer
  /// Whether typing replaces the text.
  private(set) var replacesText: Bool

  init(_ text: String, isMultiline: Bool = false) {
    buffer = TextBuffer(text, isMultiline: isMultiline)
    // A multi-line text is too much to lose with one key.
    replacesText = !isMultiline
  }

  /// Whether the whole text is selected, so that typing replaces it.
  var isSelected: Bool { replacesText && !buffer.isEmpty }

  /// Makes typing insert from now on.
  mutating func stopReplacing() { replacesText = false }

  mutating func clear() { buffer.clear() }

  mutating func paste(_ text: String) {
    clearReplacedText()
    buffer.insert(text)
  }

  mutating func type(_ character: Character) {
    clearReplacedText()
    buffer.insert(String(character))
  }

  mutating func deleteBackward() {
    if !clearIfSelected() { buffer.deleteBackward() }
  }

  mutating func deleteForward() {
    if !clearIfSelected() { buffer.deleteForward() }
  }

  private mutating func clearReplacedText() {
    if replacesText { buffer.clear() }
    replacesText = false
  }

  private mutating func clearIfSelected() -> Bool {
    guard isSelected else { return false }
    clearReplacedText()
    return true
  }
}
