import SeededTesting

@testable import Archives

/// Bytes as programs write them.
enum Samples {
  /// Written by Java's `ZipOutputStream`, as App Inventor is: the sizes follow the content.
  static func zip(_ files: [(name: String, content: [UInt8])], follow: Bool = true, comment: String = "") throws
    -> [UInt8]
  {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let isFolder = file.name.hasSuffix("/")
      let packed = isFolder ? [] : try Deflate.deflate(file.content, .raw)
      let checksum = Int(Deflate.checksum(file.content))
      let start = archive.count
      let sizesFollow = follow && !isFolder
      var common: [UInt8] = []
      common.append(littleEndian: 20, count: 2)
      common.append(littleEndian: (sizesFollow ? ZipLayout.sizesFollow : 0) | ZipLayout.utf8, count: 2)
      common.append(littleEndian: isFolder ? 0 : 8, count: 2)
      common.append(littleEndian: 0x4AAB_BD60, count: 4)
      var sizes: [UInt8] = []
      for number in [checksum, packed.count, file.content.count] { sizes.append(littleEndian: number, count: 4) }
      archive.append(littleEndian: ZipLayout.localHeader.signature, count: 4)
      archive += common + (sizesFollow ? [UInt8](repeating: 0, count: 12) : sizes)
      archive.append(littleEndian: file.name.utf8.count, count: 2)
      archive.append(littleEndian: 0, count: 2)
      archive += Array(file.name.utf8) + packed
      if sizesFollow {
        archive.append(littleEndian: ZipLayout.descriptorSignature, count: 4)
        archive += sizes
      }
      directory.append(littleEndian: ZipLayout.record.signature, count: 4)
      directory += [20, 0] + common + sizes
      directory.append(littleEndian: file.name.utf8.count, count: 2)
      directory += [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      directory.append(littleEndian: start, count: 4)
      directory += file.name.utf8
    }
    let start = archive.count
    archive += directory
    archive.append(littleEndian: ZipLayout.ending.signature, count: 4)
    archive += [0, 0, 0, 0]
    for _ in 0..<2 { archive.append(littleEndian: files.count, count: 2) }
    archive.append(littleEndian: directory.count, count: 4)
    archive.append(littleEndian: start, count: 4)
    archive.append(littleEndian: comment.utf8.count, count: 2)
    return archive + comment.utf8
  }

  /// A hex file that holds a program's source.
  static func hex(meta: String, text: [UInt8], lineBreak: String = "\n") -> [UInt8] {
    let size = meta.utf8.count
    var bytes: [UInt8] = [0x41, 0x14, 0x0E, 0x2F, 0xB8, 0x2F, 0xA2, 0xBB]
    bytes.append(littleEndian: size, count: 2)
    bytes.append(littleEndian: text.count, count: 4)
    bytes += [0, 0] + Array(meta.utf8) + text
    while bytes.count % 16 != 0 { bytes.append(0) }
    var lines = [hexRecord(4, 0, [0, 0]), hexRecord(0, 0, [1, 2, 3])]
    for start in stride(from: 0, to: bytes.count, by: 16) {
      lines.append(hexRecord(0x0E, UInt16(truncatingIfNeeded: start), Array(bytes[start..<start + 16])))
    }
    return Array((lines + [hexRecord(1, 0, [])]).map { $0 + lineBreak }.joined().utf8)
  }

