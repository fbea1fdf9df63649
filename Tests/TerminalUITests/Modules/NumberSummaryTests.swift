import ProgramRunning
import Testing

@testable import TerminalUI

@Suite struct NumberSummaryTests {
  private func summary(_ values: [RunValue]) -> NumberSummary {
    var summary = NumberSummary(count: values.count)
    for value in values { summary.add(value) }
    return summary
  }

  @Test(
    arguments: [
      ([.integer(0), .integer(15), .integer(5)], "▁█▃", "3 values, least 0, greatest 15, last x"),
      ([.number(0.5), .integer(0)], "█▁", "2 values, least 0, greatest 0.5, last x"),
      ([.integer(3), .integer(3)], "▅▅", "2 values, least 3, greatest 3, last x"),
      ([.integer(1), .text("a"), .integer(2)], "▁ █", "3 values, 2 of them numbers, least 1, greatest 2, last x"),
      ([.integer(1)], nil, "1 value, least 1, greatest 1, last x"),
      ([.text("a"), .nothing], nil, "2 values, last x"),
      (
        [.number(.infinity), .integer(1), .integer(2)], " ▁█",
        "3 values, 2 of them numbers, least 1, greatest 2, last x"
      ),
    ] as [([RunValue], String?, String)])
  func numbersAreALineAndWords(values: [RunValue], line: String?, words: String) {
    let summary = summary(values)
    #expect(summary.line(columns: 20) == line)
    #expect(summary.words(last: "x") == words)
  }

  /// Each column is the mean of its share.
  @Test func manyNumbersShareAColumn() {
    let rising = summary((0..<100_000).map { .integer($0) })
    #expect(rising.line(columns: 8) == "▁▂▃▄▅▆▇█")
    #expect(summary((0..<10).map { .integer($0 % 2) }).line(columns: 5) == "▅▅▅▅▅")
    #expect(summary((0..<3).map { .integer($0) }).line(columns: 60)?.count == 3)
  }
}
