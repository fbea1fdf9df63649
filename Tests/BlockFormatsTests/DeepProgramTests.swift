import BlockFormats
import BlockModel
import Markup
import Testing

/// Programs far deeper than the call stack are read, written, converted and freed.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DeepProgramTests {
  enum Nesting: CaseIterable { case statements, values, unknown }

  static func count(_ nesting: Nesting) -> Int {
    switch nesting {
    case .statements: 200_000
    case .values: 10_000
    case .unknown: 50_000
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

  @Test func veryDeepProgramsAreWrittenWithoutIndentation() throws {
    let program = try FormatBench.read(Array(Self.xml(.values).utf8))
    let result = ProgramWriter.write(program.workspace, style: .pretty(.xml))
    #expect(result.remarks.count == 1)
    #expect(result.bytes.count { $0 == UInt8(ascii: "\n") } <= 1)
  }
}
