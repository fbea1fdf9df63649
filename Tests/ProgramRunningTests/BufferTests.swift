import SeededTesting
import Testing

@testable import ProgramRunning

@Suite struct BufferTests {
  @Test(arguments: 1...50) func theRingKeepsTheEnd(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let capacity = Int.random(in: 1...20, using: &random)
    var ring = OutputRing(capacity: capacity)
    var all: [UInt8] = []
    for _ in 0..<30 {
      let new = (0..<Int.random(in: 0...30, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      all += new
      new.withUnsafeBytes { ring.append($0) }
      #expect(ring.content == Array(all.suffix(capacity)) && ring.total == all.count, "seed \(seed)")
    }
  }

  @Test(arguments: 1...50) func linesComeInAnyPortions(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let longest = Int.random(in: 0...5, using: &random)
    let bytes = (0..<60).map { _ in Bool.random(using: &random) ? UInt8(ascii: "\n") : UInt8(ascii: "x") }
    var buffer = LineBuffer(longest: longest)
    var lines: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...rest.count, using: &random)
      lines += buffer.lines(adding: rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    let whole = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    #expect(lines == whole.filter { $0.count <= longest }.map(Array.init), "seed \(seed)")
  }
}
