@testable import Archives

/// Makes pictures that hide bytes as MakeCode does.
enum PictureFile {
  private static let width = 100

  /// A row whose low bits say what is hidden, and the hidden bytes in rows that were added.
  static func of(_ bytes: [UInt8]) throws -> [UInt8] {
    let header = [0x5934_7A7D, bytes.count].flatMap { number($0, 4) }
    // The row holds one byte more than its header.
    let addedRows = (bytes.count - 1 + width * 3 - 1) / (width * 3)
    let inRow = header + number(addedRows, 4) + [UInt8](repeating: 0, count: 24) + bytes.prefix(1)
    // One bit a colour.
    var first: [UInt8] = [1, 0, 0] + inRow.flatMap { byte in (0..<8).map { byte >> $0 & 1 } }
    first += [UInt8](repeating: 0, count: width * 3 - first.count)
    var colours = first + bytes.dropFirst()
    colours += [UInt8](repeating: 0, count: (addedRows + 1) * width * 3 - colours.count)
    let rows = stride(from: 0, to: colours.count, by: width * 3).flatMap { [0] + colours[$0..<$0 + width * 3] }
    let size = number(width, 4).reversed() + number(addedRows + 1, 4).reversed()
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", size + [8, 2, 0, 0, 0])
      + chunk("IDAT", try Deflate.deflate(rows, .zlib)) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    return number(body.count, 4).reversed() + named + number(Int(Deflate.checksum(named[...])), 4).reversed()
  }

  /// The least significant byte first.
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
