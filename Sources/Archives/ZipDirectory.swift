/// Reads the directory of a zip archive, and checks it against the entries that it lists.
enum ZipDirectory {
  /// - Throws: when the directory or an entry is damaged, or could be read in more than one way.
  static func entries(of bytes: [UInt8], _ ending: ZipEnding) throws(ArchiveError) -> [ZipArchive.Entry] {
    var entries: [ZipArchive.Entry] = []
    var names: Set<String> = []
    var offset = ending.directory.lowerBound
    for _ in 0..<ending.count {
      let record = try Record(in: bytes, at: offset, before: ending.directory.upperBound)
      offset = record.range.upperBound
      try check(record)
      guard names.insert(record.name).inserted else {
        throw ArchiveError("the zip archive has two entries named “\(record.name)”")
      }
      entries.append(try entry(of: record, in: bytes, before: ending.directory.lowerBound))
    }
    guard offset == ending.directory.upperBound else { throw damaged }
    let inOrder = entries.sorted { $0.start < $1.start }
    for (entry, next) in zip(inOrder, inOrder.dropFirst()) where entry.end > next.start {
      throw ArchiveError("the entries “\(entry.name)” and “\(next.name)” share bytes of the zip archive")
    }
    return entries
  }

  private static let damaged = ArchiveError("the directory of the zip archive is damaged")

  /// An entry's record in the directory.
  private struct Record {
    let range: Range<Int>
    let nameBytes: ArraySlice<UInt8>
    let name: String
    let system: Int
    let flags: Int
    let method: Int
    let checksum: UInt32
    var packedCount: Int
    var count: Int
    var start: Int
    let attributes: Int
    let isLarge: Bool

    init(in bytes: [UInt8], at offset: Int, before end: Int) throws(ArchiveError) {
      func number(_ position: Int, _ count: Int) throws(ArchiveError) -> Int {
        guard let number = bytes.littleEndian(at: offset + position, count: count) else { throw damaged }
        return number
      }
      guard offset <= end - ZipLayout.record.count, try number(0, 4) == ZipLayout.record.signature else {
        throw damaged
      }
      let nameEnd = try offset + ZipLayout.record.count + number(28, 2)
      let extraEnd = try nameEnd + number(30, 2)
      range = try offset..<extraEnd + number(32, 2)
      guard range.upperBound <= end else { throw damaged }
      nameBytes = bytes[offset + ZipLayout.record.count..<nameEnd]
      // Names in old archives may not be UTF-8. Every byte is kept, so that they stay distinct.
      name =
        String(validating: nameBytes, as: UTF8.self)
        ?? String(String.UnicodeScalarView(nameBytes.map { Unicode.Scalar($0) }))
      system = try number(5, 1)
      flags = try number(8, 2)
      method = try number(10, 2)
      checksum = UInt32(truncatingIfNeeded: try number(16, 4))
      (packedCount, count, start) = try (number(20, 4), number(24, 4), number(42, 4))
      attributes = try number(38, 4)
      let disk = try number(34, 2)
      guard disk == 0 || disk == ZipLayout.large16 else {
        throw ArchiveError("the zip archive is split into several files")
      }
      isLarge = [packedCount, count, start].contains(ZipLayout.large32)
      if isLarge { try readLarge(bytes, nameEnd..<extraEnd) }
    }

    /// Reads the numbers that are too large for their fields from the extra field for them.
    private mutating func readLarge(_ bytes: [UInt8], _ extra: Range<Int>) throws(ArchiveError) {
      var offset = extra.lowerBound
      while let id = bytes.littleEndian(at: offset, count: 2), let size = bytes.littleEndian(at: offset + 2, count: 2),
        offset + 4 + size <= extra.upperBound
      {
        var position = offset + 4
        offset = position + size
        guard id == 1 else { continue }
        func next(_ number: Int) throws(ArchiveError) -> Int {
          guard number == ZipLayout.large32 else { return number }
          guard position + 8 <= offset, let large = bytes.littleEndian(at: position, count: 8) else { throw damaged }
          position += 8
          return large
        }
        count = try next(count)
        packedCount = try next(packedCount)
        start = try next(start)
        return
      }
      throw damaged
    }
  }

