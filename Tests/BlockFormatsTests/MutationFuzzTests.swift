import BlockFormats
import BlockModel
import CorpusFiles
import Markup
import SeededTesting
import Testing

/// Real programs with randomly replaced values: each one gives an error, or a program that can be written and read
/// back.
@Suite struct MutationFuzzTests {
  static let seeds = Seeds.first(15)

  private static let sources = ["Tests/Programs/hello.json", "Tests/Programs/fizzbuzz.xml"]

  private static let jsonValues = [
    "null", "true", "-1", "1e308", "\"\"", "\"<mutation><arg/></mutation>\"", "[]", "{}", "[[[]]]", "{\"block\":{}}",
    "\"\\u0000\"", "0.1", "\"<\"", "{\"id\":\"x\"}", "99999999999", "{\"shadow\":{\"type\":\"text\"}}",
  ]

  private static let xmlValues = [
    "", "true", "-1", "1e999", "NaN", "&lt;", "&#0;", "&#9;", "logic_null", "DO0", "é", "%%%", "999999999999",
  ]

  @Test(arguments: seeds) func jsonWithRandomValuesIsReadOrRejected(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = Corpus.bytes(of: Self.sources[0])
    let ranges = Self.jsonScalars(in: text)
    #expect(ranges.count > 50)
    try Self.mutate(text, ranges, Self.jsonValues, &generator)
  }

  @Test(arguments: seeds) func xmlWithRandomValuesIsReadOrRejected(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = Corpus.bytes(of: Self.sources[1])
    let ranges = Self.quoted(in: text)
    #expect(ranges.count > 50)
    try Self.mutate(text, ranges, Self.xmlValues, &generator)
  }

  @Test(arguments: seeds) func randomBytesAreReadOrRejected(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for path in Self.sources {
      var text = Corpus.bytes(of: path)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        text[Int.random(in: text.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      try Self.check(text)
    }
  }

  private static func mutate(
    _ text: [UInt8], _ ranges: [Range<Int>], _ values: [String], _ generator: inout SeededGenerator
  ) throws {
    for _ in 0..<12 {
      var result = text
      let count = Int.random(in: 1...5, using: &generator)
      for range in ranges.shuffled(using: &generator).prefix(count).sorted(by: { $0.lowerBound > $1.lowerBound }) {
        result.replaceSubrange(range, with: (values.randomElement(using: &generator) ?? "").utf8)
      }
      try check(result)
    }
  }

  private static func check(_ bytes: [UInt8]) throws {
    guard let program = try? FormatBench.read(bytes) else { return }
    for format in [ProgramFormat.xml, .json] {
      let written = ProgramWriter.write(program.workspace, style: .compact(format)).bytes
      #expect(
        throws: Never.self, "what was written can't be read: \(String(decoding: bytes, as: UTF8.self))"
      ) { try FormatBench.read(written) }
    }
    let own = FormatBench.write(program)
    let again = try FormatBench.read(own)
    #expect(FormatBench.write(again) == own)
  }

  /// The ranges of the strings in JSON, keys included.
  private static func jsonScalars(in text: [UInt8]) -> [Range<Int>] {
    quoted(in: text).map { ($0.lowerBound - 1)..<($0.upperBound + 1) }
  }

  /// The ranges between double quotes.
  private static func quoted(in text: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start: Int?
    for (index, byte) in text.enumerated() where byte == UInt8(ascii: "\"") {
      if index > 0, text[index - 1] == UInt8(ascii: "\\") { continue }
      if let begin = start {
        ranges.append(begin..<index)
        start = nil
      } else {
        start = index + 1
      }
    }
    return ranges
  }
}
