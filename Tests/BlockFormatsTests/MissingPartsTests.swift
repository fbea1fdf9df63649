import BlockFormats
import BlockModel
import Testing

/// What a file leaves out is filled in so that its forms in both formats agree.
@Suite struct MissingPartsTests {
  static let mutations: [(type: String, mutation: String, field: String, value: String)] = [
    ("math_number_property", #"divisor_input="true""#, "PROPERTY", "DIVISIBLE_BY"),
    ("lists_getIndex", #"statement="true" at="true""#, "MODE", "REMOVE"),
    ("lists_getIndex", #"statement="false" at="false""#, "WHERE", "FIRST"),
    ("lists_setIndex", #"at="false""#, "WHERE", "FIRST"),
    ("text_charAt", #"at="false""#, "WHERE", "FIRST"),
    ("lists_getSublist", #"at1="false" at2="true""#, "WHERE1", "FIRST"),
    ("text_getSubstring", #"at1="true" at2="false""#, "WHERE2", "LAST"),
    // The default agrees with the mutation.
    ("lists_split", #"mode="SPLIT""#, "MODE", "SPLIT"),
    ("math_number_property", #"divisor_input="false""#, "PROPERTY", "EVEN"),
    ("text_getSubstring", #"at1="true" at2="true""#, "WHERE2", "FROM_START"),
  ]

  @Test(arguments: mutations) func aMissingFieldFollowsTheMutation(
    block: (type: String, mutation: String, field: String, value: String)
  ) throws {
    let text = FormatBench.xml(
      #"<block type="\#(block.type)" id="t"><mutation \#(block.mutation)></mutation></block>"#)
    let program = try FormatBench.read(text)
    #expect(program.workspace.blocks["t"]?.firstField(withName: block.field)?.state?.text == block.value)
    let xml = xml(program.workspace)
    #expect(xml.contains("<mutation \(block.mutation)>"))
    #expect(try self.xml(throughJSON(xml)) == xml)
  }

  static let defaults: [(type: String, mutation: String, field: String, value: String)] = [
    ("lists_split", #"mode="JOIN""#, "MODE", "SPLIT"),
    ("text_prompt_ext", #"type="NUMBER""#, "TYPE", "TEXT"),
    ("math_on_list", #"op="MODE""#, "OP", "SUM"),
  ]

  /// Where the mutation doesn't change the inputs, the field counts, as in Blockly.
  @Test(arguments: defaults) func aMissingFieldKeepsItsDefault(
    block: (type: String, mutation: String, field: String, value: String)
  ) throws {
    let text = FormatBench.xml(
      #"<block type="\#(block.type)" id="t"><mutation \#(block.mutation)></mutation></block>"#)
    let first = try FormatBench.read(text).workspace
    #expect(first.blocks["t"]?.firstField(withName: block.field)?.state?.text == block.value)
    let xml = try xml(throughJSON(xml(first)))
    #expect(try self.xml(throughJSON(xml)) == xml)
  }

  /// In JSON, only the list of variables can give a variable its name.
  @Test(arguments: [#"{"id":"v"}"#, #"{"name":"total"}"#, #"{"id":"v","name":"total"}"#])
  func aVariableThatJSONDoesNotListIsListedInXML(reference: String) throws {
    let json = FormatBench.json(#"{"type":"variables_get","id":"t","x":0,"y":0,"fields":{"VAR":\#(reference)}}"#)
    let xml = try xml(FormatBench.read(json).workspace)
    #expect(xml.contains("<variables>"))
    #expect(try self.xml(throughJSON(xml)) == xml)
  }

  private func xml(_ workspace: Workspace) -> String {
    String(decoding: ProgramWriter.write(workspace, style: .compact(.xml)).bytes, as: UTF8.self)
  }

  private func throughJSON(_ xml: String) throws -> Workspace {
    let json = ProgramWriter.write(try FormatBench.read(xml).workspace, style: .compact(.json)).bytes
    return try FormatBench.read(json).workspace
  }
}
