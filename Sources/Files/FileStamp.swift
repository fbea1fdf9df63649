import Glibc

/// Which file was read and in what state, to find out later whether another program changed it.
public nonisolated struct FileStamp: Hashable, Sendable {
  public var device: UInt64
  public var inode: UInt64
  /// In bytes.
  public var size: Int64
  /// The time of the last change of the content: seconds since 1970 and nanoseconds.
  public var seconds: Int64
  public var nanoseconds: Int64
  /// A checksum of the content; nil when it was too long to make one.
  public var contentHash: UInt64?

  /// Content up to this many bytes gets a checksum.
  public static let hashedSize = 64 << 20

  package init(_ status: stat, content: [UInt8]?) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = Int64(status.st_mtim.tv_sec)
    nanoseconds = Int64(status.st_mtim.tv_nsec)
    contentHash = content.flatMap { Self.contentHash(of: $0) }
  }

  /// Whether the file at `path` still holds what it held. A file that was only touched, or replaced by an equal one, is
  /// unchanged; its content is read only when the system's data differ.
  /// - Throws: `FileError` when the file is there and can't be examined.
  public func isCurrent(at path: String) throws(FileError) -> Bool {
    var status = stat()
    do throws(SystemError) {
      _ = try SystemError.check { stat(path, &status) }
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return false }
      throw FileError(.read, path, code: error.code)
    }
    var now = FileStamp(status, content: nil)
    now.contentHash = contentHash
    if now == self { return true }
    guard let contentHash, now.size == size, status.isRegular else { return false }
    return Self.hash(try FileReader.read(path).bytes) == contentHash
  }

  /// The checksum of a content; nil when it is too long to make one.
  package static func contentHash(of content: [UInt8]) -> UInt64? { content.count <= hashedSize ? hash(content) : nil }

  /// A checksum that finds any accidental change; not meant against somebody who wants two equal ones.
  package static func hash(_ bytes: [UInt8]) -> UInt64 {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
    func mix(_ word: UInt64) {
      state = (state ^ word) &* 0xFF51_AFD7_ED55_8CCD
      state ^= state >> 32
    }
    bytes.withUnsafeBytes { buffer in
      var place = 0
      while place + 8 <= buffer.count {
        mix(buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        place += 8
      }
      for byte in buffer[place...] { mix(UInt64(byte)) }
    }
    return state
  }

  /// One line, for `init(text:)`.
  package var text: String {
    let hash = contentHash.map { String($0, radix: 16) } ?? "-"
    return "\(device) \(inode) \(size) \(seconds) \(nanoseconds) \(hash)"
  }

  package init?(text: some StringProtocol) {
    let words = text.split(separator: " ")
    guard words.count == 6, let device = UInt64(words[0]), let inode = UInt64(words[1]), let size = Int64(words[2]),
      let seconds = Int64(words[3]), let nanoseconds = Int64(words[4])
    else { return nil }
    self.device = device
    self.inode = inode
    self.size = size
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    contentHash = UInt64(words[5], radix: 16)
    if contentHash == nil, words[5] != "-" { return nil }
  }
}
