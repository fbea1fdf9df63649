import SeededTesting
import Testing

@testable import ProgramRunning

@Suite struct OutputLinesTests {
  private func lines(_ text: String) -> [String] {
    var output = OutputLines()
    output.add(Array(text.utf8), total: text.utf8.count)
    return output.lines
  }

  @Test(arguments: [
    ("a\r\nb\n", ["a", "b", ""]),
    ("10 %\r100 %", ["100 %"]),
    ("abc\u{8}\u{8}X", ["aXc"]),
    ("a\tb", ["a       b"]),
    ("\u{1B}[1;31mred\u{1B}[0m", ["red"]),
    ("\u{1B}[2J\u{1B}[Hx\u{1B}[6n\u{1B}(0y", ["xy"]),
    ("\u{1B}]52;c;ZXZpbA==\u{7}a\u{1B}]0;title\u{1B}\\b\u{1B}P1$q\u{1B}\\c", ["abc"]),
    ("\u{9B}31ma\u{9D}0;title\u{7}b\u{7}\u{0}\u{7F}", ["ab"]),
    ("\u{1B}[3\u{1B}[4mx\u{1B}\u{1B}[1my", ["xy"]),
    ("\u{1B}]no end\nnext", ["", "next"]),
    ("\u{1B}[31\nnext", ["", "next"]),
  ])
  func whatActsOnATerminalIsLeftOut(_ text: String, _ expected: [String]) {
    #expect(lines(text) == expected)
  }

  /// Whatever is written, and however it arrives, the lines are the same, and nothing in them acts on a terminal.
  @Test(arguments: 0..<50) func piecesAreJoined(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "\u{1B}", "[", "]", "P", "31m", "\u{7}", "\\", "\n", "\r", "\u{8}", "\t", "ä", "你", "😀", "x", "\u{9B}", "\u{0}",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<200 {
      bytes += Array((parts.randomElement(using: &random) ?? "").utf8)
      if Int.random(in: 0..<20, using: &random) == 0 { bytes.append(UInt8.random(in: 128...255, using: &random)) }
    }
    var whole = OutputLines()
    whole.add(bytes, total: bytes.count)
    var pieces = OutputLines()
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 1...7, using: &random))
      pieces.add(Array(bytes[start..<end]), total: end)
      start = end
    }
    #expect(pieces.lines == whole.lines, "seed \(seed)")
    let controls = whole.lines.joined().unicodeScalars.filter { $0.properties.generalCategory == .control }
    #expect(controls.isEmpty, "seed \(seed)")
  }

  @Test func linesAndTheirLengthsAreLimited() {
    var output = OutputLines(mostLines: 10, longestLine: 20)
    let text = (1...100).map { "\($0) " + String(repeating: "x", count: 50) }.joined(separator: "\n")
    output.add(Array(text.utf8), total: text.utf8.count)
    #expect(output.lines.count == 10 && output.droppedCount == 90)
    #expect(output.lines.allSatisfy { $0.count == 20 } && output.lastText.hasPrefix("100 x"))
    let long = "\n" + String(repeating: "\u{1B}]" + String(repeating: "y", count: 10_000), count: 3)
    output.add(Array(long.utf8), total: text.utf8.count + long.utf8.count)
    #expect(output.lastText.hasSuffix("y"), "a text for the terminal without an end hides what follows")
  }

  @Test func whatWasMissedIsSaid() {
    var output = OutputLines()
    output.add(Array("one\u{1B}]".utf8), total: 5)
    output.add(Array("three".utf8), total: 1000)
    #expect(output.lines == ["one", "… 990 bytes are not shown", "three"])
  }

  @Test(arguments: 0..<30) func theRingGivesWhatIsNew(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var ring = OutputRing(capacity: 50)
    var all: [UInt8] = []
    for _ in 0..<20 {
      let new = (0..<Int.random(in: 0...70, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      new.withUnsafeBytes { ring.append($0) }
      all += new
      let known = Int.random(in: 0...all.count, using: &random)
      #expect(ring.content(after: known) == Array(all[max(known, all.count - 50)...]), "seed \(seed)")
    }
  }
}
