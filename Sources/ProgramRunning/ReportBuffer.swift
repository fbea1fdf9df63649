/// A buffer of a runtime's output: lines, and after a line such as `{"log":512}`, that many bytes of a log.
struct ReportBuffer {
  enum Part {
    case line([UInt8])
    case log([UInt8])
  }

  private let longestLine: Int
  private var line: [UInt8] = []
  private var isSkipping = false
  private var log: [UInt8] = []
  /// The number of bytes of the log that have not arrived.
  private var missing = 0

  private static let heading = Array("{\"log\":".utf8)
  /// The longest part of a log, in bytes.
  private static let longestLog = 16 << 20

  /// - Parameter longestLine: the maximum length of a line, in bytes. Longer ones are skipped.
  init(longestLine: Int) { self.longestLine = longestLine }

  /// Returns the parts that new bytes complete: lines without their breaks, and parts of the log.
  mutating func parts(adding bytes: ArraySlice<UInt8>) -> [Part] {
    var parts: [Part] = []
    var bytes = bytes
    while !bytes.isEmpty {
      if missing > 0 {
        let part = bytes.prefix(missing)
        log += part
        missing -= part.count
        bytes = bytes.dropFirst(part.count)
        if missing == 0 {
          parts.append(.log(log))
          log = []
        }
        continue
      }
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
      let piece = bytes[..<(end ?? bytes.endIndex)]
      if isSkipping || line.count + piece.count > longestLine {
        (line, isSkipping) = ([], true)
      } else {
        line += piece
      }
      bytes = bytes[((end ?? bytes.endIndex - 1) + 1)...]
      if end == nil { break }
      if !isSkipping {
        if let count = Self.logCount(line) {
          missing = count
          log.reserveCapacity(count)
        } else {
          parts.append(.line(line))
        }
      }
      (line, isSkipping) = ([], false)
    }
    return parts
  }

  private static func logCount(_ line: [UInt8]) -> Int? {
    guard line.starts(with: heading), line.last == UInt8(ascii: "}"), line.count < 24 else { return nil }
    let count = Int(String(decoding: line[heading.count..<line.count - 1], as: UTF8.self))
    return count.flatMap { 1...longestLog ~= $0 ? $0 : nil }
  }
}
