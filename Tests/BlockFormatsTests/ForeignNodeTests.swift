import BlockFormats
import BlockModel
import Testing

/// Elements, comments and processing instructions in the root that are none of Blockly's parts stay where they are.
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

  @Test(arguments: contents) func theyKeepTheirPlaces(content: String) throws {
    let text = Self.text(content)
    let program = try FormatBench.read(text)
    #expect(String(decoding: FormatBench.write(program), as: UTF8.self) == text)
    let json = ProgramWriter.write(program.workspace, style: .compact(.json)).bytes
    let back = ProgramWriter.write(try FormatBench.read(json).workspace, style: .compact(.xml)).bytes
    #expect(String(decoding: back, as: UTF8.self) == text)
    // What was read is written again as JSON, too.
    #expect(ProgramWriter.write(try FormatBench.read(json).workspace, style: .compact(.json)).bytes == json)
  }

  @Test(arguments: contents) func aBlockReturnsToItsPlaceAmongThem(content: String) throws {
    let program = try FormatBench.read(Self.text(content))
    let workspace = program.workspace
    for block in workspace.topBlocks {
      let (snapshot, place) = (BlockSnapshot(of: block), workspace.topLevelIndex(of: block))
      workspace.remove(block)
      workspace.factory.build(snapshot, in: workspace, at: place)
      #expect(String(decoding: FormatBench.write(program), as: UTF8.self) == Self.text(content))
    }
    for comment in workspace.comments {
      let place = workspace.topLevelIndex(of: comment)
      workspace.remove(comment)
      workspace.add(comment, at: place)
      #expect(String(decoding: FormatBench.write(program), as: UTF8.self) == Self.text(content))
    }
  }
}
