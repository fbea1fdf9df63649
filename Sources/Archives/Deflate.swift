import CZlib

/// Deflate, the compression of zip files, PNG and zlib.
package enum Deflate {
  /// The format around the compressed bytes.
  package enum Wrapping: Sendable {
    /// No header and no checksum.
    case raw
    /// zlib's header and a checksum.
    case zlib

    fileprivate var windowBits: Int32 { self == .raw ? -MAX_WBITS : MAX_WBITS }
  }

  /// Unpacks bytes that must end where the compressed stream ends.
  /// - Parameter limit: the maximum number of bytes to unpack.
  /// - Throws: when the bytes are damaged or end too soon, when more follows, or when the content is larger than the
  ///   limit; no more than that is ever unpacked.
  package static func inflate(
    _ bytes: ArraySlice<UInt8>, _ wrapping: Wrapping, limit: Int = ArchiveLimits.content
  ) throws(ArchiveError) -> [UInt8] {
    guard bytes.count <= Int(UInt32.max) else { throw ArchiveError("there are too many compressed bytes") }
    // zlib keeps the address of the stream.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard inflateInit2_(stream, wrapping.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw outOfMemory
    }
    defer { inflateEnd(stream) }
    var source = Array(bytes)
    var content: [UInt8] = []
    var room = min(limit, max(1 << 12, bytes.count * 4))
    let status = source.withUnsafeMutableBufferPointer { source -> Int32 in
      stream.pointee.next_in = source.baseAddress
      stream.pointee.avail_in = UInt32(source.count)
      while true {
        let size = min(room, 1 << 26)
        var status = Z_OK
        // One byte beyond the limit shows that there is more.
        let part = [UInt8](unsafeUninitializedCapacity: size + 1) { target, count in
          stream.pointee.next_out = target.baseAddress
          stream.pointee.avail_out = UInt32(size + 1)
          status = CZlib.inflate(stream, Z_NO_FLUSH)
          count = size + 1 - Int(stream.pointee.avail_out)
        }
        content += part
        if status != Z_OK || part.isEmpty || content.count > limit { return status }
        room = min(content.count, limit - content.count)
      }
    }
    if content.count > limit {
      throw ArchiveError("the content is larger than \(ArchiveLimits.text(limit))")
    }
    switch status {
    case Z_STREAM_END:
      guard stream.pointee.avail_in == 0 else { throw ArchiveError("extra bytes follow the compressed bytes") }
      return content
    case Z_OK, Z_BUF_ERROR: throw ArchiveError("the compressed bytes end too soon")
    case Z_MEM_ERROR: throw outOfMemory
    default: throw ArchiveError("the compressed bytes are damaged")
    }
  }

  /// Compresses bytes at the best level.
  /// - Throws: when there is not enough memory, or the content is too large.
  package static func deflate(_ content: [UInt8], _ wrapping: Wrapping) throws(ArchiveError) -> [UInt8] {
    guard content.count <= Int(UInt32.max) else { throw ArchiveError("the content is too large to be compressed") }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    let status = deflateInit2_(
      stream, Z_BEST_COMPRESSION, Z_DEFLATED, wrapping.windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw outOfMemory }
    defer { deflateEnd(stream) }
    let capacity = Int(deflateBound(stream, UInt(content.count)))
    var source = content
    return source.withUnsafeMutableBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
        stream.pointee.next_in = source.baseAddress
        stream.pointee.avail_in = UInt32(source.count)
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = UInt32(capacity)
        // The bound is large enough, so one call does it all.
        _ = CZlib.deflate(stream, Z_FINISH)
        count = capacity - Int(stream.pointee.avail_out)
      }
    }
  }

  /// Returns the checksum of zip files and PNG.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let result = bytes.withContiguousStorageIfAvailable { crc32_z(0, $0.baseAddress, $0.count) }
    return UInt32(
      truncatingIfNeeded: result ?? Array(bytes).withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) })
  }

  private static let outOfMemory = ArchiveError("there is not enough memory")
}
