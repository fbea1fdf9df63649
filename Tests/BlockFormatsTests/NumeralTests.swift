import BlockFormats
import BlockModel
import Testing

/// A number stays as it is written until its own field is edited. Null is a field's default.
@Suite struct NumeralTests {
  static let numerals = [
    "0x3C", "1.50", "0b11", "007", ".5", "1e3", "+4", "1,000", "-0", " 5 ", "", "12345678901234567890",
  ]

  private static func xml(_ number: String) -> String {
    #"<xml><block type="math_number" id="a" x="0" y="0"><field name="NUM">\#(number)</field></block></xml>"#
  }

  private static func field(_ program: ReadProgram) throws -> FieldNumber {
    try #require(program.workspace.blocks["a"]?.firstField(withName: "NUM") as? FieldNumber)
  }

  @Test(arguments: numerals) func aNumberStaysAsItIsWritten(number: String) throws {
    let program = try FormatBench.read(Self.xml(number))
    #expect(program.findings.isEmpty)
    #expect(String(decoding: FormatBench.write(program), as: UTF8.self) == Self.xml(number))
    // Also through JSON, as text, which Blockly reads as well.
    let json = ProgramWriter.write(program.workspace, style: .compact(.json)).bytes
    #expect(String(decoding: json, as: UTF8.self).contains("\"NUM\":\"\(number)\""))
    var style = ProgramStyle.compact(.xml)
    style.namespace = nil
    let back = ProgramWriter.write(try FormatBench.read(json).workspace, style: style).bytes
    #expect(String(decoding: back, as: UTF8.self) == Self.xml(number))
  }

  @Test(arguments: ["60", "-1.5", "0", "1e+21", "Infinity"]) func otherNumbersAreNumbersInJSON(number: String) throws {
    let state = try Self.field(try FormatBench.read(Self.xml(number))).state
    guard case .number? = state else {
      Issue.record("\(String(describing: state))")
      return
    }
  }

  @Test(arguments: ["1.50", "5.0", "1E3", "-0", "0.1e1", "12345678901234567", "123456789012345678901"])
  func aNumberOfJSONStaysAsItIsWritten(number: String) throws {
    for type in ["math_number", "mystery"] {
      // Beside a text with digits, a number as it would be written, and a value that is only kept.
      let text = FormatBench.json(
        #"{"type":"\#(type)","id":"1e5","x":0,"y":20,"data":"1.0, -0","extraState":{"a":[\#(number),1,"2.0"]},"#
          + #""fields":{"NUM":\#(number)}}"#)
      let program = try FormatBench.read(text)
      #expect(String(decoding: FormatBench.write(program), as: UTF8.self) == text)
    }
  }

  @Test func onlyAnotherNumberIsAnEdit() throws {
    let field = try Self.field(try FormatBench.read(Self.xml("0x3C")))
    #expect(field.text == "60" && field.value == 60)
    #expect(try field.state(forInput: "60") == field.state)
    #expect(try field.state(forInput: "61") == .number(61))
    #expect(field.remark(onInput: "60") == nil)
  }

  static let nulls: [(block: String, fields: String)] = [
    (#""controls_repeat""#, #""TIMES":10"#), (#""math_arithmetic""#, #""OP":"ADD""#), (#""text""#, #""TEXT":"""#),
    (#""logic_boolean""#, #""BOOL":"TRUE""#), (#""text_multiline""#, #""TEXT":"""#),
  ]

  @Test(arguments: nulls) func nullIsTheDefault(block: String, fields: String) throws {
    let name = fields.prefix { $0 != ":" }
    let program = try FormatBench.read(
      FormatBench.json(#"{"type":\#(block),"id":"a","x":0,"y":0,"fields":{\#(name):null}}"#))
    #expect(program.findings.isEmpty)
    #expect(
      String(decoding: FormatBench.write(program), as: UTF8.self)
        == FormatBench.json(#"{"type":\#(block),"id":"a","x":0,"y":0,"fields":{\#(fields)}}"#))
  }

  /// Nobody knows the default of an unknown block's field.
  @Test func nullStaysInUnknownBlocks() throws {
    let text = FormatBench.json(#"{"type":"mystery","id":"a","x":0,"y":0,"fields":{"A":null}}"#)
    #expect(String(decoding: FormatBench.write(try FormatBench.read(text)), as: UTF8.self) == text)
  }
}
