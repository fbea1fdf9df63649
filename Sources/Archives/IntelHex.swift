/// A file of Intel hex records, the format in which microcontrollers are programmed.
package struct IntelHex: Sendable {
  /// One line of the file.
  package struct Record: Hashable, Sendable {
    /// The type of the data: 0 for memory, 1 for the end of the file, 0x0E for data that isn't meant for this
    /// controller.
    package var type: UInt8
    /// The address that the data belongs at.
    package var address: UInt16
    package var data: [UInt8]
  }

  /// The records before the end of the file.
  package let records: [Record]

  /// Whether bytes begin like such a file.
  package static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 11 && bytes[0] == UInt8(ascii: ":") && bytes[1..<11].allSatisfy { digit($0) != nil }
  }

  /// Reads a file.
  /// - Throws: with the number of the first wrong line, or when the end-of-file record is missing.
  package init(_ bytes: [UInt8]) throws(ArchiveError) {
    var records: [Record] = []
    var number = 0
    var hasEnded = false
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let line = Self.trimmed(line)
      if line.isEmpty { continue }
      if hasEnded { throw ArchiveError("line \(number) follows the record of the end") }
      guard let record = Self.record(line) else { throw ArchiveError("line \(number) is not a hex record") }
      guard let record else { throw ArchiveError("the checksum of line \(number) is wrong") }
      hasEnded = record.type == 1
      if !hasEnded { records.append(record) }
    }
    guard hasEnded else { throw ArchiveError("the file ends before its last record") }
    self.records = records
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, last == 0x0D || last == 0x20 || last == 0x09 { line.removeLast() }
    return line
  }

  /// - Returns: nil if the line is not a record; a nil record if its checksum is wrong.
  private static func record(_ line: ArraySlice<UInt8>) -> Record?? {
    guard line.first == UInt8(ascii: ":"), line.count >= 11, line.count % 2 == 1 else { return .none }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count / 2)
    var index = line.startIndex + 1
    while index < line.endIndex {
      guard let high = digit(line[index]), let low = digit(line[index + 1]) else { return .none }
      bytes.append(high << 4 | low)
      index += 2
    }
    guard bytes.count == Int(bytes[0]) + 5 else { return .none }
    guard bytes.reduce(0, &+) == 0 else { return .some(nil) }
    let address = UInt16(bytes[1]) << 8 | UInt16(bytes[2])
    return Record(type: bytes[3], address: address, data: Array(bytes[4..<bytes.count - 1]))
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
