extension ZipArchive {
  /// The reason why no content can be replaced, as a clause; nil if it can.
  package var readOnlyReason: String? {
    isLarge || entries.contains(where: \.isLarge)
      ? "zip64 archives (for more than 4 GiB) can't be written" : nil
  }

  /// Returns the archive with other content in some entries. These are compressed again, with unchanged names, times
  /// and other properties; every other entry's bytes are copied, and the order stays.
  /// - Parameter contents: the contents by the entries' names.
  /// - Throws: when an entry doesn't exist or is encrypted, or when the archive is or would be one for more than 4
  ///   GiB, which is only read.
  package func replacing(_ contents: [String: [UInt8]]) throws(ArchiveError) -> [UInt8] {
    if let name = contents.keys.sorted().first(where: { name in !entries.contains { $0.name == name } }) {
      throw ArchiveError("the zip archive has no entry “\(name)”")
    }
    if let readOnlyReason { throw ArchiveError(readOnlyReason) }
    let tooLarge = ArchiveError("the zip archive would be larger than 4 GiB")
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var records: [Int: [UInt8]] = [:]
    var copied = 0
    for (index, entry) in entries.enumerated().sorted(by: { $0.element.start < $1.element.start }) {
      result += bytes[copied..<entry.start]
      copied = entry.start
      var record = Array(bytes[entry.record])
      record.set(result.count, at: 42, count: 4)
      if let content = contents[entry.name] {
        if entry.isEncrypted { throw ArchiveError("“\(entry.name)” is encrypted") }
        let packed = try Deflate.deflate(content, .raw)
        let checksum = Int(Deflate.checksum(content))
        guard content.count < ZipLayout.large32, packed.count < ZipLayout.large32 else { throw tooLarge }
        var header = Array(bytes[entry.start..<entry.packed.lowerBound])
        Self.describe(&header, at: 4, checksum, packed: packed.count, content.count)
        Self.describe(&record, at: 6, checksum, packed: packed.count, content.count)
        result += header
        result += packed
        copied = entry.end
      }
      records[index] = record
    }
    result += bytes[copied..<directory.lowerBound]
    let start = result.count
    for index in entries.indices { result += records[index] ?? [] }
    var ending = Array(bytes[directory.upperBound...])
    ending.set(start, at: 16, count: 4)
    guard result.count < ZipLayout.large32 else { throw tooLarge }
    return result + ending
  }

  /// Writes the fields that an entry's header and its record have in common, beginning with the required version.
  private static func describe(_ header: inout [UInt8], at start: Int, _ checksum: Int, packed: Int, _ count: Int) {
    /// Deflate needs version 2.0 of the format.
    let version = max(20, header.littleEndian(at: start, count: 2) ?? 0)
    let flags = (header.littleEndian(at: start + 2, count: 2) ?? 0) & ~ZipLayout.sizesFollow
    header.set(version, at: start, count: 2)
    header.set(flags, at: start + 2, count: 2)
    header.set(ZipMethod.deflated, at: start + 4, count: 2)
    header.set(checksum, at: start + 10, count: 4)
    header.set(packed, at: start + 14, count: 4)
    header.set(count, at: start + 18, count: 4)
  }
}

extension [UInt8] {
  /// Sets a number in place, the least significant byte first.
  fileprivate mutating func set(_ number: Int, at offset: Int, count: Int) {
    for index in 0..<count { self[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
  }
}
