import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import Testing

@testable import CodeGeneration

@Suite struct GeneratorFileTests {
  private static let definitions = """
    [{"type": "robot_move", "message0": "move %1 %2", "args0": [{"type": "field_dropdown", "name": "WAY", "options": [["ahead", "AHEAD"],
    ["back", "BACK"]]}, {"type": "input_value", "name": "STEPS"}], "previousStatement": null, "nextStatement": null}]
    """

  private func language(_ generators: String) throws -> (GeneratorLanguage, BlockFactory) {
    let factory = try StockBlocks.factory()
    try factory.load(json: Array(Self.definitions.utf8))
    let language = try GeneratedProgram.language("python")
    try language.load(generators: Array(generators.utf8), knowing: .standard, factory: factory)
    return (language, factory)
  }

  @Test func ownBlockIsGenerated() throws {
    let (language, factory) = try language(
      """
      {"python": {"helpers": {"go": ["def {{go()}}(steps):", "  robot.go(steps)"]}, "blocks": {"robot_move": {
        "inputs": {"STEPS": ["UNARY_SIGN", "0"]}, "imports": "import robot", "tables": {"WAY": {"AHEAD": "", "BACK": "-"}},
        "code": "{{go()}}({{WAY}}{{STEPS}})"}}}}
      """)
    let program = "<xml><block type=\"robot_move\"><field name=\"WAY\">BACK</field></block></xml>"
    let workspace = try ProgramReader.read(Array(program.utf8), factory: factory).workspace
    let code = try CodeGenerator(workspace, in: language, options: GenerationOptions()).generate()
    #expect(
      String(decoding: code.bytes, as: UTF8.self)
        == "import robot\n\ndef go(steps):\n  robot.go(steps)\n\n\ngo(-0)\n")
  }

  /// What a generator imports is not hidden by a variable.
  @Test func importedNamesAreReserved() throws {
    let (language, factory) = try language(
      """
      {"python": {"blocks": {"robot_move": {"imports": ["import robot", "from a import b as c, d"], "code": "robot.go()"}}}}
      """)
    let names = ["robot", "c", "d", "b"]
    let blocks = names.map { "<block type=\"variables_set\"><field name=\"VAR\">\($0)</field></block>" }
    let workspace = try ProgramReader.read(Array("<xml>\(blocks.joined())</xml>".utf8), factory: factory).workspace
    let code = try CodeGenerator(workspace, in: language, options: GenerationOptions()).generate()
    #expect(String(decoding: code.bytes, as: UTF8.self).hasPrefix("robot2 = None\nc2 = None\nd2 = None\nb = None\n"))
  }

  @Test(arguments: [
    ("{\"python\": {\"blocks\": {\n \"robot_move\": {\"code\": \"{{STEP}}\"}}}}", 2),
    ("{\"python\": {\"blocks\": {\n\n \"robot_fly\": \"fly()\"}}}", 3),
    ("{\"python\": {\"blocks\": {\"robot_move\":\n {\"inputs\": {\"STEPS\": \"FAST\"}}}}}", 2),
    ("{\"python\": {\"blocks\": {\"robot_move\": {\"code\":\n \"{{STEPS\"}}}}", 2),
    ("{\"python\": {\"blocks\": {\"robot_move\": {\"kode\":\n \"x\"}}}}", 2),
    ("{\n\"pyton\": {}}", 2),
  ])
  func mistakesHaveAPosition(_ generators: String, _ line: Int) throws {
    do {
      _ = try language(generators)
      Issue.record("no mistake was found")
    } catch let error as MarkupError {
      #expect(error.position.line == line, "\(error)")
    }
  }
}
