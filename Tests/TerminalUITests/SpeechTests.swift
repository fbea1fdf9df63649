import MortiseTerminal
import Testing

@testable import TerminalUI

@MainActor struct SpeechTests {
  private final class Owner {}
  private let mode = Owner()
  private var speech = Speech()

  private mutating func answer(
    _ key: String, _ sentence: String, editing text: TextEntry? = nil, isMessage: Bool = false
  )
    -> Bool
  {
    let number = speech.number
    for key in Key.sequence(named: key) ?? [] { speech.press(key) }
    speech.update(
      sentence, editing: text.map { TypedLine(label: "a", entry: $0) }, in: ObjectIdentifier(mode), isMessage: isMessage
    )
    return speech.number > number
  }

  @Test mutating func aSentenceIsSentForEachKeyAlsoTheSame() {
    #expect(answer("<Down>", "set x to 1") && speech.column == 0)
    #expect(answer("<Down>", "set x to 1") && speech.column == 1)
    #expect(answer("<Down>", "set x to 1") && speech.column == 0)
    // A further frame for the same key.
    speech.update("set x to 1", editing: nil, in: ObjectIdentifier(mode), isMessage: false)
    #expect(speech.column == 0)
    let number = speech.number
    speech.update("finished", editing: nil, in: ObjectIdentifier(mode), isMessage: true)
    #expect(speech.number == number + 1 && speech.sentence == "finished")
  }

  @Test mutating func itDoesNotBeginAtTheEchoOfTheKey() {
    #expect(answer("m", "moving print") && speech.column == 1)
    #expect(answer("m", "moving print") && speech.column == 2)
    #expect(answer("x", "moving print") && speech.column == 0)
  }

  @Test mutating func nothingIsSentForTypedText() {
    var text = TextEntry("")
    #expect(answer("a", "type a statement", editing: text))
    text.type("x")
    #expect(!answer("x", "x · 1 of 9", editing: text) && speech.sentence == "type a statement" && speech.isUnheard)
    // A further frame, such as one after an inspection of the program.
    speech.update(
      "x · 2 of 9", editing: TypedLine(label: "a", entry: text), in: ObjectIdentifier(mode), isMessage: false)
    #expect(speech.sentence == "type a statement")
    #expect(answer("<Down>", "x · 1 of 9", editing: text) && !speech.isUnheard)
    text.buffer.move(toLine: 0, column: 0)
    #expect(!answer("<Left>", "x · 1 of 9", editing: text))
    #expect(answer("<Enter>", "nothing matches", editing: text, isMessage: true))
  }

  @Test mutating func anEmptiedTextIsSaid() {
    var text = TextEntry("")
    text.type("x")
    #expect(answer("a", "value: x", editing: text))
    text.deleteBackward()
    #expect(answer("<Backspace>", "value: empty", editing: text))
    #expect(answer("<Backspace>", "value: empty", editing: text) && speech.column == 1)
  }
}
