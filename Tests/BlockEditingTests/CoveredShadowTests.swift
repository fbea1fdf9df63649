import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import Testing

@testable import Workbench

/// A covered shadow without an id, from a file or from the toolbox.
@MainActor @Suite struct CoveredShadowTests {
  private static let covered = """
    {"type":"text_print","id":"p","inputs":{"TEXT":{"shadow":{"type":"text","fields":{"TEXT":"abc"}},
      "block":{"type":"math_number","id":"n","fields":{"NUM":1}}}}}
    """
  private let manager = EventManager()
  private let coordinator: WorkspaceLayoutCoordinator
  private let history: UndoHistory

  init() throws {
    coordinator = WorkspaceLayoutCoordinator(
      workspace: Workspace(factory: try StockBlocks.factory()), eventManager: manager)
    history = UndoHistory(target: coordinator, eventManager: manager)
  }

  private func act(_ action: () throws -> Void) rethrows {
    manager.pushNewGroup()
    defer {
      manager.popGroup()
      manager.firePendingEvents()
    }
    try action()
  }

  private func saved(_ workspace: Workspace) -> String {
    String(decoding: ProgramWriter.write(workspace, style: .pretty(.json)).bytes, as: UTF8.self)
  }

  /// Uncovers the shadow, and undoes that.
  private func bareAndUndo(on coordinator: WorkspaceLayoutCoordinator, _ history: UndoHistory) throws {
    let block = try #require(coordinator.workspace.blocks["n"])
    act { coordinator.disconnect(block, heal: false) }
    try history.undo()
  }

  @Test func ofAFileGetsNoID() throws {
    let program = #"{"blocks":{"blocks":[\#(Self.covered)]}}"#
    let workspace = try ProgramReader.read(Array(program.utf8), factory: StockBlocks.factory()).workspace
    let coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: manager)
    let history = UndoHistory(target: coordinator, eventManager: manager)
    let before = saved(workspace)
    try bareAndUndo(on: coordinator, history)
    #expect(saved(workspace) == before)
  }

  /// Other clients must use the same id for the shadow when it reappears.
  @Test func ofTheToolboxGetsAnIDAtOnce() throws {
    let snapshot = try BlockReader.snapshot(json: JSONParser.parse(Array(Self.covered.utf8)))
    act { coordinator.insert(snapshot) }
    let before = saved(coordinator.workspace)
    let shadow = coordinator.workspace.blocks["p"]?.inputs.first?.connection?.coveredShadow
    #expect(shadow?.records.first?.id != nil)
    try bareAndUndo(on: coordinator, history)
    #expect(saved(coordinator.workspace) == before)
  }

  /// An event's JSON has the same content as its XML, whichever format the program is in.
  @Test func tellsEventsOfItsMutation() throws {
    let program = """
      <xml><block type="text_print" id="p"><value name="TEXT"><shadow type="text_join" id="s"><mutation items="3"></mutation>
      </shadow><block type="text" id="t"></block></value></block></xml>
      """
    let workspace = try ProgramReader.read(Array(program.utf8), factory: StockBlocks.factory()).workspace
    let event = CreateEvent(
      snapshot: BlockSnapshot(of: try #require(workspace.blocks["p"])), fileIndex: nil, workspaceID: "w")
    let json = event.json(in: workspace)
    #expect(json["xml"]?.string?.contains(#"<mutation items="3">"#) == true)
    #expect(json["json"]?["inputs"]?["TEXT"]?["shadow"]?["extraState"]?.text() == #"{"itemCount":3}"#)
  }

  /// XML only contains text, but the field is a number, whether the shadow is covered or not.
  @Test func hasTheValuesThatItsFieldsHave() throws {
    let program = """
      <xml><block type="text_print" id="p"><value name="TEXT"><shadow type="math_number" id="s"><field name="NUM">10</field>
      </shadow><block type="math_number" id="n"></block></value></block></xml>
      """
    let workspace = try ProgramReader.read(Array(program.utf8), factory: StockBlocks.factory()).workspace
    let before = saved(workspace)
    #expect(before.contains(#""NUM": 10"#))
    let coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: manager)
    try bareAndUndo(on: coordinator, UndoHistory(target: coordinator, eventManager: manager))
    #expect(saved(workspace) == before)
  }

  /// A variable that was deleted while only the shadow used it is created again, and deleted on undo.
  @Test func bringsItsVariableBack() throws {
    let covered = """
      {"type":"text_print","id":"p","inputs":{"TEXT":{
        "shadow":{"type":"variables_get","id":"s","fields":{"VAR":{"id":"v","name":"x"}}},
        "block":{"type":"math_number","id":"n","fields":{"NUM":1}}}}}
      """
    let snapshot = try BlockReader.snapshot(json: JSONParser.parse(Array(covered.utf8)))
    act { coordinator.insert(snapshot) }
    let variables = coordinator.workspace.variables
    try act { try coordinator.delete(try #require(variables["v"])) }
    let before = saved(coordinator.workspace)
    let block = try #require(coordinator.workspace.blocks["n"])
    act { coordinator.disconnect(block, heal: false) }
    #expect(variables["v"]?.name == "x")
    let after = saved(coordinator.workspace)
    try history.undo()
    #expect(variables["v"] == nil)
    #expect(saved(coordinator.workspace) == before)
    try history.redo()
    #expect(saved(coordinator.workspace) == after)
  }
}
