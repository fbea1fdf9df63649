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

  /// Lines and parts of the log arrive as they were written, in whatever portions; lines that are too long don't.
  @Test(arguments: 1...50) func reportsComeInAnyPortions(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let longest = Int.random(in: 10...20, using: &random)
    var bytes: [UInt8] = []
    var written: [String] = []
    for _ in 0..<20 {
      let content = (0..<Int.random(in: 1...30, using: &random)).map { _ in UInt8.random(in: 97...122, using: &random) }
      if Bool.random(using: &random) {
        bytes += Array("{\"log\":\(content.count + 1)}\n".utf8) + content + Array("\n".utf8)
        written.append("log " + String(decoding: content, as: UTF8.self) + "\n")
      } else {
        bytes += content + Array("\n".utf8)
        if content.count <= longest { written.append("line " + String(decoding: content, as: UTF8.self)) }
      }
    }
    var buffer = ReportBuffer(longestLine: longest)
    var parts: [String] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...rest.count, using: &random)
      parts += buffer.parts(adding: rest.prefix(count)).map { part in
        switch part {
        case .line(let line): "line " + String(decoding: line, as: UTF8.self)
        case .log(let log): "log " + String(decoding: log, as: UTF8.self)
        }
      }
      rest = rest.dropFirst(count)
    }
    #expect(parts == written, "seed \(seed)")
  }
}