  static func hexRecord(_ type: UInt8, _ address: UInt16, _ data: [UInt8]) -> String {
    let bytes = [UInt8(data.count), UInt8(address >> 8), UInt8(address & 0xFF), type] + data
    let sum = 0 &- bytes.reduce(0, &+)
    return ":" + (bytes + [sum]).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  /// A picture from the rows of its pixels.
  /// - Parameters:
  ///   - channels: 3 or 4.
  ///   - filters: those of the rows, again and again.
  static func png(width: Int, height: Int, channels: Int = 4, pixels: [UInt8], filters: [UInt8] = [0]) throws -> [UInt8]
  {
    var rows: [UInt8] = []
    let count = width * channels
    for row in 0..<height {
      let filter = filters[row % filters.count]
      rows.append(filter)
      for index in 0..<count {
        let at = { (row: Int, index: Int) -> Int in row < 0 || index < 0 ? 0 : Int(pixels[row * count + index]) }
        let (left, up) = (at(row, index - channels), at(row - 1, index))
        let corner = index < channels ? 0 : at(row - 1, index - channels)
        let estimate = left + up - corner
        let nearest = [left, up, corner].min { abs(estimate - $0) < abs(estimate - $1) } ?? 0
        let prediction = [0, left, up, (left + up) / 2, nearest][Int(filter)]
        rows.append(UInt8(truncatingIfNeeded: at(row, index) - prediction))
      }
    }
    return png(width: width, height: height, channels: channels, packed: try Deflate.deflate(rows, .zlib))
  }

  /// A picture from its compressed rows.
  static func png(width: Int, height: Int, channels: Int = 4, packed: [UInt8]) -> [UInt8] {
    var header: [UInt8] = []
    for number in [width, height] { header += (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    header += [8, channels == 3 ? 2 : 6, 0, 0, 0]
    let half = packed.count / 2
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunk("tEXt", Array("Software\0x".utf8)) + chunk("IDAT", Array(packed[..<half]))
      + chunk("IDAT", Array(packed[half...])) + chunk("IEND", [])
  }

  static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    let big = { (number: Int) in (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    return big(body.count) + named + big(Int(Deflate.checksum(named)))
  }

  /// A picture of random pixels that hides bytes as MakeCode does.
  static func picture(hiding bytes: [UInt8], width: Int, height: Int, channels: Int = 4) throws -> [UInt8] {
    var random = SeededGenerator(seed: 1)
    let needed = 36 + bytes.count
    let usable = (width * height - 1) * 3
    let bits = (1...3).first { usable * $0 >= needed * 8 } ?? 4
    let missing = needed - (usable * bits) >> 3
    let addedRows = missing > 0 ? (missing + width * 3 - 1) / (width * 3) : 0
    let count = width * (height + addedRows)
    var colours = (0..<count * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
    func hide(_ bytes: [UInt8], from start: Int, bits: Int) -> Int {
      var index = start
      var (value, have) = (0, 0)
      for byte in bytes {
        value |= Int(byte) << have
        have += 8
        while have >= bits {
          let mask = (1 << bits) - 1
          colours[index] = UInt8((Int(colours[index]) & ~mask) | value & mask)
          value >>= bits
          have -= bits
          index += 1
        }
      }
      if have > 0 {
        colours[index] = UInt8((Int(colours[index]) & ~((1 << have) - 1)) | value)
        index += 1
      }
      return index
    }
    for bit in 0..<3 { colours[bit] = colours[bit] & 0xFE | UInt8(bits >> bit & 1) }
    var header: [UInt8] = []
    for number in [0x5934_7A7D, bytes.count, addedRows, 0, 0, 0, 0, 0, 0] {
      header.append(littleEndian: number, count: 4)
    }
    let next = hide(header, from: 3, bits: bits)
    if addedRows == 0 {
      _ = hide(bytes, from: next, bits: bits)
    } else {
      let first = (usable * bits) >> 3 - 36
      _ = hide(Array(bytes[..<first]), from: next, bits: bits)
      _ = hide(Array(bytes[first...]), from: width * height * 3, bits: 8)
    }
    let pixels = stride(from: 0, to: colours.count, by: 3).flatMap { index in
      colours[index..<index + 3] + (channels == 4 ? [0xFF] : [])
    }
    return try png(
      width: width, height: height + addedRows, channels: channels, pixels: pixels, filters: [0, 1, 2, 3, 4])
  }
}

/// Damages bytes in many ways, and reads each result: it must be an error or the same as before.
/// - Parameter bits: those of each byte that are changed.
func damaged<Result: Equatable>(
  _ bytes: [UInt8], bits: [Int] = Array(0..<8), read: ([UInt8]) throws(ArchiveError) -> Result
) throws -> (same: Int, errors: Set<String>, other: Int) {
  let good = try read(bytes)
  var result = (same: 0, errors: Set<String>(), other: 0)
  func attempt(_ bytes: [UInt8]) {
    do throws(ArchiveError) {
      if try read(bytes) == good { result.same += 1 } else { result.other += 1 }
    } catch {
      result.errors.insert(error.message)
    }
  }
  for count in 0..<bytes.count { attempt(Array(bytes[..<count])) }
  for index in bytes.indices {
    for bit in bits {
      var copy = bytes
      copy[index] ^= 1 << bit
      attempt(copy)
    }
  }
  return result
}
