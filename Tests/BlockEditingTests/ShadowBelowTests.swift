import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Testing

/// A shadow below a statement belongs to that statement, and follows no other block.
@MainActor @Suite struct ShadowBelowTests {
  private let workspace: Workspace
  private let coordinator: WorkspaceLayoutCoordinator

  init() throws {
    let program = """
      {"blocks":{"blocks":[
        {"type":"controls_repeat","id":"loop","inputs":{"DO":{"block":
          {"type":"text_print","id":"holder","next":{"shadow":{"type":"text_print","id":"shadow"}}}}}},
        {"type":"text_print","id":"other","x":100,"y":0,"next":{"block":{"type":"text_print","id":"last"}}}]}}
      """
    workspace = try ProgramReader.read(Array(program.utf8), factory: StockBlocks.factory()).workspace
    coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: EventManager())
  }

  private func block(_ id: String) throws -> Block { try #require(workspace.blocks[id]) }

  @Test func goesWithItsBlock() throws {
    coordinator.delete(try block("holder"), heal: true)
    #expect(workspace.blocks["shadow"] == nil)
    #expect(workspace.topBlocks.map(\.id) == ["loop", "other"])
  }

  @Test func staysWithItsBlockThatIsSetAside() throws {
    coordinator.disconnect(try block("holder"), heal: true)
    #expect(try block("shadow").parent?.id == "holder")
    #expect(try block("loop").children.isEmpty)
  }

  @Test func givesWayToWhatClosesAGap() throws {
    let below = try #require(try block("holder").nextConnection)
    coordinator.connect(try block("other"), to: below)
    coordinator.disconnect(try block("other"), heal: true)
    #expect(try block("last").parent?.id == "holder")
    #expect(below.coveredShadow?.ids == ["shadow"])
  }

  @Test func givesWayToWhatTookItsBlocksPlace() throws {
    let place = try #require(try block("loop").inputs.first { $0.connectedBlock != nil }?.connection)
    let holder = try block("holder")
    coordinator.disconnect(holder, heal: false)
    coordinator.connect(try block("other"), to: place)
    coordinator.connect(holder, to: place)
    #expect(try block("other").parent?.id == "holder")
    #expect(holder.nextConnection?.coveredShadow?.ids == ["shadow"])
  }
}
