import CLzma

/// LZMA in its old stand-alone file format (“alone”): properties, the size of the dictionary, the size of the
/// content, and the compressed bytes.
package enum LZMAFile {
  /// The memory that the dictionary may take. MakeCode's own reader takes no dictionaries of 100,000,000 bytes or more.
  private static let memoryLimit: UInt64 = 128 << 20
  private static let headerCount = 13
  /// The properties for 3 literal context bits, 0 literal position bits and 2 position bits: the only ones that
  /// MakeCode writes.
  private static let usualProperties: UInt8 = 0x5D

  /// Whether bytes begin like such a file.
  package static func begins(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > headerCount, bytes[0] == usualProperties, let dictionary = bytes.littleEndian(at: 1, count: 4)
    else { return false }
    return dictionary & (dictionary - 1) == 0 && dictionary >= 1 << 12 && dictionary <= 1 << 27
  }

  /// Unpacks a file.
  /// - Parameter limit: the maximum number of bytes to unpack.
  /// - Throws: when the bytes are damaged, end too soon or need too much memory, when more follows, or when the
  ///   content is larger than the limit; no more than that is ever unpacked.
  package static func decompress(
    _ bytes: [UInt8], limit: Int = ArchiveLimits.content
  ) throws(ArchiveError) -> [UInt8] {
    if let size = bytes.littleEndian(at: 5, count: 8), size > limit { throw tooLarge(limit) }
    let stream = UnsafeMutablePointer<lzma_stream>.allocate(capacity: 1)
    stream.initialize(to: lzma_stream())
    defer { stream.deallocate() }
    guard lzma_alone_decoder(stream, memoryLimit) == LZMA_OK else { throw outOfMemory }
    defer { lzma_end(stream) }
    var content: [UInt8] = []
    let status = run(stream, bytes, into: &content, limit: limit)
    if content.count > limit { throw tooLarge(limit) }
    switch status {
    case LZMA_STREAM_END:
      guard stream.pointee.avail_in == 0 else { throw ArchiveError("extra bytes follow the compressed bytes") }
      return content
    case LZMA_OK, LZMA_BUF_ERROR: throw ArchiveError("the compressed bytes end too soon")
    case LZMA_FORMAT_ERROR: throw ArchiveError("these are not bytes compressed with LZMA")
    case LZMA_MEMLIMIT_ERROR: throw ArchiveError("unpacking needs more than 128 MiB of memory")
    case LZMA_MEM_ERROR: throw outOfMemory
    default: throw ArchiveError("the compressed bytes are damaged")
    }
  }

  /// Compresses bytes as MakeCode does: a dictionary of 8 MiB, the size in the header, and a mark at the end.
  /// - Throws: when there is not enough memory.
  package static func compress(_ content: [UInt8]) throws(ArchiveError) -> [UInt8] {
    var options = lzma_options_lzma()
    guard lzma_lzma_preset(&options, 6) == 0 else { throw outOfMemory }
    options.dict_size = 1 << 23
    options.nice_len = 128
    let stream = UnsafeMutablePointer<lzma_stream>.allocate(capacity: 1)
    stream.initialize(to: lzma_stream())
    defer { stream.deallocate() }
    guard lzma_alone_encoder(stream, &options) == LZMA_OK else { throw outOfMemory }
    defer { lzma_end(stream) }
    var file: [UInt8] = []
    guard run(stream, content, into: &file, limit: .max) == LZMA_STREAM_END, file.count > headerCount else {
      throw outOfMemory
    }
    // liblzma writes that the size is unknown.
    var size: [UInt8] = []
    size.append(littleEndian: content.count, count: 8)
    file.replaceSubrange(5..<headerCount, with: size)
    return file
  }

  /// Runs a coder over all bytes, until there is an error or more than a limit.
  private static func run(
    _ stream: UnsafeMutablePointer<lzma_stream>, _ bytes: [UInt8], into result: inout [UInt8], limit: Int
  ) -> lzma_ret {
    bytes.withUnsafeBufferPointer { source in
      stream.pointee.next_in = source.baseAddress
      stream.pointee.avail_in = source.count
      while true {
        var status = LZMA_OK
        let size = 1 << 16
        let part = [UInt8](unsafeUninitializedCapacity: size) { target, count in
          stream.pointee.next_out = target.baseAddress
          stream.pointee.avail_out = size
          status = lzma_code(stream, LZMA_FINISH)
          count = size - stream.pointee.avail_out
        }
        result += part
        if status != LZMA_OK || result.count > limit { return status }
      }
    }
  }

  private static func tooLarge(_ limit: Int) -> ArchiveError {
    ArchiveError("the content is larger than \(ArchiveLimits.text(limit))")
  }

  private static let outOfMemory = ArchiveError("there is not enough memory")
}
