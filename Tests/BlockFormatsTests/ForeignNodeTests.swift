import BlockFormats
import BlockModel
import Testing

/// Elements, comments and processing instructions in the root that Blockly doesn't define keep their positions.
@Suite struct ForeignNodeTests {
  private static func block(_ id: String) -> String {
    #"<block type="text" id="\#(id)" x="0" y="0"><field name="TEXT"></field></block>"#
  }
  private static let comment = #"<comment id="c" x="1" y="2">a</comment>"#
  private static let variables = #"<variables><variable id="v">x</variable></variables>"#

  static let contents: [String] = [
    "<toolbox>arduino</toolbox>" + block("a") + #"<config board="uno"></config>"#,
    "<!-- one --><?two three?>" + block("a") + "<!-- four --><!--five-->" + block("b") + "<six></six>",
    "<a></a>" + variables + "<b></b>" + block("a") + "<c></c>" + comment + "<d></d>" + block("b"),
    "<!-- a -->" + variables + comment + "<foreign>1</foreign><element></element><mutation></mutation>",
    "<a></a>" + comment + "<b></b>", "<a></a>", variables + "<!-- a -->",
  ]

  private static func text(_ content: String) -> String {
    "<xml xmlns=\"https://developers.google.com/blockly/xml\">\(content)</xml>"
  }

  @Test(arguments: contents) func foreignNodesKeepTheirPositions(content: String) throws {
    let text = Self.text(content)
    let program = try FormatBench.read(text)
    #expect(String(decoding: FormatBench.write(program), as: UTF8.self) == text)
    let json = ProgramWriter.write(program.workspace, style: .compact(.json)).bytes
    let back = ProgramWriter.write(try FormatBench.read(json).workspace, style: .compact(.xml)).bytes
    #expect(String(decoding: back, as: UTF8.self) == text)
    // JSON that was read is written unchanged, too.
    #expect(ProgramWriter.write(try FormatBench.read(json).workspace, style: .compact(.json)).bytes == json)
  }

  @Test(arguments: contents) func aBlockReturnsToItsPositionAmongForeignNodes(content: String) throws {
    let program = try FormatBench.read(Self.text(content))
    let workspace = program.workspace
    for block in workspace.topBlocks {
      let (snapshot, index) = (BlockSnapshot(of: block), workspace.topLevelIndex(of: block))
      workspace.remove(block)
      workspace.factory.build(snapshot, in: workspace, at: index)
      #expect(String(decoding: FormatBench.write(program), as: UTF8.self) == Self.text(content))
    }
    for comment in workspace.comments {
      let index = workspace.topLevelIndex(of: comment)
      workspace.remove(comment)
      workspace.add(comment, at: index)
      #expect(String(decoding: FormatBench.write(program), as: UTF8.self) == Self.text(content))
    }
  }
}
