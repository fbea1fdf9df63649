import BlockEditing
import BlockEvents
import BlockFormats
import BlockModel
import CorpusFiles
import RandomEditing
import SeededTesting
import Testing

@testable import LiveSession
@testable import Workbench

/// A client gets the host's program: with the same ids, and what its file says.
@Suite struct SnapshotTests {
  @Test(arguments: Corpus.programs()) func blocklysProgramsArrive(path: String) throws {
    try expectArrival(of: Corpus.bytes(of: path), path)
  }

  /// Programs of other apps, and older ones.
  @Test(.enabled(if: Corpus.others != nil)) func othersProgramsArrive() throws {
    let own = Set(Corpus.programs())
    let paths = Corpus.programs(andOthersIn: "blockly-tests", "makecode", "older", "containers").filter {
      !own.contains($0)
    }
    for path in Seeds.share(of: paths) { try expectArrival(of: Corpus.bytes(of: path), path) }
  }

  nonisolated static let programs = [
    #"{"blocks":{"blocks":[{"type":"math_number","fields":{"NUM":1}},{"type":"text"}]}}"#,
    """
    <xml><variables><variable>a</variable></variables><!-- a note --><other:thing xmlns:other="o"><b/></other:thing>
    <block type="variables_set"><field name="VAR">a</field><value name="VALUE"><shadow type="math_number"><field name="NUM">7</field></shadow><block type="math_arithmetic"><value name="A"><shadow type="math_number"><field name="NUM">8</field></shadow></value></block></value><next><block type="not_known_here" strange="yes"><field name="F">é</field><value name="V"><block type="text"><field name="TEXT">x</field></block></value></block></next></block></xml>
    """,
    """
    <xml xmlns="https://developers.google.com/blockly/xml"><comment x="1" y="2" w="30" h="40">said
    twice</comment><block type="controls_if" x="3.5" y="-4" collapsed="true" disabled="true"><mutation elseif="2" else="1"></mutation><comment pinned="true" h="80" w="160">why</comment><data>d</data></block></xml>
    """,
    """
    {"blocks":{"languageVersion":0,"blocks":[{"type":"text_print","x":1,"y":2,"data":"d","icons":{"comment":{
    "text":"c","pinned":true,"height":80,"width":160}},"extraState":"odd","inputs":{"TEXT":{"shadow":{"type":"text"},
    "block":{"type":"unheard_of","extraState":{"a":[1,{"b":null}]}}}}}]},"workspaceComments":[{"text":"w","x":1,"y":2}],
    "backpack":["kept"],"variables":[{"name":"a","id":"1"},{"name":"a","id":"2","type":"String"}]}
    """,
    "", #"{"variables":[]}"#,
  ]

  @Test(arguments: programs) func programsWithRareThingsArrive(text: String) throws {
    try expectArrival(of: Array(text.utf8), text)
  }

  @Test(arguments: Seeds.first(5)) func randomProgramsArrive(seed: UInt64) throws {
    if let only = Seeds.only, only != seed { return }
    let session = try EditingSession(
      seed: seed, program: SimulationTests.program, asXML: seed % 2 == 0, withMortiseEvents: true)
    for _ in 0..<120 { session.act() }
    try expectArrival(of: Array(session.text.utf8), "seed \(seed)")
  }

  private func expectArrival(of bytes: [UInt8], _ context: String) throws {
    let factory = try Corpus.factory()
    guard var document = try? Document(bytes: bytes, path: nil, factory: factory, seed: 5) else { return }
    let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: EventManager())
    _ = document.finishLoading(coordinator)
    let program = SharedProgram(coordinator, eventFactory: .withMortiseEvents())
    let snapshot = ProgramSnapshot(of: program, style: document.style, number: 3)
    let state = HostMessage.State(session: "s", name: "p", role: .editor, people: [], lastCount: 0)
    guard case .state(_, let read) = try HostMessage(HostMessage.state(state, snapshot).line.dropLast()) else { return }
    #expect(read.number == 3)
    let arrived = try read.document(factory: factory)
    let other = SharedProgram(
      WorkspaceLayoutCoordinator(workspace: arrived.workspace, eventManager: EventManager()),
      eventFactory: .withMortiseEvents())
    #expect(other.hash == program.hash && read.hash == program.hash, "\(context)")
    #expect(Set(other.workspace.blocks.keys) == Set(program.workspace.blocks.keys), "\(context)")
    #expect(other.workspace.implicitIDs == program.workspace.implicitIDs, "\(context)")
    for layout in [document.style.layout, .pretty(.json), .pretty(.xml)] {
      #expect(
        ProgramWriter.write(other.workspace, style: layout).bytes
          == ProgramWriter.write(program.workspace, style: layout).bytes, "\(context)")
    }
    // Making the snapshot changes nothing.
    let again = ProgramSnapshot(of: program, style: document.style, number: 3)
    #expect(again.text == snapshot.text && again.implicitIDs == snapshot.implicitIDs, "\(context)")
  }
}
