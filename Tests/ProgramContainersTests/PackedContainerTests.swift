import Archives
import BlockFormats
import BlockModel
import CorpusFiles
import Markup
import SeededTesting
import Testing

@testable import ProgramContainers

/// Programs that are packed in apps' files are found and put back, and nothing else changes.
@Suite struct PackedContainerTests {
  private let bench: ContainerBench

  init() throws { bench = try ContainerBench() }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func theOutlineOfAProjectHasItsFiles() throws {
    let program = try bench.read(try PackedSample.makeCode().file)
    let text = String(decoding: program.style.surroundings ?? [], as: UTF8.self)
    #expect(text.contains(#""main.blocks": """#) && text.contains(#""main.ts": """#) && text.contains(#""a": 1"#))
    #expect(text.contains(#""README.md": "<😀/""#) && text.contains("blocksprj") && !text.contains("it's"))
  }

  /// Whatever the project is packed in; its machine code and picture are made of it.
  @Test func theOutlineIsThatOfThePackedProject() throws {
    func outline(_ file: [UInt8]) throws -> String {
      let style = try bench.read(file).style
      return String(decoding: try #require(style.container?.outline(of: file)), as: UTF8.self)
    }
    let project = try PackedSample.makeCode().file
    #expect(try outline(PictureFile.of(project)) == outline(project))
    let hex = try outline(try hexFile())
    #expect(hex.contains(#""name": "P 😀""#) && hex.contains(#""main.blocks": """#) && hex.contains(#""a": 1"#))
    #expect(!hex.contains("it's") && !hex.contains("basic()"), "\(hex)")
  }

  @Test func aFileIsRecognisedAndWrittenAsItIs() throws {
    for sample in try PackedSample.all() {
      let program = try bench.read(sample.file)
      #expect(program.style.format.name == sample.name)
      #expect(program.workspace.topBlocks.map(\.id) == ["a", "z"])
      #expect(bench.write(program) == sample.file, "\(sample.name)")
    }
  }

  /// The test unpacks the file, and knows where the program is; it knows nothing of containers.
  @Test func anEditChangesTheProgramAlone() throws {
    for sample in try PackedSample.all() {
      let program = try bench.read(sample.file)
      let text = "new \\ \"text\"\u{1}\n//</xml> é😀'"
      program.workspace.setText(text)
      let file = bench.write(program)
      let unpacked = try sample.unpack(file)
      #expect(try unpacked != sample.unpack(sample.file))
      #expect(unpacked.starts(with: sample.head.utf8), "\(sample.name): \(self.text(unpacked))")
      #expect(unpacked.suffix(sample.tail.utf8.count) == Array(sample.tail.utf8)[...], "\(sample.name)")
      let again = try bench.read(file)
      #expect(again.style.format.name == sample.name)
      #expect(again.workspace.blocks["a"]?.firstField(withName: "TEXT")?.text == text)
      let old = try bench.read(sample.file).workspace.blocks["a"]?.firstField(withName: "TEXT")?.text
      again.workspace.setText(try #require(old))
      #expect(try self.text(sample.unpack(bench.write(again))) == self.text(sample.unpack(sample.file)))
    }
  }

  @Test func theScreensOfAProjectAreItsPrograms() throws {
    let names = ["src/a/One.bky", "src/a/One.scm", "src/b/One.bky", "src/b/Two.bky", "other/Three.bky"]
    let file = try ZipFile.of(names.map { ($0, Array("<xml><block type=\"text\" id=\"\($0)\"/></xml>".utf8)) })
    let format = try #require(bench.formats.format(of: file, path: "a.aia", factory: bench.factory))
    #expect(format.programs(in: file)?.names == ["One", "One (2)", "Two"])
    #expect(try bench.read(file, program: "One (2)").workspace.topBlocks.map(\.id) == ["src/b/One.bky"])
    #expect(try bench.read(ZipFile.of([("src/a/One.bky", [])])).workspace.isEmpty)
    #expect(bench.formats.format(of: try ZipFile.of([("a.txt", [])]), path: nil, factory: bench.factory)?.app == nil)
  }

  /// A small file, as blanks pack well. Each of its screens alone may be as large.
  @Test func aProjectOfTooMuchIsRefused() throws {
    let screen = Array("<xml>".utf8) + [UInt8](repeating: 0x20, count: 43 << 20) + Array("</xml>".utf8)
    let file = try ZipFile.of(["A", "B", "C"].map { ("src/a/\($0).bky", screen) }, isDeflated: true)
    #expect(file.count < 1 << 20)
    let error = #expect(throws: ContainerError.self) { try bench.read(file) }
    #expect(error?.description == "its screens have more than 128 MiB of blocks when unpacked")
  }

  @Test(arguments: ["tsprj", "pyprj"]) func aProjectThatIsEditedAsTextIsRefused(editor: String) throws {
    let sample = try PackedSample.makeCode(editor: editor)
    let error = #expect(throws: ContainerError.self) { try bench.read(sample.file) }
    #expect(error?.description == "this MakeCode project is edited as text: open it there, and switch to blocks")
  }

  /// The numbers are what Snakie's own way of counting makes.
  @Test(arguments: [
    ("from snakie import Led\nLed(15).on()", "31a5eb2adee66d8c"), ("é  \r\nb\t\n\n c \n \n", "91812af843657356"),
    ("", "811c9dc57f8e1a3b"),
  ]) func newCodeGetsANewNumber(code: String, number: String) throws {
    let sample = try PackedSample.snakie(lineBreak: "\n")
    let content = try #require(try SnakieContainer().content(of: sample.file))
    let file = content.file(replacing: 0, with: Array("{}".utf8), code: Array(code.utf8))
    #expect(file.starts(with: Array("\(code)\n\n# --8<-- snakie-blocks v1 (do".utf8)))
    #expect(try text(sample.unpack(file)) == #"{"v":1,"hash":"\#(number)","more":[1, 2],"ws":{}}"#)
  }

  // MARK: - Files that are only read

  private static let description =
    "{\"name\":\"P 😀\",\"cloudId\":\"pxt/microbit\",\"editor\":\"blocksprj\",\"scriptId\":1}"

  private func hexFile() throws -> [UInt8] {
    let files = PackedSample.makeCodeFiles
    let text = Self.description + files.head + PackedSample.escaped(PackedSample.program) + files.tail
    return HexFile.of(
      meta: "{\"compression\":\"LZMA\",\"headerSize\":\(Self.description.utf16.count)}",
      text: try LZMAFile.compress(SurrogatePairs.split(Array(text.utf8))))
  }

  @Test func theProgramOfAHexFileIsReadAndSavedAsAProject() throws {
    let program = try bench.read(try hexFile())
    #expect(program.style.format.name == "makecode-hex" && program.style.format.readOnlyReason != nil)
    #expect(program.workspace.topBlocks.map(\.id) == ["a", "z"])
    let target = try #require(bench.formats.format(ofNewFile: "a.mkcd", after: program.style))
    program.workspace.setText("new")
    let file = target.write(program.workspace, style: target.style(after: program.style), cache: ProgramCache()).bytes
    let root = try JSONParser.parse(SurrogatePairs.joined(try LZMAFile.decompress(file)))
    #expect(root["meta"]?["name"]?.string == "P 😀" && root["meta"]?["scriptId"] == nil)
    let source = try #require(root["source"]?.string)
    #expect(source.hasPrefix(PackedSample.makeCodeFiles.head) && source.hasSuffix(PackedSample.makeCodeFiles.tail))
    #expect(try bench.read(file).workspace.blocks["a"]?.firstField(withName: "TEXT")?.text == "new")
  }

  @Test func aNewProgramIsNoProjectOfAnApp() {
    for path in ["a.mkcd", "a.aia", "a.hex", "a.png"] {
      #expect(bench.formats.format(ofNewFile: path, after: nil)?.app == nil)
    }
  }

  @Test func openRobertasProgramsAreShown() throws {
    let stack = (0..<20_000).map { "<block type=\"own\" id=\"s\($0)\" intask=\"true\"></block>" }.joined()
    let file = """
      <export xmlns="http://de.fhg.iais.roberta.blockly"><program><block_set robottype="spike" xmlversion="3.1">
      <instance x="10" y="20"><block type="start" id="1" intask="true"><mutation declare="true"></mutation></block>
      <block type="robControls_ifElse" id="2"><mutation else="1"></mutation><repetitions><value name="IF0">
      <block type="logic_boolean" id="3"><field name="BOOL">TRUE</field></block></value><statement name="DO0">
      <block type="own" id="4"><hide name="PORT" value="_B"></hide></block><block type="text_print" id="5"></block>
      </statement></repetitions></block></instance><instance x="1" y="2">\(stack)</instance></block_set></program>
      <config><block_set><instance x="0" y="0"><block type="robConf" id="6"></block></instance></block_set></config></export>
      """
    let format = try #require(bench.formats.format(of: Array(file.utf8), path: "a.xml", factory: bench.factory))
    #expect(format.programs(in: Array(file.utf8))?.names == ["program", "configuration"])
    let workspace = try bench.read(Array(file.utf8), program: "program").workspace
    #expect(workspace.topBlocks.map(\.id) == ["1", "s0"])
    #expect(workspace.blocks.count == 20_005)
    let start = try #require(workspace.blocks["1"])
    #expect(start.nextBlock?.id == "2")
    #expect(workspace.blocks["2"]?.children.first?.id == "3")
    #expect(workspace.blocks["4"]?.nextBlock?.id == "5")
    #expect(workspace.blocks["4"]?.firstField(withName: "PORT")?.text == "_B")
    #expect(try bench.read(Array(file.utf8), program: "configuration").workspace.topBlocks.map(\.id) == ["6"])
    // What is around the programs has no block of theirs.
    let outline = try #require(bench.read(Array(file.utf8), program: "program").style.surroundings)
    let text = String(decoding: outline, as: UTF8.self)
    #expect(text.contains(#"<block_set robottype="spike" xmlversion="3.1""#) && !text.contains("<block "))
  }

  // MARK: - YAML

  private static let rule = """
    # the lamps\r
    actions:\r
      - configuration:   # é 😀\r
          type: a\r
          blockSource: '\(PackedSample.program.replacing("'", with: "''"))'\t# end\r
          script: >\r
            say('a');\r
      - {configuration: {blockSource: "<xml></xml>"}}\r
    ---\r
    x: y\r

    """

  @Test func aRuleIsReadAndWritten() throws {
    let file = Array(Self.rule.utf8)
    let format = try #require(bench.formats.format(of: file, path: "a.yaml", factory: bench.factory))
    #expect(format.name == "openhab" && format.programs(in: file)?.names == ["1", "2"])
    let program = try bench.read(file, program: "1")
    #expect(text(bench.write(program)) == Self.rule)
    #expect(program.style.embedded?.code == Array("say('a');\n".utf8))
    program.workspace.setText("new 'text' é😀")
    let written = text(bench.write(program))
    let parts = Self.rule.split(separator: PackedSample.program.replacing("'", with: "''"))
    #expect(written.hasPrefix(parts[0]) && written.hasSuffix(parts[1]))
    #expect(written.contains("new ''text'' é😀"))
    program.workspace.setText("a\u{1}\n")
    let again = try bench.read(bench.write(program), program: "1")
    #expect(again.workspace.blocks["a"]?.firstField(withName: "TEXT")?.text == "a\u{1}\n")
  }

  /// As readers of YAML take it, if they take it.
  @Test func ofDoubledKeysTheLastOneCounts() throws {
    let file = Array("actions:\n- configuration: {blockSource: <xml/>, blockSource: <xml></xml>}\n".utf8)
    let program = try bench.read(file)
    #expect(program.style.embedded?.text == Array("<xml></xml>".utf8))
    let content = try #require(try program.style.container?.content(of: file))
    let changed = content.file(replacing: 0, with: Array("<xml>1</xml>".utf8))
    #expect(text(changed) == text(file).replacing("<xml></xml>", with: "<xml>1</xml>"))
  }

  @Test func aProgramIsWhereTheUserSays() throws {
    let format = try #require(ContainerFormat(memberPath: "nodes.*.blocks"))
    let yaml =
      "nodes:\n  - blocks: \"<xml></xml>\"\n  - {blocks: <xml><block type='text' id='b'/></xml>}\n  - blocks: no\n"
    #expect(format.programs(in: Array(yaml.utf8))?.names == ["1", "2"])
    let json = #"{"nodes": [{"blocks": "<xml></xml>"}]}"#
    #expect(format.programs(in: Array(json.utf8))?.names == [""])
    #expect(ContainerFormat(memberPath: "nodes..blocks")?.name == nil)
  }

  // MARK: - Damage

  /// The files of apps end in an error or a program, never in a crash; what can be read can be written, and read again.
  @Test(arguments: Seeds.first(2)) func damagedFilesAreRead(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let picture = try PictureFile.of(PackedSample.makeCode().file)
    let files = try PackedSample.all().map(\.file) + [hexFile(), picture, Array(Self.rule.utf8)]
    for file in files { bench.damage(file, cuttingEach: 11, 60, &random) }
  }

  @Test func whatIsWrongIsOneClause() throws {
    let project = try PackedSample.makeCode().file
    let errors: [([UInt8], String)] = [
      (project.dropLast(20), "the compressed bytes end too soon"),
      // Ten gigabytes.
      (Array(project[..<5]) + [0, 0xE4, 0x0B, 0x54, 2, 0, 0, 0] + project[13...], "the content is larger than 64 MiB"),
      (try LZMAFile.compress(Array("{\"source\":\"{}\"}".utf8)), "this MakeCode project has no blocks"),
      (
        try ZipFile.of([("../src/a.bky", [])]),
        "the zip archive has an entry named “../src/a.bky”, which leads out of its folder"
      ),
      (
        Array("actions: [{configuration: {blockSource: '<xml>', }}\n".utf8),
        "line 2 is not well-formed YAML: did not find expected ',' or ']'"
      ),
      (
        Array("a()\n# --8<-- snakie-blocks v2 (do not edit)\n# eJy\n".utf8),
        "the blocks were saved by a newer Snakie (version 2 of its files)"
      ),
      (
        Array("a()\n# --8<-- snakie-blocks v1 (do not edit)\n# !!\n".utf8),
        "the blocks at the end of the file are damaged"
      ),
    ]
    for (file, message) in errors {
      let error = #expect(throws: ContainerError.self, "\(message)") { try bench.read(file) }
      #expect(error?.description == message)
    }
  }

  // MARK: - Files of the apps themselves

  @Test(.enabled(if: Corpus.others != nil, "there are no apps' files beside the project"))
  func appsFilesAreWrittenAsTheyAre() throws {
    let folder = (Corpus.others ?? "") + "/containers"
    let files = [
      ("appinventor/OldExtensionTest.aia", "appinventor"), ("makecode/made-sample.mkcd", "makecode"),
      ("makecode/made-sample.hex", "makecode-hex"), ("openroberta/microbit-display.xml", "openroberta"),
      ("openroberta/spikePybricks-control.xml", "openroberta"), ("openhab/blockly_metadata.yaml", "openhab"),
      ("openhab/1_hello_rule.yaml", "openhab"), ("openhab/blockly_items_and_things.yaml", "openhab"),
    ]
    for (path, name) in files {
      let file = Corpus.bytes(of: "\(folder)/\(path)")
      let format = try #require(bench.formats.format(of: file, path: path, factory: bench.factory))
      #expect(format.name == name, "\(path)")
      let names = format.programs(in: file)?.names ?? []
      let program = try bench.read(file, program: names.count > 1 ? names.first : nil)
      #expect(bench.write(program) == file, "\(path)")
    }
  }
}

/// Makes hex files.
enum HexFile {
  static func of(meta: String, text: [UInt8]) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes: [UInt8] = [0x41, 0x14, 0x0E, 0x2F, 0xB8, 0x2F, 0xA2, 0xBB]
    bytes += number(meta.utf8.count, 2) + number(text.count, 4) + [0, 0] + Array(meta.utf8) + text
    bytes += [UInt8](repeating: 0, count: -bytes.count & 15)
    let records = stride(from: 0, to: bytes.count, by: 16).map { record(0x0E, Array(bytes[$0..<$0 + 16])) }
    return Array(([record(0, [1, 2])] + records + [record(1, [])]).map { $0 + "\n" }.joined().utf8)
  }

  private static func record(_ type: UInt8, _ data: [UInt8]) -> String {
    let bytes = [UInt8(data.count), 0, 0, type] + data
    return ":"
      + (bytes + [0 &- bytes.reduce(0, &+)]).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      .joined()
  }
}
