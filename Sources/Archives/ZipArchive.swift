/// A zip archive in memory. Its content is untrusted: the directory is checked against the entries, and an archive
/// that different programs may read differently is refused.
package struct ZipArchive: Sendable {
  /// A file or folder in an archive.
  package struct Entry: Hashable, Sendable {
    /// The path, with slashes. A folder's ends with one.
    package let name: String
    /// The size of the content.
    package let count: Int

    /// The offset of the entry's local header.
    let start: Int
    /// The range of its compressed content.
    let packed: Range<Int>
    /// The end of the entry, after the sizes that some programs write after the content.
    let end: Int
    /// The range of its record in the directory.
    let record: Range<Int>
    let method: Int
    /// The CRC-32 of the content.
    package let checksum: UInt32
    let isEncrypted: Bool
    /// Whether a size or the offset is in a field for archives of more than 4 GiB.
    let isLarge: Bool
  }

  /// The entries in the order of the directory.
  package let entries: [Entry]
  let bytes: [UInt8]
  /// The range of the directory.
  let directory: Range<Int>
  /// Whether the directory's offset is in the form for more than 4 GiB.
  let isLarge: Bool

  /// Whether bytes begin like an archive.
  package static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  /// Reads the directory of an archive.
  /// - Throws: when the archive is damaged, ends too soon, or is split over several files; when two entries have the
  ///   same name or share bytes; when an entry is a link, or its name would lead out of the folder that it is
  ///   unpacked to.
  package init(_ bytes: [UInt8]) throws(ArchiveError) {
    let ending = try ZipEnding(of: bytes)
    entries = try ZipDirectory.entries(of: bytes, ending)
    self.bytes = bytes
    directory = ending.directory
    isLarge = ending.isLarge
  }

  /// Unpacks an entry.
  /// - Parameter limit: the maximum number of bytes to unpack.
  /// - Throws: when the entry is damaged, encrypted or larger than the limit, or its compression isn't supported.
  package func content(
    of entry: Entry, limit: Int = ArchiveLimits.content
  ) throws(ArchiveError) -> [UInt8] {
    if entry.isEncrypted { throw ArchiveError("“\(entry.name)” is encrypted") }
    guard entry.count <= limit else {
      throw ArchiveError("“\(entry.name)” is larger than \(ArchiveLimits.text(limit))")
    }
    let content: [UInt8]
    switch entry.method {
    case ZipMethod.stored: content = Array(bytes[entry.packed])
    case ZipMethod.deflated:
      do { content = try Deflate.inflate(bytes[entry.packed], .raw, limit: entry.count) } catch {
        throw ArchiveError("“\(entry.name)” is damaged: \(error.message)")
      }
    default: throw ArchiveError("“\(entry.name)” is compressed in a way that isn't supported (\(entry.method))")
    }
    guard content.count == entry.count, Deflate.checksum(content) == entry.checksum else {
      throw ArchiveError("“\(entry.name)” is damaged: its checksum is wrong")
    }
    return content
  }
}

/// The compression methods of entries.
enum ZipMethod {
  static let stored = 0
  static let deflated = 8
}

/// The fixed sizes of the parts of an archive, without names and other parts of variable length, and their
/// signatures.
enum ZipLayout {
  static let localHeader = (count: 30, signature: 0x0403_4B50)
  static let record = (count: 46, signature: 0x0201_4B50)
  static let ending = (count: 22, signature: 0x0605_4B50)
  static let largeEnding = (count: 56, signature: 0x0606_4B50)
  static let largeLocator = (count: 20, signature: 0x0706_4B50)
  static let descriptorSignature = 0x0807_4B50
  /// Bits of the flags.
  static let (encrypted, sizesFollow, stronglyEncrypted, utf8, hiddenDirectory) = (1, 1 << 3, 1 << 6, 1 << 11, 1 << 13)
  /// The placeholders for numbers that are in a field for large archives.
  static let large16 = 0xFFFF
  static let large32 = 0xFFFF_FFFF
}

/// The end record of an archive, which locates its directory.
struct ZipEnding {
  let directory: Range<Int>
  let count: Int
  let isLarge: Bool

  /// - Throws: when there is no end record, or it contradicts the archive.
  init(of bytes: [UInt8]) throws(ArchiveError) {
    typealias Layout = ZipLayout
    guard let start = Self.start(in: bytes), let disk = bytes.littleEndian(at: start + 4, count: 2),
      let firstDisk = bytes.littleEndian(at: start + 6, count: 2),
      let countHere = bytes.littleEndian(at: start + 8, count: 2),
      var count = bytes.littleEndian(at: start + 10, count: 2),
      var size = bytes.littleEndian(at: start + 12, count: 4),
      var offset = bytes.littleEndian(at: start + 16, count: 4)
    else { throw ArchiveError("this is not a complete zip archive: its directory is missing") }
    let lie = ArchiveError("the zip archive is damaged: it has no directory where it should be")
    var end = start
    let locator = start - Layout.largeLocator.count
    isLarge = bytes.littleEndian(at: locator, count: 4) == Layout.largeLocator.signature
    if isLarge {
      guard let largeStart = bytes.littleEndian(at: locator + 8, count: 8),
        largeStart <= locator - Layout.largeEnding.count,
        bytes.littleEndian(at: largeStart, count: 4) == Layout.largeEnding.signature,
        let rest = bytes.littleEndian(at: largeStart + 4, count: 8), rest == locator - largeStart - 12,
        let largeCount = bytes.littleEndian(at: largeStart + 32, count: 8),
        let largeSize = bytes.littleEndian(at: largeStart + 40, count: 8),
        let largeOffset = bytes.littleEndian(at: largeStart + 48, count: 8)
      else { throw lie }
      if count == Layout.large16 { count = largeCount }
      if size == Layout.large32 { size = largeSize }
      if offset == Layout.large32 { offset = largeOffset }
      guard count == largeCount, size == largeSize, offset == largeOffset else { throw lie }
      end = largeStart
    } else if disk != 0 || firstDisk != 0 || countHere != count {
      throw ArchiveError("the zip archive is split into several files")
    }
    guard offset <= end, size == end - offset, count <= size / Layout.record.count else { throw lie }
    directory = offset..<end
    self.count = count
  }

  /// Returns the offset of the end record. A comment of any text may follow it.
  private static func start(in bytes: [UInt8]) -> Int? {
    let last = bytes.count - ZipLayout.ending.count
    guard last >= 0 else { return nil }
    return (max(0, last - 0xFFFF)...last).reversed().first {
      bytes.littleEndian(at: $0, count: 4) == ZipLayout.ending.signature
        && bytes.littleEndian(at: $0 + 20, count: 2) == last - $0
    }
  }
}
