import SeededTesting
import Testing

@testable import Archives

@Suite struct DeflateTests {
  @Test(arguments: [Deflate.Wrapping.raw, .zlib]) func bytesComeBack(wrapping: Deflate.Wrapping) throws {
    var random = SeededGenerator(seed: 1)
    for count in [0, 1, 100, 5_000, 300_000] {
      let content = (0..<count).map { _ in UInt8.random(in: 0...3, using: &random) }
      let packed = try Deflate.deflate(content, wrapping)
      #expect(try Deflate.inflate(packed[...], wrapping) == content)
      #expect(try Deflate.inflate(packed[...], wrapping, limit: count) == content)
    }
  }

  @Test func aBombEndsAtTheLimit() throws {
    let packed = try Deflate.deflate([UInt8](repeating: 0, count: 3_000_000), .zlib)
    #expect(packed.count < 5_000)
    #expect(throws: ArchiveError("the content is larger than 2 MiB")) {
      try Deflate.inflate(packed[...], .zlib, limit: 2 << 20)
    }
  }

  @Test func moreAndLessIsAnError() throws {
    let packed = try Deflate.deflate(Array("hello hello".utf8), .raw)
    #expect(throws: ArchiveError("the compressed bytes end too soon")) {
      try Deflate.inflate(packed.dropLast(), .raw)
    }
    #expect(throws: ArchiveError("extra bytes follow the compressed bytes")) {
      try Deflate.inflate(packed + [0], .raw)
    }
    #expect(throws: ArchiveError("the compressed bytes are damaged")) {
      try Deflate.inflate([0xFF, 0xFF, 0xFF], .raw)
    }
  }

  @Test func damageIsToldOrDoesNothing() throws {
    let packed = try Deflate.deflate(Array("hello hello hello".utf8), .zlib)
    let result = try damaged(packed) { bytes throws(ArchiveError) in try Deflate.inflate(bytes[...], .zlib) }
    #expect(result.other == 0)
  }
}
