import BlockFormats
import BlockModel
import CorpusFiles
import SeededTesting
import Testing

@testable import ProgramContainers

/// Programs in Open Roberta's own XML.
struct OpenRobertaTests {
  private let bench: ContainerBench

  init() throws { bench = try ContainerBench() }

  private static let files: [String] =
    Corpus.allFiles(in: Corpus.folder + "/openroberta")
    + (Corpus.others.map { others in
      Corpus.allFiles(in: others + "/containers/openroberta")
        + Corpus.allFiles(in: others + "/histories").filter { $0.contains("openroberta-") && !$0.hasSuffix(".tsv") }
    } ?? [])

  /// Programs that are saved, changed, and changed back.
  @Test func filesOfTheApp() throws {
    var (count, exact) = (0, 0)
    for path in Self.files {
      let file = Corpus.bytes(of: path)
      for name in try OpenRobertaContainer().content(of: file)?.programs.map(\.name) ?? [] {
        count += 1
        let program = try bench.read(file, program: name)
        if bench.write(program) != file { Issue.record("\(path): other bytes") }
        let text = Self.text(of: program)
        for top in program.workspace.topBlocks { top.data = (top.data ?? "") + "x" }
        let edited = bench.write(program)
        let again = try bench.read(edited, program: name)
        if bench.write(again) != edited { Issue.record("\(path): other bytes after an edit") }
        #expect(again.workspace.topBlocks.allSatisfy { $0.data?.hasSuffix("x") == true }, "\(path)")
        for top in again.workspace.topBlocks {
          let data = String((top.data ?? "").dropLast())
          top.data = data.isEmpty ? nil : data
        }
        let last = bench.write(again)
        if last == file { exact += 1 }
        // An id that occurs twice becomes another one.
        let isRepaired = program.findings.contains { $0.kind == .repair }
        if !isRepaired, try text != Self.text(of: bench.read(last, program: name)) {
          Issue.record("\(path): another program")
        }
      }
    }
    print("\(exact) of \(count) programs have their bytes again")
    #expect(exact * 2 >= count)
  }

  private static func text(of program: ReadFile) -> [UInt8] {
    ProgramWriter.write(program.workspace, style: .compact(.xml)).bytes
  }

  // MARK: - Edits

  private static func file(_ stacks: String) -> [UInt8] {
    let head = "<?xml version=\"1.0\"?>\n<export xmlns=\"http://de.fhg.iais.roberta.blockly\">\n  <program>\n    "
    let set = "<block_set robottype=\"spike\" own='1'>\n"
    let config = "<config><block_set><instance x=\"0\" y=\"0\"><block type=\"robConf\" id=\"6\" intask=\"true\"/>"
    return Array(
      (head + set + stacks + "    </block_set>\n  </program>\n  " + config
        + "</instance></block_set></config>\n</export>\n").utf8)
  }

  private static let start = """
          <instance x="10" y="20">
            <block type="start" id="1" intask="true" deletable="false"/>
            <block type="robControls_ifElse" id="2" intask="true">
              <mutation else="1"/>
              <repetitions>
                <value name="IF0">
                  <block type="logic_boolean" id="3" intask="true">
                    <field name="BOOL">TRUE</field>
                  </block>
                </value>
                <statement name="DO0">
                  <block type="own" id="4" intask="true">
                    <field name="A">1</field>
                    <comment pinned="false" h="80" w="160">why &amp;
      how</comment>
                    <hide name="PORT" value="_B"/>
                  </block>
                  <block type="text_print" id="5" inline="false" intask="true"/>
                </statement>
              </repetitions>
            </block>
          </instance>

    """
  private static let loose =
    "      <!-- kept --><instance   x='1' y='2'><block type='own' id='7' intask='false' /></instance>\n"

  private func edited(_ stacks: String, _ edit: (Workspace) throws -> Void) throws -> [UInt8] {
    let program = try bench.read(Self.file(stacks), program: "program")
    try edit(program.workspace)
    return bench.write(program)
  }

  @Test func anEditChangesItsLines() throws {
    let file = try edited(Self.start + Self.loose) { workspace in
      workspace.blocks["3"]?.firstField(withName: "BOOL")?.load(.text("FALSE"), variables: workspace.variables)
    }
    let expected = Self.file(Self.start.replacing("TRUE", with: "FALSE") + Self.loose)
    #expect(String(decoding: file, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
  }

