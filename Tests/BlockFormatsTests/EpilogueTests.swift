import BlockFormats
import BlockModel
import CorpusFiles
import Testing

/// What apps keep behind `</xml>` comes back byte for byte, also through JSON.
@Suite struct EpilogueTests {
  private static let program = #"<xml><block type="text" id="a" x="0" y="0"><field name="TEXT">x</field></block></xml>"#

  static let epilogues: [[UInt8]] =
    [
      "\n<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<Extra>\n<Enabled value=\"true\" />\n</Extra>\n",
      "<config>{}</config><code>Ly9jb2Rl</code>", "<!-- a --><?b c?>\r\n", "\r\n\r\n", "\n\n\n", "\t \n", " </xml>",
      "<xml></xml>", "<!DOCTYPE x>", "& < \u{1} \u{10DC80} \u{FEFF}", "{}",
    ].map { Array($0.utf8) } + [
      [0x3C, 0xFF, 0xC3, 0x0A, 0xE2, 0x82, 0x41, 0xED, 0xA0, 0x80, 0xC0, 0x80], [0x00, 0x0A],
    ]

  @Test(arguments: epilogues) func whatFollowsTheRootIsKept(epilogue: [UInt8]) throws {
    let file = Array(Self.program.utf8) + epilogue
    let program = try FormatBench.read(file)
    #expect(FormatBench.write(program) == file)
    let block = try #require(program.workspace.topBlocks.first)
    block.position.x = 1
    #expect(FormatBench.write(program).suffix(epilogue.count + 6) == "</xml>".utf8 + epilogue)
  }

  @Test(arguments: epilogues) func itComesBackFromJSON(epilogue: [UInt8]) throws {
    let program = try FormatBench.read(Array(Self.program.utf8) + epilogue)
    #expect(program.style.lossInOtherFormat == nil)
    let json = ProgramWriter.write(program.workspace, style: program.style.inOtherFormat).bytes
    #expect(String(validating: json, as: UTF8.self) != nil)
    let again = try FormatBench.read(json)
    #expect(again.findings.isEmpty)
    #expect(FormatBench.write(again) == json)
    let back = ProgramWriter.write(again.workspace, style: again.style.inOtherFormat).bytes
    #expect(back.suffix(epilogue.count + 6) == "</xml>".utf8 + epilogue)
  }

  @Test func itIsMentionedWhereItBegins() throws {
    let program = try FormatBench.read(Self.program + "\n\n <Extra/>")
    #expect(program.findings.map(\.kind) == [.remark])
    #expect(
      program.findings.map { "\($0.position): \($0.message)" }
        == ["3:2: something else follows </xml>; it is kept as it is"])
    for rest in ["\r\n\n", "<!-- a -->\n<?b c?>"] {
      #expect(try FormatBench.findings(Self.program + rest).isEmpty)
    }
    #expect(try FormatBench.findings(Self.program + "<!-- a --><b/>").count == 1)
  }

  /// An empty root has the layout of a new file, and so has what is made of it.
  @Test(arguments: ["<xml></xml><a/>", "<xml>\n</xml><a/>", "<xml></xml>"]) func anEmptyRootHasALayout(file: String)
    throws
  {
    #expect(try FormatBench.read(file).style.xml.indent == "  ")
  }

  /// Without blocks, the JSON is a program nevertheless.
  @Test func itStaysWithoutBlocks() throws {
    let program = try FormatBench.read("<xml></xml><a/>")
    let json = ProgramWriter.write(program.workspace, style: program.style.inOtherFormat).bytes
    #expect(try FormatBench.read(json).style.epilogue == "<a/>")
  }

  @Test(
    .enabled(if: Corpus.others != nil, "no programs of other apps: set MORTISE_CORPUS to its folder"),
    arguments: ["BasicTankDrive", "ConceptRevLED", "ConceptTextToSpeech", "SensorTouch", "default"])
  func samplesOfFTCOpen(name: String) throws {
    let bytes = Corpus.bytes(of: try #require(Corpus.others) + "/containers/ftc/\(name).blk")
    let program = try FormatBench.read(bytes)
    #expect(program.findings.contains { $0.kind == .remark })
    #expect(FormatBench.write(program).suffix(200) == bytes.suffix(200))
  }
}
