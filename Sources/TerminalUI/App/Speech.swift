import MortiseScreen
import MortiseTerminal

/// The sentence that a screen reader gets, and when it is sent again. A reader says what the terminal receives, so
/// nothing is sent for a key whose effect the reader says itself, such as a typed letter.
struct Speech {
  /// The sentence that was sent last.
  private(set) var sentence = ""
  /// The number of the sentence, which increases whenever it is sent, even if it is the same.
  private(set) var number = 0
  /// The column where the sentence begins. It changes if the sentence is sent again, because readers that compare
  /// screens say only changes, and if the sentence begins with the pressed letter, which readers treat as an echo.
  private(set) var column = 0
  /// Whether text was typed since the last sentence. Its meaning hasn't been sent.
  private(set) var isUnheard = false
  /// The position of the last frame's cursor.
  var cursor = Point.zero
  /// The last frame's grid, in which the program stays as it is while a window or a preview is open.
  var shown: CellGrid?
  /// The line that was edited in the last frame, as it was then.
  private var typed: (mode: ObjectIdentifier, revision: Int, column: Int)?
  /// Whether a key has been handled since the last sentence or typed text, and its letter.
  private var isAsked = false
  private var letter: Character?
  /// Whether the key only moved the cursor in the program.
  var isMotion = false

  /// Notes that a key was pressed, so that the next frame answers it.
  mutating func press(_ key: Key) {
    isAsked = true
    (letter, isMotion) = (key.typedCharacter, false)
  }

  /// Decides whether to send a sentence.
  /// - Parameters:
  ///   - line: the line that the top mode edits; nil for none.
  ///   - isLong: whether it takes several rows. Readers that compare screens say only the rows that differ.
  ///   - isMessage: whether the sentence is a message, which is also sent while text is typed.
  mutating func update(
    _ new: String, isLong: Bool = false, editing line: TypedLine?, in mode: ObjectIdentifier?, isMessage: Bool
  ) {
    let isTyping = isEdited(line, in: mode)
    typed = line.flatMap { line in
      mode.map { (mode: $0, revision: line.entry.buffer.revision, column: line.entry.buffer.column) }
    }
    if !isMessage, isTyping || isUnheard && !isAsked {
      (isUnheard, isAsked) = (true, false)
      return
    }
    guard isAsked || new != sentence else { return }
    let columns = (0...2).filter {
      (new != sentence && !isLong || $0 != column) && ($0 > 0 || letter == nil || new.first != letter)
        // Fenrir takes a text as long as the cursor's way for typed.
        && cursor.x != new.count + ($0 > 0 ? 2 : 1)
    }
    (sentence, column, number) = (new, columns.first ?? 0, number + 1)
    (isUnheard, isAsked, letter) = (false, false, nil)
  }

  /// Whether the line of the last frame was edited, or the cursor moved in it.
  private func isEdited(_ line: TypedLine?, in mode: ObjectIdentifier?) -> Bool {
    guard let line, let mode, let typed, typed.mode == mode else { return false }
    let buffer = line.entry.buffer
    // Readers say nothing for a text that was emptied.
    if buffer.isEmpty, buffer.revision > typed.revision { return false }
    return buffer.revision > typed.revision || buffer.revision == typed.revision && buffer.column != typed.column
  }
}
