import BlockFormats
import BlockModel
import CorpusFiles
import Markup
import Testing

@testable import ProgramContainers

/// Programs in apps' files are found and put back, and nothing else changes.
@Suite struct ContainerFormatTests {
  private let bench: ContainerBench

  init() throws { bench = try ContainerBench() }

  private func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(arguments: ContainerSample.all) func aFileIsRecognisedAndWrittenAsItIs(sample: ContainerSample) throws {
    let program = try bench.read(sample.file)
    #expect(program.style.format.name == sample.name)
    #expect(program.workspace.topBlocks.map(\.id) == ["a", "z"])
    #expect(string(bench.write(program)) == string(sample.file))
  }

  /// The test knows where the program is, and nothing of containers.
  @Test(arguments: ContainerSample.all) func anEditChangesTheProgramAlone(sample: ContainerSample) throws {
    let program = try bench.read(sample.file)
    let text = "new \\ \"text\"\u{1}\n//</xml> é😀"
    program.workspace.setText(text)
    let file = bench.write(program)
    #expect(file != sample.file)
    #expect(file.starts(with: sample.head.utf8))
    #expect(file.suffix(sample.tail.utf8.count) == Array(sample.tail.utf8)[...])
    let again = try bench.read(file)
    #expect(again.style.format.name == sample.name)
    #expect(again.workspace.topBlocks.first?.firstField(withName: "TEXT")?.text == text)
    // Back again, byte for byte.
    let old = try bench.read(sample.file).workspace.blocks["a"]?.firstField(withName: "TEXT")?.text
    again.workspace.setText(try #require(old))
    #expect(string(bench.write(again)) == string(sample.file))
  }

  @Test func aProgramOfAMemberMayBeAnObject() throws {
    let format = try #require(ContainerFormat(memberPath: "nodes.*.blocks"))
    func file(_ text: String) -> [UInt8] {
      let program =
        #"{"blocks":{"languageVersion":0,"blocks":[{"type":"text","id":"a","x":1,"y":2,"#
        + #""fields":{"TEXT":"\#(text)"}}]}}"#
      return Array(#"{"nodes":[{"name":"q","blocks":\#(program)},{"name":"r","blocks":{}},{"blocks":[1]}]}"#.utf8)
    }
    let found = try #require(format.programs(in: file("old")))
    #expect(found.names == ["q", "r"])
    var context = ReadingContext(factory: bench.factory, randomness: SystemNumbers())
    context.programName = "q"
    let program = try found.read(context)
    program.workspace.setText("new")
    #expect(string(bench.write(program)) == string(file("new")))
    // Around the programs is the same, whatever they are.
    #expect(program.style.surroundings == program.style.saved(as: file("new")).surroundings)
    context.programName = "r"
    #expect(try found.read(context).workspace.isEmpty)
  }

  @Test func lineBreaksBeforeTheRootOfAProgramOnOneLineAreSpaces() throws {
    let program = try bench.read(
      Array("a();\n//<?xml version=\"1.0\"?><xml><block type=\"text\" id=\"a\"/></xml>".utf8))
    let old = try #require(try program.style.container?.content(of: Array("a();\n//<xml></xml>".utf8)))
    let file = old.file(replacing: 0, with: Array("<?xml version=\"1.0\"?>\n<xml>\n</xml>".utf8))
    #expect(string(file) == "a();\n//<?xml version=\"1.0\"?> <xml>&#10;</xml>")
    #expect(try bench.read(file).workspace.isEmpty)
  }

  @Test func aProgramOfSeveralIsChosenByItsName() throws {
    let file = Array(
      """
      [{"type":"tab","name":"x"},
       {"name":"one","workspaceXml":"<xml><block type=\\"text\\" id=\\"a\\"/></xml>","func":"1"},
       {"name":"one","workspaceXml":"<xml><block type=\\"text\\" id=\\"b\\"/></xml>","func":"2"},
       {"id":"n","workspaceXml":"","func":"3"}]
      """.utf8)
    #expect(
      bench.formats.format(of: file, path: "a.json", factory: bench.factory)?.programs(in: file)?.names == [
        "one", "one (2)", "n",
      ])
    #expect(try bench.read(file, program: "one (2)").workspace.topBlocks.map(\.id) == ["b"])
    #expect(try bench.read(file, program: "n").workspace.isEmpty)
    let error = #expect(throws: ContainerError.self) { try bench.read(file) }
    #expect(error?.description == "it has 3 programs: add #program= and one of “one”, “one (2)” or “n”")
    let other = #expect(throws: ContainerError.self) { try bench.read(file, program: "two") }
    #expect(other?.description == "it has no program “two”, but “one”, “one (2)” or “n”")
    let only = #expect(throws: ContainerError.self) { try bench.read(ContainerSample.all[0].file, program: "x") }
    #expect(only?.description == "it has only one program: leave out #program=")
  }

  @Test func whatElseChangedInTheFileStays() throws {
    func file(_ one: String, _ two: String, _ rest: String) -> [UInt8] {
      func xml(_ text: String) -> String {
        #""<xml><block type=\"text\" id=\"a\" x=\"0\" y=\"0\"><field name=\"TEXT\">\#(text)</field></block></xml>""#
      }
      return Array(
        #"[{"name":"one","workspaceXml":\#(xml(one))},{"name":"two","workspaceXml":\#(xml(two))},\#(rest)]"#.utf8)
    }
    let program = try bench.read(file("1", "2", "0"), program: "one")
    program.workspace.setText("5")
    let written = bench.write(program)
    func rebased(_ now: [UInt8], isOwn: Bool = false) -> [UInt8]? {
      program.style.rebased(written, onto: now, isOwn: isOwn)
    }
    #expect(rebased(file("1", "7", "[3]")) == file("5", "7", "[3]"))
    #expect(rebased(file("6", "2", "0")) == nil)
    #expect(rebased(file("6", "2", "9"), isOwn: true) == file("5", "2", "9"))
    #expect(rebased(Array("[]".utf8), isOwn: true) == nil)
  }

  @Test func whatIsWrongSaysWhere() throws {
    let broken = Array("# pybricks blocks file:{\"blocks\":{\"blocks\":[}}\nx\n".utf8)
    #expect(throws: MarkupError(position: SourcePosition(line: 1, column: 45), cause: "a value is missing")) {
      try bench.read(broken)
    }
    let unknown = try bench.read(
      Array("<!-- 1 -->\n<xml>\n <block type=\"no\" id=\"a\"/></xml><Extra><OpModeMeta/></Extra>".utf8))
    #expect(unknown.findings.map(\.position) == [SourcePosition(line: 3, column: 2)])
    let packed = try bench.read(Array("[{\n\"workspaceXml\":\"<xml><block type=\\\"no\\\"/></xml>\"}]".utf8))
    #expect(packed.findings.map(\.position) == [SourcePosition(line: 2, column: 16)])
  }

  /// Plain programs stay what they are, whatever words stand in them.
  @Test(arguments: [
    #"<xml><block type="text" id="a" x="0" y="0"><field name="TEXT">&lt;OpModeMeta //</field></block></xml>"#,
    #"{"blocks":{"blocks":[{"type":"text","id":"a","fields":{"TEXT":"\"workspace\""}}]},"blockly":"<a"}"#,
    #"{"workspace":[1],"blocks":{"blocks":[]},"workspaceXml":"<xml/>"}"#,
    "print \"# pybricks blocks file:{\\\"\"\n// abc\n",
  ]) func otherFilesAreNone(file: String) {
    let format = bench.formats.format(of: Array(file.utf8), path: nil, factory: bench.factory)
    #expect(format == nil || format?.app == nil)
  }

  @Test(.enabled(if: Corpus.others != nil, "there are no apps' files beside the project"))
  func appsFilesAreWrittenAsTheyAre() throws {
    let folders = ["ftc", "iobroker", "nodered", "pybricks", "singular", "uiflow"]
    var count = 0
    for folder in folders {
      for path in Corpus.allFiles(in: "\(Corpus.others ?? "")/containers/\(folder)") {
        let file = Corpus.bytes(of: path)
        let format = try #require(bench.formats.format(of: file, path: path, factory: bench.factory))
        #expect(format.name == folder, "\(path)")
        let names = (format.programs(in: file)?.names ?? []).map(Optional.some)
        for name in names.count > 1 ? names : [nil] {
          let program = try bench.read(file, program: name)
          // The app's own layout of the program may be none of Mortise's; what stands around it is the app's.
          let again = try bench.read(bench.write(program), program: name)
          #expect(again.style.surroundings == program.style.surroundings, "\(path)")
          #expect(again.workspace.blocks.count == program.workspace.blocks.count)
          count += 1
        }
      }
    }
    #expect(count > 0)
  }
}
