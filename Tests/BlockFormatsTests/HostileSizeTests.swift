import BlockFormats
import BlockModel
import Testing

/// Files that are huge in one dimension: an error, or a time that grows only with their size.
@Suite(.serialized) struct HostileSizeTests {
  @Test func aHugeAttributeIsRead() throws {
    let id = String(repeating: "x", count: 10_000_000)
    let program = try FormatBench.read("<xml><block type=\"logic_null\" id=\"\(id)\"/></xml>")
    #expect(program.workspace.blocks[id] != nil)
  }

  @Test func aMillionAttributesAreKept() throws {
    let attributes = (0..<1_000_000).map { "a\($0)=\"\"" }.joined(separator: " ")
    let text = "<xml><block type=\"logic_null\" \(attributes)></block></xml>"
    #expect(FormatBench.write(try FormatBench.read(text)) == Array(text.utf8))
  }

  @Test func tooManyFieldsAreRefused() {
    let xml = FormatBench.xml(
      "<block type='a'>" + (0..<20_000).map { "<field name='f\($0)'>1</field>" }.joined() + "</block>")
    #expect(FormatBench.fault(Array(xml.utf8)) == "1:6: a block has more than 10000 fields")
    let fields = (0..<20_000).map { "\"f\($0)\":1" }.joined(separator: ",")
    let json = FormatBench.json("{\"type\":\"a\",\"fields\":{\(fields)}}")
    #expect(FormatBench.fault(Array(json.utf8)) == "1:42: a block has more than 10000 fields")
  }

  @Test func tooManyInputsAreRefused() {
    let block = "<block type='logic_null'/>"
    let xml = FormatBench.xml(
      "<block type='a'>" + (0..<30_000).map { "<value name='f\($0)'>\(block)</value>" }.joined() + "</block>")
    #expect(FormatBench.fault(Array(xml.utf8)) == "1:6: a block has more than 10000 inputs")
  }

  @Test func manyBlocksVariablesAndCommentsAreRead() throws {
    let count = 20_000
    let xml = FormatBench.xml(
      "<variables>" + (0..<count).map { "<variable id='v\($0)'>n\($0)</variable>" }.joined() + "</variables>"
        + (0..<count).map { _ in "<block type='mystery'/><comment>c</comment>" }.joined())
    let program = try FormatBench.read(xml)
    #expect(program.workspace.blocks.count == count)
    #expect(program.workspace.comments.count == count)
    #expect(program.workspace.variables.all.count == count)
    #expect(program.findings.count == count)
    #expect(!ProgramWriter.write(program.workspace, style: .compact(.json)).bytes.isEmpty)
  }

  @Test func theInputsOfAMutationAreLimited() throws {
    let text = FormatBench.xml("<block type='lists_create_with'><mutation items='999999999999'/></block>")
    let block = try #require(try FormatBench.read(text).workspace.topBlocks.first)
    #expect(block.inputs.count <= 10_001)
  }
}
