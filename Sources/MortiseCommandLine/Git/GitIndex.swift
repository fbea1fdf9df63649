import MortiseFiles

/// The files in conflict, from the index of a repository. Git itself would examine all files.
struct GitIndex {
  /// A file that both sides of a merge changed.
  struct Unmerged: Hashable {
    /// The path in the repository.
    var path: String
    /// The name of our version's object; nil if we have none.
    var ours: String?
    /// Whether theirs has a version.
    var isTheirs = false
  }

  private(set) var unmerged: [Unmerged] = []

  /// - Parameter nameLength: the size of an object's name, in bytes.
  /// - Returns: nil if the bytes are not an index.
  init?(_ bytes: [UInt8], nameLength: Int) {
    guard bytes.starts(with: Array("DIRC".utf8)), bytes.count >= Self.headerLength else { return nil }
    func number(at offset: Int, _ count: Int) -> Int { bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) } }
    let (version, count) = (number(at: 4, 4), number(at: 8, 4))
    guard (2...4).contains(version) else { return nil }
    var offset = Self.headerLength
    var path: [UInt8] = []
    for _ in 0..<count {
      let start = offset
      let flagsAt = start + Self.statusLength + nameLength
      guard flagsAt + 4 <= bytes.count else { return nil }
      let flags = number(at: flagsAt, 2)
      offset = flagsAt + (version > 2 && flags & Self.isExtended != 0 ? 4 : 2)
      if version == 4 {
        // The path shares its start with that of the entry before.
        guard let dropped = Self.distance(in: bytes, &offset), dropped <= path.count else { return nil }
        path.removeLast(dropped)
      } else {
        path = []
      }
      guard offset <= bytes.count, let end = bytes[offset...].firstIndex(of: 0) else { return nil }
      path += bytes[offset..<end]
      // Up to version 3, entries are padded to multiples of eight bytes.
      offset = version == 4 ? end + 1 : start + ((end - start) / 8 + 1) * 8
      let stage = flags >> 12 & 3
      if stage == 0 { continue }
      let name = String(pathBytes: path)
      if unmerged.last?.path != name { unmerged.append(Unmerged(path: name)) }
      if stage == 3 { unmerged[unmerged.count - 1].isTheirs = true }
      if stage == 2 {
        unmerged[unmerged.count - 1].ours = GitRepository.name(of: bytes[start + Self.statusLength..<flagsAt])
      }
    }
  }

  private static let headerLength = 12
  /// The size of a file's times, numbers and length before its object's name, in bytes.
  private static let statusLength = 40
  private static let isExtended = 0x4000

  /// Reads a number of variable length; nil if it is cut off or too large.
  private static func distance(in bytes: [UInt8], _ offset: inout Int) -> Int? {
    var value = -1
    while offset < bytes.count, value < 1 << 24 {
      let byte = bytes[offset]
      offset += 1
      value = (value + 1) << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
