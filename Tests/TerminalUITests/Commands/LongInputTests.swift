import BlockNotation
import Testing

@testable import TerminalUI

/// Much text that arrives at once, such as a paste that the terminal doesn't mark, does not hold up the editor: windows
/// look for it once, when all of it is there.
@Suite struct LongInputTests {
  private static let letters = String(repeating: "ab c", count: 2_500)

  @Test(arguments: [":", "/", "f", "<Down>a"]) func manyLettersAreTakenAtOnce(key: String)
    throws
  {
    let impressions = try CommandScene().play([key, key + Self.letters])
    #expect(impressions.count == 2)
  }

  /// A paste of a hundred thousand letters where a line is typed, and again what reads the line: each block of the toolbox
  /// would be searched for it for a second.
  @Test func aLineTakesALongPaste() throws {
    let paste = "<Paste \(String(repeating: "0123456789", count: 10_000))>"
    let impressions = try CommandScene().play(["a", paste, "<Tab>", paste, "<Enter>"])
    #expect(impressions.count == 5)
  }

  /// Statements and loops are looked for in what could be typed; in more, that would take an hour.
  @Test(.timeLimit(.minutes(1)), arguments: ["(", "repeat", "do {", "\"\"\"", "x = [", "x; y", "until x"])
  func brokenLinesOfAPasteAreReadAtOnce(line: String) {
    for count in [400, 50_000] {
      let half = String(repeating: line + "\n", count: count / 2)
      let text = half + (line == "repeat" ? String(repeating: "until x\n", count: count / 2) : half)
      #expect(!TextProgram(text).statements.isEmpty)
    }
  }

  /// Keys behind a long paste into a number: reading the number for each key would take a minute.
  @Test func aFieldTakesKeysBehindALongPaste() throws {
    let paste = "<Paste \(String(repeating: "1234567890", count: 10_000))>"
    let impressions = try CommandScene().play(["n", "<Enter>", paste, "<Home>" + String(repeating: "1", count: 200)])
    #expect(impressions.last?.statusLine.contains("1111") == true, "\(impressions.last?.statusLine ?? "")")
  }
}
