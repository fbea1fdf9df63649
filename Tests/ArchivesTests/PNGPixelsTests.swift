import Testing

@testable import Archives

@Suite struct PNGPixelsTests {
  @Test(arguments: [3, 4]) func allFiltersAreRead(channels: Int) throws {
    let pixels = (0..<7 * 10 * channels).map { UInt8(truncatingIfNeeded: $0 * $0 * 37) }
    let bytes = try Samples.png(width: 7, height: 10, channels: channels, pixels: pixels, filters: [0, 1, 2, 3, 4])
    let picture = try PNGPixels(bytes)
    #expect(picture.width == 7 && picture.height == 10)
    #expect(picture.colours == pixels.enumerated().filter { $0.offset % channels < 3 }.map(\.element))
  }

  /// With one to four bits of each colour, and with rows that are added.
  @Test(arguments: [(20, 30), (20, 9), (20, 6), (20, 4), (20, 2)], [3, 4])
  func hiddenBytesAreFound(size: (width: Int, height: Int), channels: Int) throws {
    let hidden = (0..<100).map { UInt8(truncatingIfNeeded: $0 * 91) }
    let bytes = try Samples.picture(hiding: hidden, width: size.width, height: size.height, channels: channels)
    #expect(try PNGPixels(bytes).hiddenBytes() == hidden)
  }

  @Test func anotherPictureHoldsNothing() throws {
    let picture = try PNGPixels(Samples.png(width: 9, height: 9, pixels: [UInt8](repeating: 1, count: 9 * 9 * 4)))
    #expect(throws: ArchiveError("the picture holds no program")) { try picture.hiddenBytes() }
  }

  @Test func aHugePictureIsRefusedByItsSize() throws {
    let bytes = Samples.png(width: 30_000, height: 30_000, packed: try Deflate.deflate([0], .zlib))
    #expect(throws: ArchiveError("the picture of 30000 × 30000 pixels is too large")) { try PNGPixels(bytes) }
    let huge = Samples.png(width: 1 << 31 - 1, height: 1 << 31 - 1, packed: [])
    #expect(throws: ArchiveError.self) { try PNGPixels(huge) }
  }

  @Test func aBombEndsWithThePixels() throws {
    let rows = try Deflate.deflate([UInt8](repeating: 0, count: 1_000_000), .zlib)
    #expect(throws: ArchiveError.self) { try PNGPixels(Samples.png(width: 3, height: 3, packed: rows)) }
  }

  @Test func otherKindsAreTold() throws {
    var bytes = Samples.png(width: 3, height: 3, packed: [])
    bytes.replaceSubrange(8..<33, with: Samples.chunk("IHDR", [0, 0, 0, 3, 0, 0, 0, 3, 8, 3, 0, 0, 0]))
    let error = #expect(throws: ArchiveError.self) { try PNGPixels(bytes) }
    #expect(error?.message.hasPrefix("only pictures with 8 bits a colour") == true)
  }

  @Test func damageIsToldOrDoesNothing() throws {
    let bytes = try Samples.picture(hiding: [1, 2, 3], width: 15, height: 7)
    let result = try damaged(Array(bytes.prefix(80)) + bytes.suffix(60)) { _ throws(ArchiveError) in 0 }
    #expect(result.other == 0)
    let whole = try damaged(Samples.picture(hiding: [1], width: 11, height: 9)) { bytes throws(ArchiveError) in
      try PNGPixels(bytes).hiddenBytes()
    }
    #expect(whole.other == 0)
  }
}
