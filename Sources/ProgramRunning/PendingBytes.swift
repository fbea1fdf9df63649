import Glibc

/// Bytes that wait to be written to a descriptor that doesn't block.
struct PendingBytes {
  private var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ new: [UInt8]) { bytes += new }

  /// Writes what can be written now.
  /// - Returns: false if nobody reads any more.
  mutating func write(to descriptor: Int32) -> Bool {
    let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + start }, count) }
    if written < 0 { return errno == EAGAIN || errno == EINTR }
    start += written
    if isEmpty { self = PendingBytes() }
    return true
  }
}

/// Splits bytes into lines, and passes over those that are too long.
struct LineBuffer {
  private let longest: Int
  private var rest: [UInt8] = []
  private var isSkipping = false

  init(longest: Int) { self.longest = longest }

  /// Returns the lines that bytes complete, without line breaks.
  mutating func lines(adding bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var bytes = bytes
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      if !isSkipping, rest.count + (end - bytes.startIndex) <= longest { lines.append(rest + bytes[..<end]) }
      isSkipping = false
      rest = []
      bytes = bytes[(end + 1)...]
    }
    if isSkipping || rest.count + bytes.count > longest {
      (rest, isSkipping) = ([], true)
    } else {
      rest += bytes
    }
    return lines
  }
}