  @Test func stacksComeAndGo() throws {
    let copy = try edited(Self.start + Self.loose) { workspace in
      let snapshot = BlockSnapshot(of: try #require(workspace.blocks["4"]), followers: false)
      var record = snapshot.records[0]
      (record.id, record.position) = ("new", WorkspacePoint(x: 30.4, y: 40.6))
      (record.parent, record.slot) = (-1, .top)
      _ = workspace.factory.build(BlockSnapshot(records: [record]), in: workspace)
    }
    let added = """
            <instance x="30" y="41">
              <block type="own" id="new" intask="false">
                <field name="A">1</field>
                <comment pinned="false" h="80" w="160">why &amp;
        how</comment>
                <hide name="PORT" value="_B"/>
              </block>
            </instance>

      """
    let expected = Self.file(Self.start + Self.loose + added)
    #expect(String(decoding: copy, as: UTF8.self) == String(decoding: expected, as: UTF8.self))

    let less = try edited(Self.start + Self.loose) { $0.remove(try #require($0.blocks["1"])) }
    let rest = String(decoding: less, as: UTF8.self)
    #expect(rest.contains(Self.loose) && !rest.contains(#"id="2""#) && rest.contains(#"<config><block_set>"#))
    let none = try edited(Self.start + Self.loose) { workspace in
      for top in workspace.topBlocks { workspace.remove(top) }
    }
    #expect(String(decoding: none, as: UTF8.self).contains("<!-- kept -->"))
    #expect(try bench.read(none, program: "program").workspace.topBlocks.isEmpty)
    #expect(try bench.read(none, program: "configuration").workspace.topBlocks.map(\.id) == ["6"])
  }

  /// The app has no comments of the workspace: they are comments of XML, which it skips.
  @Test func commentsOfTheWorkspace() throws {
    let text = "a -- b --> <c> \n- 😀 -"
    let file = try edited(Self.start) { workspace in
      workspace.add(WorkspaceComment(id: "c", text: text, position: WorkspacePoint(x: 1, y: 2)))
    }
    let again = try bench.read(file, program: "program")
    #expect(again.workspace.comments.map(\.text) == [text])
    #expect(bench.write(again) == file)
    for comment in again.workspace.comments { again.workspace.remove(comment) }
    let last = bench.write(again)
    #expect(String(decoding: last, as: UTF8.self) == String(decoding: Self.file(Self.start), as: UTF8.self))
  }

  @Test func anEmptyProgramIsFilled() throws {
    let files = [("<block_set a='>'/>", "/>"), ("<block_set a='>'></block_set><!-- end -->", "></block>")]
    for (file, end) in files {
      let program = try bench.read(Array(file.utf8))
      var record = BlockSnapshot.Record(type: "own", id: "a")
      record.position = WorkspacePoint(x: 1, y: 2)
      _ = program.workspace.factory.build(BlockSnapshot(records: [record]), in: program.workspace)
      let text = String(decoding: bench.write(program), as: UTF8.self)
      let stack = #"<instance x="1" y="2"><block type="own" id="a"\#(end)</instance></block_set>"#
      #expect(text == "<block_set a='>'>" + stack + file.dropFirst(29))
    }
  }

  @Test func coveredShadows() throws {
    let stacks =
      #"<instance x="1" y="2"><block type="own" id="a"><value name="A"><shadow type="math_number" id="s">"#
      + #"<field name="NUM">1</field></shadow><block type="math_number" id="n"><field name="NUM">2</field></block>"#
      + "</value></block></instance>"
    let program = try bench.read(Self.file(stacks), program: "program")
    #expect(program.workspace.blocks["a"]?.firstInput(withName: "A")?.connectedBlock?.id == "n")
    program.workspace.blocks["a"]?.data = "x"
    let text = String(decoding: bench.write(program), as: UTF8.self)
    #expect(text.contains(#"</shadow><block type="math_number" id="n">"#))
  }

  @Test func damagedFilesAreEdited() throws {
    var (random, count) = (SeededGenerator(seed: 31), 0)
    let file = Self.file(Self.start + Self.loose)
    for _ in Seeds.first(1_000) {
      var damaged = file
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: damaged[index] = .random(in: 0x20..<0x7F, using: &random)
        case 1: damaged.remove(at: index)
        default:
          let part = damaged[index..<min(damaged.count, index + Int.random(in: 1...200, using: &random))]
          damaged.insert(contentsOf: part, at: Int.random(in: 0..<damaged.count, using: &random))
        }
      }
      guard try OpenRobertaContainer().programs(in: damaged).contains("program"),
        let program = try? bench.read(damaged, program: "program")
      else { continue }
      count += 1
      for top in program.workspace.topBlocks { top.data = "x" }
      let again = try bench.read(bench.write(program), program: "program").workspace
      #expect(again.blocks.count == program.workspace.blocks.count)
      #expect(again.topBlocks.map(\.type) == program.workspace.topBlocks.map(\.type))
      #expect(again.topBlocks.allSatisfy { $0.data == "x" })
    }
    #expect(count > 10)
  }
}

extension Container {
  /// The names of the programs in a file that may be damaged.
  fileprivate func programs(in file: [UInt8]) throws -> [String] {
    do { return try content(of: file)?.programs.map(\.name) ?? [] } catch is ContainerError { return [] }
  }
}
