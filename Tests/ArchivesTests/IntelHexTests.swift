import Testing

@testable import Archives

@Suite struct IntelHexTests {
  private let meta = #"{"compression":"LZMA","headerSize":2}"#
  private let text = (0..<100).map { UInt8($0) }

  @Test(arguments: ["\n", "\r\n"]) func theSourceIsFound(lineBreak: String) throws {
    let bytes = Samples.hex(meta: meta, text: text, lineBreak: lineBreak)
    #expect(IntelHex.begins(bytes))
    let source = try EmbeddedSource(in: IntelHex(bytes))
    #expect(String(decoding: source.meta, as: UTF8.self) == meta)
    #expect(source.text == text)
  }

  @Test func badRecordsAreNamedByTheirLine() {
    let lines = [
      ":0000000000": "line 1 is not a hex record", "x": "line 1 is not a hex record",
      ":00000001FE": "the checksum of line 1 is wrong",
      ":00000001FF\n:00000001FF": "line 2 follows the record of the end",
      ":0100000001FE": "the file ends before its last record",
    ]
    for (text, message) in lines {
      let error = #expect(throws: ArchiveError.self) { try IntelHex(Array(text.utf8)) }
      #expect(text == ":0000000000" || error?.message == message, "\(text)")
    }
  }

  @Test func aSourceThatIsNotCompleteIsTold() throws {
    let file = String(decoding: Samples.hex(meta: meta, text: text), as: UTF8.self)
    var lines = file.split(separator: "\n")
    lines.remove(at: lines.count - 2)
    let short = try IntelHex(Array(lines.joined(separator: "\n").utf8))
    #expect(throws: ArchiveError("the source of the program is not complete")) { try EmbeddedSource(in: short) }
    let none = try IntelHex(Array("\(Samples.hexRecord(0, 0, [1, 2]))\n:00000001FF\n".utf8))
    #expect(throws: ArchiveError("the file doesn't hold the source of its program")) { try EmbeddedSource(in: none) }
  }

  @Test func damageIsToldOrDoesNothing() throws {
    let bytes = Samples.hex(meta: "{}", text: [1, 2, 3])
    let result = try damaged(bytes) { bytes throws(ArchiveError) in try EmbeddedSource(in: IntelHex(bytes)) }
    #expect(result.other == 0)
  }
}
