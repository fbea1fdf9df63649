import BlockFormats
import BlockModel
import Testing

/// Parts unknown to Blockly are kept in their position, in the same format and through the other one.
@Suite struct OtherFormatTests {
  static let xml: [String] = [
    #"<block type="math_on_list" id="t" x="0" y="0"><mutation op="SUM"></mutation><field name="OP">SUM</field></block>"#,
    #"<block type="text_getSubstring" id="t" x="0" y="0"><mutation at1="true" at2="true" own="1"></mutation><field name="WHERE1">FROM_START</field><field name="WHERE2">FROM_START</field></block>"#,
    // Unknown attributes and elements inside a known mutation.
    #"<block type="procedures_defnoreturn" id="t" x="0" y="0"><mutation><arg name="n" varid="v1" vartype="NUMBER"></arg><arg name="m" varid="v2"><own></own></arg></mutation><field name="NAME">f</field></block>"#,
    #"<block type="procedures_callnoreturn" id="t" x="0" y="0"><mutation name="f"><arg name="a" own="1"></arg><arg name="a" own="2"></arg><more></more></mutation></block>"#,
    #"<block type="controls_if" id="a" x="10" y="10"><mutation else="1" own="2"></mutation></block>"#,
    #"<block type="text" id="a" x="10" y="10"><field name="TEXT" foo="1">x</field></block>"#,
    #"<block type="mystery" id="a" x="10" y="10"><field name="TEXT" foo="1">x</field></block>"#,
    #"<block type="controls_if" id="a" x="10" y="10"><mutation elseif="1"></mutation><mutation else="1"></mutation></block>"#,
    #"<block type="mystery" id="a" x="10" y="10"><mutation a="1"></mutation><mutation b="1"></mutation><element></element></block>"#,
    #"<block type="text" id="a" x="10" y="10"><field name="TEXT">one</field><field name="TEXT" foo="1">two</field></block>"#,
    #"<block type="mystery" id="a" x="10" y="10"><field name="A">1</field><field name="A">2</field><field name="B">3</field><field name="B">4</field><field name="B">5</field></block>"#,
    #"<block type="text" id="a" x="10" y="10"><field name="TEXT">x</field><field name="OWN">one</field><field name="OWN">two</field></block>"#,
    // Shadows in no input, which Blockly refuses.
    #"<shadow type="math_number" id="a" x="10" y="10"><field name="NUM">5</field></shadow>"#,
    #"<shadow type="mystery" id="a" x="10" y="10"></shadow>"#,
  ]

  @Test(arguments: xml) func xmlSurvivesConversionToJSON(block: String) throws {
    let text = "<xml xmlns=\"https://developers.google.com/blockly/xml\">\(block)</xml>"
    let program = try FormatBench.read(text)
    let own = String(decoding: FormatBench.write(program), as: UTF8.self)
    #expect(own == text)
    let json = ProgramWriter.write(program.workspace, style: .compact(.json)).bytes
    let back = ProgramWriter.write(try FormatBench.read(json).workspace, style: .compact(.xml)).bytes
    #expect(String(decoding: back, as: UTF8.self).withoutVariables == text)
  }

  static let json: [String] = [
    #"{"type":"procedures_defnoreturn","id":"t","x":0,"y":0,"extraState":{"params":[{"name":"n","id":"v1","argId":"q1"},{"name":"m","id":"v2"}]},"fields":{"NAME":"f"}}"#,
    #"{"type":"procedures_callnoreturn","id":"t","x":0,"y":0,"extraState":{"name":"f","params":["a","b"],"own":[{"id":"x"}]}}"#,
    #"{"type":"text","id":"t","x":0,"y":0,"fields":{"TEXT":"a","OWN":1}}"#,
    #"{"type":"text","id":"t","x":0,"y":0,"fields":{"TEXT":"a","OWN":{"id":"v1","name":"n","type":"own"}}}"#,
  ]

  @Test(arguments: json) func jsonSurvivesConversionToXML(block: String) throws {
    let text = FormatBench.json(block)
    let program = try FormatBench.read(text)
    #expect(String(decoding: FormatBench.write(program), as: UTF8.self).withoutVariables == text)
    let xml = ProgramWriter.write(program.workspace, style: .compact(.xml)).bytes
    let back = ProgramWriter.write(try FormatBench.read(xml).workspace, style: .compact(.json)).bytes
    #expect(String(decoding: back, as: UTF8.self).withoutVariables == text)
  }

