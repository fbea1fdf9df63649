import Glibc

/// Identifies a file and its state, to detect changes by other programs.
public nonisolated struct FileStamp: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64
  /// In bytes.
  var size: Int64
  /// The modification time: seconds since 1970, and nanoseconds.
  var seconds: Int64
  var nanoseconds: Int64
  /// The time of the last change of the content, the mode or the name. Programs can't set it.
  var changeSeconds: Int64
  var changeNanoseconds: Int64
  /// A checksum of the content; nil when it is too long for one.
  public var contentHash: UInt64?

  /// The maximum size in bytes of content that gets a checksum.
  public static let hashedSize = 64 << 20

  package init(_ status: stat, content: [UInt8]?) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = Int64(status.st_mtim.tv_sec)
    nanoseconds = Int64(status.st_mtim.tv_nsec)
    changeSeconds = Int64(status.st_ctim.tv_sec)
    changeNanoseconds = Int64(status.st_ctim.tv_nsec)
    contentHash = content.flatMap { Self.contentHash(of: $0) }
  }

  /// Takes over the change time after the file was renamed, unless its content was changed since.
  mutating func acceptRenaming(_ status: stat) {
    var renamed = FileStamp(status, content: nil)
    renamed.contentHash = contentHash
    var expected = self
    (expected.changeSeconds, expected.changeNanoseconds) = (renamed.changeSeconds, renamed.changeNanoseconds)
    if renamed == expected { self = renamed }
  }

  /// Whether the file at `path` still has the same content. A file that was only touched, or replaced by an identical
  /// one, is unchanged. Reads the content only if the metadata differ. The change time reveals a change even if a
  /// program reset the modification time.
  /// - Throws: `FileError` when the file exists but can't be examined.
  public func isCurrent(at path: String) throws(FileError) -> Bool {
    let status: stat
    do throws(SystemError) { status = try FileSystem.status(of: path) } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return false }
      throw FileError(.read, path, code: error.code)
    }
    var current = FileStamp(status, content: nil)
    current.contentHash = contentHash
    if current == self { return true }
    guard let contentHash, current.size == size, status.isRegular else { return false }
    return Self.hash(try FileReader.read(path).bytes) == contentHash
  }

  /// The checksum of a content; nil when it is too long for one.
  package static func contentHash(of content: [UInt8]) -> UInt64? { content.count <= hashedSize ? hash(content) : nil }

  /// A checksum that detects accidental changes; not cryptographically secure.
  package static func hash(_ bytes: [UInt8]) -> UInt64 {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
    func mix(_ word: UInt64) {
      state = (state ^ word) &* 0xFF51_AFD7_ED55_8CCD
      state ^= state >> 32
    }
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset + 8 <= buffer.count {
        mix(buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
      for byte in buffer[offset...] { mix(UInt64(byte)) }
    }
    return state
  }

  /// The stamp as one line, for `init(text:)`.
  package var text: String {
    let hash = contentHash.map { String($0, radix: 16) } ?? "-"
    return "\(device) \(inode) \(size) \(seconds) \(nanoseconds) \(changeSeconds) \(changeNanoseconds) \(hash)"
  }

  package init?(text: some StringProtocol) {
    let fields = text.split(separator: " ")
    guard fields.count == 8, let device = UInt64(fields[0]), let inode = UInt64(fields[1]), let size = Int64(fields[2]),
      let seconds = Int64(fields[3]), let nanoseconds = Int64(fields[4]),
      let changeSeconds = Int64(fields[5]), let changeNanoseconds = Int64(fields[6])
    else { return nil }
    self.device = device
    self.inode = inode
    self.size = size
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    self.changeSeconds = changeSeconds
    self.changeNanoseconds = changeNanoseconds
    contentHash = UInt64(fields[7], radix: 16)
    if contentHash == nil, fields[7] != "-" { return nil }
  }
}
