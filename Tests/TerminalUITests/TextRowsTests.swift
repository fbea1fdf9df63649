import MortiseScreen
import Testing

@testable import TerminalUI

/// The window for texts of several lines: what is typed, and how it is broken into rows.
@Suite struct TextRowsTests {
  private func rows(_ text: String, width: Int, repertoire: Repertoire = .unicode) -> [String] {
    let rows = TextRows(TextBuffer(text, isMultiline: true), width: width, repertoire: repertoire)
    return rows.rows.indices.map(rows.text)
  }

  @Test func linesAreBrokenBetweenWordsAndInsideLongOnes() {
    #expect(rows("one two three", width: 8) == ["one two ", "three"])
    #expect(rows("one two three", width: 7) == ["one two ", "three"])
    #expect(rows("abcdefghij k", width: 4) == ["abcd", "efgh", "ij k"])
    #expect(rows("", width: 4) == [""])
    #expect(rows("a\n\nb\n", width: 4) == ["a", "", "b", ""])
    #expect(rows("日本語です", width: 4) == ["日本", "語で", "す"])
    #expect(rows("a…b…", width: 4, repertoire: .ascii) == ["a…", "b…"])
  }

  /// Every character of every text stands in one row, and its point on the screen leads back to it.
  @Test(arguments: ["one two three", "a  b   c    d", "abcdefghij k\n\nlm nop", "日本 語です x", "   "], 1...9)
  func placesLeadBack(text: String, width: Int) {
    var buffer = TextBuffer(text, isMultiline: true)
    let rows = TextRows(buffer, width: width, repertoire: .unicode)
    let (shown, typed) = (rows.rows.map(\.range.count), buffer.lines.map(\.count))
    #expect(shown.reduce(0, +) == typed.reduce(0, +))
    buffer.move(toLine: 0, column: 0)
    while true {
      let point = rows.point(line: buffer.line, column: buffer.column)
      let back = rows.position(at: point)
      #expect(back == (buffer.line, buffer.column), "\(text), \(width) wide, at \(point)")
      let before = (buffer.line, buffer.column)
      buffer.step(1)
      if before == (buffer.line, buffer.column) { break }
    }
  }

  @Test func typingKeepsTheLines() {
    var buffer = TextBuffer("ab\ncd", isMultiline: true)
    #expect((buffer.line, buffer.column) == (1, 2))
    buffer.insert("\n")
    buffer.insert("e")
    #expect(buffer.text == "ab\ncd\ne")
    buffer.move(toLine: 1, column: 0)
    buffer.deleteBackward()
    #expect(buffer.text == "abcd\ne" && buffer.column == 2)
    buffer.moveToEnd()
    buffer.deleteForward()
    #expect(buffer.text == "abcde")
    buffer.move(toLine: 0, column: 2)
    buffer.deleteToStart()
    buffer.deleteToEnd()
    #expect(buffer.isEmpty)
    var single = TextBuffer("a", isMultiline: false)
    single.insert("\n")
    #expect(single.text == "a ")
  }

  /// A text that is inserted at once is where its characters would be, one by one.
  @Test(arguments: [true, false]) func insertingKeepsTheLines(isMultiline: Bool) {
    for text in ["", "x", "xy\n", "\nx", "x\r\ny\n\nz"] {
      for column in 0...3 {
        var (whole, single) = (TextBuffer("abc\ndef", isMultiline: true), TextBuffer("abc\ndef", isMultiline: true))
        if !isMultiline {
          (whole, single) = (TextBuffer("abcdef", isMultiline: false), TextBuffer("abcdef", isMultiline: false))
        }
        whole.move(toLine: 0, column: column)
        single.move(toLine: 0, column: column)
        whole.insert(text)
        for character in text { single.insert(String(character)) }
        #expect(whole.lines == single.lines && whole.line == single.line && whole.column == single.column, "\(text)")
      }
    }
  }

  /// Two megabytes, one in the middle of the other: moving the rest for each character would take minutes.
  @Test func aLongTextTakesALongPaste() {
    let text = String(repeating: "0123456789", count: 100_000)
    var entry = TextEntry(text, isMultiline: true)
    entry.buffer.move(toLine: 0, column: 500_000)
    entry.paste(text)
    #expect(entry.buffer.text.utf8.count == 2_000_000 && entry.buffer.column == 1_500_000)
  }
}
