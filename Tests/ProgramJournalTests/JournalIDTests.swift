import BlockEditing
import BlockEvents
import BlockFormats
import BlockModel
import Testing

@testable import ProgramJournal
@testable import Workbench

/// What the file gives no id has the same one when the work comes back, and is still written without it.
@MainActor @Suite struct JournalIDTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"controls_repeat_ext","inputs":{"TIMES":{"shadow":{"type":"math_number","fields":{"NUM":10}},
        "block":{"type":"math_single","inputs":{"NUM":{"shadow":{"type":"math_number","fields":{"NUM":9}}}}}}}},
      {"type":"math_number","id":"twice"},
      {"type":"math_single","inputs":{"NUM":{"shadow":{"type":"math_number","id":"twice"}}}}
    ]}}
    """

  private let scene: JournalScene
  private var session: JournalScene.Session { scene.session }
  private var coordinator: WorkspaceLayoutCoordinator { session.controller.coordinator }

  init() throws { scene = try JournalScene(Self.program) }

  private func block(_ type: String, at place: Int = 0) throws -> Block {
    let blocks = session.workspace.topBlocks.flatMap { Array($0.descendants()) }.filter { $0.type == type }
    return try #require(blocks.indices.contains(place) ? blocks[place] : nil)
  }

  private func expectRecovery() throws {
    let texts = session.texts
    session.flush()
    scene.kill()
    let recovered = try scene.recover()
    #expect(recovered.texts == texts)
    while try recovered.controller.history.undo() {}
    #expect(!recovered.controller.isModified)
  }

  @Test func aCoveredShadowThatComesToLight() throws {
    let single = try block("math_single")
    session.controller.performGroup { coordinator.disconnect(single, heal: false) }
    let shadow = try #require(try block("controls_repeat_ext").firstInput(withName: "TIMES")?.connectedBlock)
    #expect(shadow.isShadow)
    session.controller.performGroup { coordinator.setField("NUM", of: shadow, to: .number(11)) }
    try expectRecovery()
  }

  @Test func aShadowThatIsChangedAndComesBack() throws {
    let single = try block("math_single")
    session.controller.performGroup { coordinator.set(.shadow(input: "NUM"), to: .shadow(nil), of: single) }
    _ = session.controller.undo()
    #expect(!session.texts.contains(single.id))
    try expectRecovery()
  }

  @Test func aShadowWhoseIDIsTaken() throws {
    let shadow = try #require(try block("math_single", at: 1).firstInput(withName: "NUM")?.connectedBlock)
    #expect(shadow.isShadow && shadow.id != "twice")
    session.controller.performGroup { coordinator.setField("NUM", of: shadow, to: .number(12)) }
    try expectRecovery()
  }

  @Test func aBlockThatIsDeletedAndComesBack() throws {
    let loop = try block("controls_repeat_ext")
    session.controller.performGroup { coordinator.delete(loop, heal: false) }
    _ = session.controller.undo()
    try expectRecovery()
  }
}
