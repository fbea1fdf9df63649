import Glibc
import MortiseFiles
import Workbench

/// Reads a journal line by line. Holds about one line in memory, not the whole journal.
nonisolated struct JournalReader {
  private var buffer: [UInt8] = []
  /// The start of the unread bytes in the buffer.
  private var start = 0
  /// The offset of the next line in the file.
  private(set) var offset: Int

  private static let lineBreak = UInt8(ascii: "\n")
  private static let chunkSize = 1 << 16

  init(from offset: Int = 0) { self.offset = offset }

  /// The next line, without its line break.
  /// - Parameter limit: the maximum number of bytes.
  /// - Returns: nil if no line break follows, or none within the limit.
  mutating func nextLine(
    of file: borrowing FileDescriptor, limit: Int = FileReader.sizeLimit
  ) throws(SystemError) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: Self.lineBreak) {
        defer { advance(by: end + 1 - start) }
        return Array(buffer[start..<end])
      }
      searched = buffer.count
      if searched - start > limit { return nil }
      if start > 0 {
        buffer.removeFirst(start)
        searched -= start
        start = 0
      }
      // A long line is read in ever larger parts.
      let bytes = try file.readBytes(at: offset + buffer.count, count: max(Self.chunkSize, buffer.count))
      if bytes.isEmpty { return nil }
      buffer += bytes
    }
  }

  /// Skips bytes.
  mutating func advance(by count: Int) {
    offset += count
    start += count
    if start > buffer.count { (buffer, start) = ([], 0) }
  }
}
