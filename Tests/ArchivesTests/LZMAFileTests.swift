import SeededTesting
import Testing

@testable import Archives

@Suite struct LZMAFileTests {
  @Test func bytesComeBack() throws {
    var random = SeededGenerator(seed: 2)
    for count in [0, 1, 1_000, 200_000] {
      let content = (0..<count).map { _ in UInt8.random(in: 0...3, using: &random) }
      let file = try LZMAFile.compress(content)
      #expect(LZMAFile.begins(file))
      #expect(file.starts(with: [0x5D, 0, 0, 0x80, 0]))
      #expect(file.littleEndian(at: 5, count: 8) == count)
      #expect(try LZMAFile.decompress(file) == content)
    }
  }

  /// What MakeCode's own writer (LZMA-JS 2.3) makes of the text.
  @Test func whatMakeCodeWritesIsRead() throws {
    let file: [UInt8] = [
      0x5D, 0x00, 0x00, 0x80, 0x00, 0x15, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x34, 0x19, 0x49, 0xEE, 0x8D,
      0xE9, 0x50, 0x96, 0x7C, 0xD8, 0x02, 0x84, 0xD3, 0x7B, 0xFF, 0xFF, 0xF0, 0x1F, 0x40, 0x00,
    ]
    #expect(String(decoding: try LZMAFile.decompress(file), as: UTF8.self) == "hello hello hello €")
  }

  @Test func anUnknownSizeIsRead() throws {
    var file = try LZMAFile.compress([1, 2, 3])
    file.replaceSubrange(5..<13, with: [UInt8](repeating: 0xFF, count: 8))
    #expect(try LZMAFile.decompress(file) == [1, 2, 3])
  }

  @Test func aBombEndsAtTheLimit() throws {
    var file = try LZMAFile.compress([UInt8](repeating: 0, count: 3_000_000))
    #expect(file.count < 1_000)
    #expect(throws: ArchiveError("the content is larger than 1 MiB")) { try LZMAFile.decompress(file, limit: 1 << 20) }
    file.replaceSubrange(5..<13, with: [UInt8](repeating: 0xFF, count: 8))
    #expect(throws: ArchiveError("the content is larger than 1 MiB")) { try LZMAFile.decompress(file, limit: 1 << 20) }
  }

  @Test func aHugeDictionaryIsRefused() throws {
    var file = try LZMAFile.compress([1, 2, 3])
    file.replaceSubrange(1..<5, with: [0, 0, 0, 0x80])
    #expect(throws: ArchiveError("unpacking needs more than 128 MiB of memory")) { try LZMAFile.decompress(file) }
  }

  @Test func damageNeverCrashes() throws {
    let file = try LZMAFile.compress(Array("hello hello hello".utf8))
    // The format has no checksum.
    let result = try damaged(file) { bytes throws(ArchiveError) in try LZMAFile.decompress(bytes) }
    #expect(result.errors.contains("the compressed bytes end too soon"))
    #expect(result.errors.count >= 5)
  }
}

@Suite struct SurrogatePairsTests {
  @Test func charactersBecomePairsAndComeBack() {
    let text = Array("a€😀é\u{10FFFF}".utf8)
    let split = SurrogatePairs.split(text)
    #expect(split.starts(with: [0x61, 0xE2, 0x82, 0xAC, 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]))
    #expect(SurrogatePairs.joined(split) == text)
    #expect(!SurrogatePairs.areMissing(in: split))
    #expect(SurrogatePairs.areMissing(in: text))
  }

  @Test func loneHalvesStay() {
    for bytes: [UInt8] in [
      [0xED, 0xA0, 0xBD], [0xED, 0xB8, 0x80, 0x41], [0xED, 0xA0, 0xBD, 0xED, 0xA0, 0xBD], [0xED],
    ] {
      #expect(SurrogatePairs.joined(bytes) == bytes)
    }
  }
}
