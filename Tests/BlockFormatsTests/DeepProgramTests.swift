import BlockFormats
import BlockModel
import Markup
import Testing

/// Programs far deeper than the call stack are read, written, converted and freed.
@Suite(.serialized) struct DeepProgramTests {
  enum Nesting: CaseIterable { case statements, values, unknown }

  static func count(_ nesting: Nesting) -> Int {
    switch nesting {
    case .statements: 60_000
    case .values: 10_000
    case .unknown: 20_000
    }
  }

  static func xml(_ nesting: Nesting) -> String {
    let count = count(nesting)
    let (open, close) =
      switch nesting {
      case .statements: (#"<block type="text_print"><next>"#, "</next></block>")
      case .values: (#"<block type="logic_negate"><value name="BOOL">"#, "</value></block>")
      case .unknown: (#"<block type="mystery"><statement name="DO">"#, "</statement></block>")
      }
    let inner = nesting == .values ? #"<block type="logic_null"></block>"# : #"<block type="text_print"></block>"#
    let first = open.replacing("\">", with: "\" x=\"7\" y=\"8\">", maxReplacements: 1)
    return #"<xml xmlns="https://developers.google.com/blockly/xml">"# + first
      + String(repeating: open, count: count - 1) + inner + String(repeating: close, count: count) + "</xml>"
  }

  @Test(arguments: Nesting.allCases) func deepProgramsConvertInBothDirections(nesting: Nesting) throws {
    let xml = Array(Self.xml(nesting).utf8)
    let program = try FormatBench.read(xml)
    #expect(program.workspace.blocks.count == Self.count(nesting) + 1)
    #expect(FormatBench.write(program) == xml)

    ProgramWriter.prepareForOtherFormat(program.workspace)
    let json = ProgramWriter.write(program.workspace, style: .compact(.json))
    #expect(json.remarks.isEmpty)
    let again = try FormatBench.read(json.bytes)
    #expect(again.workspace.blocks.count == Self.count(nesting) + 1)
    #expect(FormatBench.write(again) == json.bytes)
    #expect(ProgramWriter.write(again.workspace, style: .compact(.xml)).bytes == xml)
  }

  @Test(arguments: ProgramFormat.allCases)
  func veryDeepProgramsAreNotIndentedBeyondLevel100(format: ProgramFormat) throws {
    let program = try FormatBench.read(Array(Self.xml(.values).utf8))
    let result = ProgramWriter.write(program.workspace, style: .pretty(format))
    let depth = format == .xml ? 20_002 : 30_004
    #expect(result.remarks == ["the file is \(depth) levels deep; lines beyond level 100 are not indented"])
    #expect(Self.longestIndentation(result.bytes) == 200)
    // Saving the file again keeps its layout.
    #expect(FormatBench.write(try FormatBench.read(result.bytes)) == result.bytes)
  }

  /// A short text can be nested thousands deep.
  @Test(arguments: ProgramFormat.allCases)
  func aNewFileIsIndentedToADepthOnly(format: ProgramFormat) throws {
    let depth = 800
    let text =
      "<xml>" + String(repeating: #"<block type="logic_negate"><value name="BOOL">"#, count: depth)
      + #"<block type="logic_null"/>"# + String(repeating: "</value></block>", count: depth) + "</xml>"
    let program = try FormatBench.read(text)
    let result = ProgramWriter.write(program.workspace, style: .pretty(format))
    #expect(result.bytes.count < 20 * text.utf8.count)
    #expect(result.remarks.count == 1 && Self.longestIndentation(result.bytes) == 200)
    // A file that is indented deeper keeps its layout.
    var style = ProgramStyle.pretty(format)
    style.xml.deepestIndentation = 1100
    style.json.deepestIndentation = 1100
    let deep = ProgramWriter.write(program.workspace, style: style).bytes
    #expect(Self.longestIndentation(deep) == 2200)
    #expect(FormatBench.write(try FormatBench.read(deep)) == deep)
  }

  @Test(arguments: ProgramFormat.allCases)
  func indentationCanBeLimitedToAHundredLevels(format: ProgramFormat) throws {
    let depth = 300
    let text =
      "<xml>" + String(repeating: #"<block type="text_print"><next>"#, count: depth) + #"<block type="text_print"/>"#
      + String(repeating: "</next></block>", count: depth) + "</xml>"
    let program = try FormatBench.read(text)
    var style = ProgramStyle.pretty(format)
    let full = ProgramWriter.write(program.workspace, style: style)
    #expect(full.remarks.isEmpty)
    #expect(FormatBench.write(try FormatBench.read(full.bytes)) == full.bytes)
    style.limitIndentation()
    let limited = ProgramWriter.write(program.workspace, style: style)
    #expect(limited.remarks.count == 1)
    #expect(FormatBench.write(try FormatBench.read(limited.bytes)) == limited.bytes)
    let lines = { (bytes: [UInt8]) in
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { (indent: $0.prefix { $0 == " " }.count, $0) }
    }
    #expect(lines(limited.bytes).map(\.indent) == lines(full.bytes).map { $0.indent > 200 ? 0 : $0.indent })
  }

  /// Elements that Blockly does not know count like blocks.
  @Test func deepUnknownElementsAreNotIndentedBeyondLevel100() throws {
    let text =
      "<xml>\n  " + String(repeating: "<a>", count: 20_000) + String(repeating: "</a>", count: 20_000) + "</xml>"
    let program = try FormatBench.read(text)
    let result = ProgramWriter.write(program.workspace, style: program.style)
    #expect(result.remarks.count == 1)
    #expect(Self.longestIndentation(result.bytes) == 200)
  }

  private static func longestIndentation(_ bytes: [UInt8]) -> Int {
    bytes.split(separator: UInt8(ascii: "\n")).map { $0.prefix { $0 == UInt8(ascii: " ") }.count }.max() ?? 0
  }
}
