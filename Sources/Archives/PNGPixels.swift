/// The pixels of a PNG picture as browsers save it: 8 bits a channel, with or without opacity, not interlaced.
package struct PNGPixels: Sendable {
  package let width: Int
  package let height: Int
  /// The colours, three bytes for each pixel, without its opacity.
  package let colours: [UInt8]

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Whether bytes begin like a picture.
  package static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

  /// Reads a picture.
  /// - Throws: when the picture is damaged or ends too soon, when its form is not supported, or when its pixels would
  ///   take more than 64 MiB.
  package init(_ bytes: [UInt8]) throws(ArchiveError) {
    guard Self.begins(bytes) else { throw ArchiveError("this is not a PNG picture") }
    var header: Header?
    var packed: [UInt8] = []
    var offset = Self.signature.count
    while true {
      let chunk = try Chunk(in: bytes, at: offset)
      offset = chunk.end
      switch (chunk.name, header) {
      case ("IHDR", nil): header = try Header(bytes, chunk.body)
      case (_, nil), ("IHDR", _): throw ArchiveError("the picture doesn't begin with its size")
      case ("IDAT", _): packed += bytes[chunk.body]
      case ("IEND", let header?):
        (width, height) = (header.width, header.height)
        colours = try Self.unfiltered(try Deflate.inflate(packed[...], .zlib, limit: header.byteCount), header)
        return
      default:
        // A palette is only a suggestion in these colour types.
        guard chunk.name == "PLTE" || chunk.isOptional else {
          throw ArchiveError("the picture has a part of an unknown kind")
        }
      }
    }
  }

  /// A part of the file.
  private struct Chunk {
    let name: String
    let body: Range<Int>
    let end: Int
    let isOptional: Bool

    init(in bytes: [UInt8], at offset: Int) throws(ArchiveError) {
      guard let count = bytes.bigEndian32(at: offset), count <= bytes.count - offset - 12,
        let sum = bytes.bigEndian32(at: offset + 8 + count)
      else { throw ArchiveError("the picture ends too soon") }
      guard Deflate.checksum(bytes[offset + 4..<offset + 8 + count]) == UInt32(sum) else {
        throw ArchiveError("the picture is damaged: a checksum is wrong")
      }
      name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      isOptional = bytes[offset + 4] & 0x20 != 0
      body = offset + 8..<offset + 8 + count
      end = offset + 12 + count
    }
  }

  /// The size and form of the picture.
  private struct Header {
    let width: Int
    let height: Int
    let channels: Int
    /// The bytes of all rows, each with its filter.
    var byteCount: Int { height * (width * channels + 1) }

    init(_ bytes: [UInt8], _ body: Range<Int>) throws(ArchiveError) {
      guard body.count == 13, let width = bytes.bigEndian32(at: body.lowerBound),
        let height = bytes.bigEndian32(at: body.lowerBound + 4), width > 0, height > 0, width < 1 << 31,
        height < 1 << 31
      else { throw ArchiveError("the picture has no size") }
      let form = bytes[body.lowerBound + 8..<body.upperBound]
      guard form == [8, 2, 0, 0, 0] || form == [8, 6, 0, 0, 0] else {
        throw ArchiveError(
          "only pictures with 8 bits a colour, without a palette and not interlaced, can hold a program")
      }
      (self.width, self.height) = (width, height)
      channels = bytes[body.lowerBound + 9] == 2 ? 3 : 4
      guard height <= ArchiveLimits.content / (width * channels + 1) else {
        throw ArchiveError("the picture of \(width) × \(height) pixels is too large")
      }
    }
  }

  /// Returns the colours of the pixels: undoes the filters of the rows.
  private static func unfiltered(_ rows: [UInt8], _ header: Header) throws(ArchiveError) -> [UInt8] {
    guard rows.count == header.byteCount else { throw ArchiveError("the picture has too few pixels") }
    let (channels, count) = (header.channels, header.width * header.channels)
    var colours: [UInt8] = []
    colours.reserveCapacity(header.width * header.height * 3)
    var above = [UInt8](repeating: 0, count: count)
    var row = above
    for start in stride(from: 0, to: rows.count, by: count + 1) {
      let filter = rows[start]
      guard filter <= 4 else { throw ArchiveError("the picture is damaged: a row has an unknown filter") }
      for index in 0..<count {
        let left = index >= channels ? row[index - channels] : 0
        let up = above[index]
        let prediction: UInt8 =
          switch filter {
          case 1: left
          case 2: up
          case 3: UInt8((Int(left) + Int(up)) / 2)
          case 4: paeth(left, up, index >= channels ? above[index - channels] : 0)
          default: 0
          }
        row[index] = rows[start + 1 + index] &+ prediction
        if index % channels < 3 { colours.append(row[index]) }
      }
      swap(&row, &above)
    }
    return colours
  }

  /// Returns the neighbour nearest to left + up − corner.
  private static func paeth(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
    let estimate = Int(left) + Int(up) - Int(corner)
    let (toLeft, toUp) = (abs(estimate - Int(left)), abs(estimate - Int(up)))
    let toCorner = abs(estimate - Int(corner))
    if toLeft <= toUp && toLeft <= toCorner { return left }
    return toUp <= toCorner ? up : corner
  }
}