  /// What one conversion makes stays as it is in all others.
  @Test(arguments: [
    // The mutator writes XML, so its JSON is a string.
    (
      FormatBench.json(
        #"{"type":"math_number_property","id":"t","x":0,"y":0,"extraState":{"own":{"a":1}},"fields":{"PROPERTY":"EVEN"}}"#
      ),
      ProgramFormat.xml
    ),
    // XML in a string for mutators that write JSON, without the attribute that they know, or with one out of range.
    (
      FormatBench.json(
        #"{"type":"lists_create_with","id":"t","x":0,"y":0,"extraState":"<mutation own=\"1\"></mutation>"}"#), .xml
    ),
    (
      FormatBench.json(
        #"{"type":"controls_if","id":"own","x":0,"y":0,"extraState":"<mutation elseif=\"1e3x\" else=\"-1\"></mutation>"}"#
      ),
      .xml
    ),
    // The same for a mutator that writes only XML.
    (
      FormatBench.json(
        #"{"type":"math_on_list","id":"t","x":0,"y":0,"extraState":"<mutation own=\"1\"></mutation>"}"#), .xml
    ),
    // The parameter gets its id as the file is read.
    (
      #"<xml><block type="procedures_defnoreturn" id="t" x="0" y="0"><mutation><arg name="n" own="1"></arg></mutation>"#
        + #"<field name="NAME">f</field></block></xml>"#,
      .json
    ),
    // A second mutation after one that says nothing, which JSON does without.
    (
      #"<xml><block type="procedures_defnoreturn" id="t" x="0" y="0"><mutation></mutation>"#
        + #"<field name="NAME">f</field><mutation own="1"></mutation></block></xml>"#,
      .json
    ),
    // Fields of two names, each followed by others of its name.
    (
      #"<xml><block type="own" id="t"><field name="A">1</field><field name="B">2</field><field name="B">3</field>"#
        + #"<field name="A">4</field><field name="A">5</field></block></xml>"#,
      .json
    ),
  ]) func conversionsAreStable(text: String, other: ProgramFormat) throws {
    func convert(_ bytes: [UInt8], _ format: ProgramFormat) throws -> [UInt8] {
      ProgramWriter.write(try FormatBench.read(bytes).workspace, style: .compact(format)).bytes
    }
    let once = try convert(Array(text.utf8), other)
    let again = try convert(convert(once, other == .xml ? .json : .xml), other)
    #expect(String(decoding: once, as: UTF8.self).contains("own"))
    #expect(String(decoding: again, as: UTF8.self) == String(decoding: once, as: UTF8.self))
  }

  /// Unknown attributes of a parameter stay with it when the others change.
  @Test func unknownAttributesFollowTheirParameter() throws {
    let program = try FormatBench.read(
      #"<xml><block type="procedures_defnoreturn"><mutation><arg name="a" varid="v1" own="1"></arg>"#
        + #"<arg name="b" varid="v2" own="2"></arg></mutation></block></xml>"#)
    let block = try #require(program.workspace.topBlocks.first)
    let mutator = try #require(block.mutator)
    mutator.update(
      fromXML: try #require(
        try FormatBench.read(
          #"<xml><block type="procedures_defnoreturn"><mutation><arg name="c" varid="v3"></arg>"#
            + #"<arg name="renamed" varid="v2"></arg></mutation></block></xml>"#
        ).workspace.topBlocks.first?.mutationState?.xml))
    let written = String(decoding: FormatBench.write(program), as: UTF8.self)
    #expect(written.contains(#"<arg name="c" varid="v3"></arg><arg name="renamed" varid="v2" own="2"></arg>"#))
  }
}

extension String {
  /// The text without the list of variables, which is added where a format needs it.
  fileprivate var withoutVariables: String {
    if let start = firstRange(of: "<variables>"), let end = firstRange(of: "</variables>") {
      return String(self[..<start.lowerBound] + self[end.upperBound...])
    }
    guard let start = firstRange(of: ",\"variables\":") else { return self }
    return self[..<start.lowerBound] + "}"
  }
}