  /// Refuses an entry that would be dangerous to unpack, or that is a link.
  private static func check(_ record: Record) throws(ArchiveError) {
    let name = record.name
    let parts = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    if parts.contains("..") || parts.first == "" || name.contains("\0") || name.dropFirst().first == ":" {
      throw ArchiveError("the zip archive has an entry named “\(name)”, which leads out of its folder")
    }
    // Only programs on Unix and macOS put the file type there.
    let kind = record.attributes >> 28
    if record.system == 3 || record.system == 19, ![0, 4, 8].contains(kind) {
      throw ArchiveError("“\(name)” in the zip archive is a link, not a file")
    }
    if record.flags & ZipLayout.hiddenDirectory != 0 { throw ArchiveError("the zip archive is encrypted") }
  }

  /// Returns the entry that a record describes.
  /// - Throws: when the entry contradicts the record.
  private static func entry(
    of record: Record, in bytes: [UInt8], before end: Int
  ) throws(ArchiveError) -> ZipArchive.Entry {
    let lie = ArchiveError("“\(record.name)” is not where the directory of the zip archive says")
    let start = record.start
    guard start <= end - ZipLayout.localHeader.count,
      bytes.littleEndian(at: start, count: 4) == ZipLayout.localHeader.signature,
      let flags = bytes.littleEndian(at: start + 6, count: 2), let method = bytes.littleEndian(at: start + 8, count: 2),
      let nameCount = bytes.littleEndian(at: start + 26, count: 2),
      let extraCount = bytes.littleEndian(at: start + 28, count: 2)
    else { throw lie }
    let nameStart = start + ZipLayout.localHeader.count
    let packedStart = nameStart + nameCount + extraCount
    guard packedStart <= end, record.packedCount <= end - packedStart,
      bytes[nameStart..<nameStart + nameCount] == record.nameBytes, method == record.method, flags == record.flags
    else { throw lie }
    if method == ZipMethod.stored && record.count != record.packedCount { throw lie }
    // Programs that read an archive from its start go by the header. Zeros there mean that the sizes follow the
    // content; the largest number means that they are in another field.
    let sizes = bytes[start + 14..<start + 26]
    guard
      flags & ZipLayout.sizesFollow != 0 || sizes == bytes[record.range].dropFirst(16).prefix(12)
        || bytes.littleEndian(at: start + 22, count: 4) == ZipLayout.large32
    else { throw lie }
    let packedEnd = packedStart + record.packedCount
    let entryEnd = packedEnd + descriptorCount(record, bytes, at: packedEnd)
    guard entryEnd <= end else { throw lie }
    return ZipArchive.Entry(
      name: record.name, count: record.count, start: start, packed: packedStart..<packedEnd,
      end: entryEnd, record: record.range, method: method, checksum: record.checksum,
      isEncrypted: flags & (ZipLayout.encrypted | ZipLayout.stronglyEncrypted) != 0, isLarge: record.isLarge)
  }

  /// Returns the length of the checksum and sizes after an entry's content.
  private static func descriptorCount(_ record: Record, _ bytes: [UInt8], at offset: Int) -> Int {
    guard record.flags & ZipLayout.sizesFollow != 0 else { return 0 }
    let hasSignature = bytes.littleEndian(at: offset, count: 4) == ZipLayout.descriptorSignature
    let start = hasSignature ? offset + 4 : offset
    // The sizes have eight bytes each in archives for large files.
    let isLarge =
      bytes.littleEndian(at: start + 4, count: 8) == record.packedCount
      && bytes.littleEndian(at: start + 12, count: 8) == record.count
    return start - offset + (isLarge ? 20 : 12)
  }
}
