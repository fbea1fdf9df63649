import BlockFormats
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Blocks of unknown types get the connections seen in use. They keep them when nothing is connected any more, and
/// after being deleted and restored.
@MainActor @Suite struct UnknownBlocksTests {
  private func scene(_ block: String, _ format: ProgramFormat) throws -> WorkbenchScene {
    try WorkbenchScene(#"{"blocks":{"languageVersion":0,"blocks":[\#(block)]}}"#, format)
  }

  private func at(_ id: String, _ intent: Intent, in scene: WorkbenchScene) -> () -> Void {
    {
      scene.controller.perform(.focus(.block(id: id)))
      #expect(scene.controller.perform(intent).refusal == nil, "\(id): \(intent)")
    }
  }

  private static let holder = """
    {"type":"alien","id":"A","x":16,"y":32,"inputs":{
      "V":{"block":{"type":"alien_value","id":"B"}},"DO":{"block":{"type":"alien_stmt","id":"C"}}}}
    """

  /// Undo can reconnect blocks that were detached from a block that was deleted later.
  @Test(arguments: ProgramFormat.allCases) func aHolderKeepsItsEmptyInputs(format: ProgramFormat) throws {
    let scene = try scene(Self.holder, format)
    try scene.check(
      at("B", .detach, in: scene), at("C", .delete, in: scene), at("A", .delete, in: scene), at("B", .delete, in: scene)
    )
  }

  @Test(arguments: ProgramFormat.allCases) func aHolderKeepsItsNextConnection(format: ProgramFormat) throws {
    let scene = try scene(
      """
      {"type":"alien_hat","id":"A","x":16,"y":32,"inputs":{"DO":{"block":{"type":"alien_stmt","id":"C"}}},
        "next":{"block":{"type":"alien_stmt","id":"N"}}}
      """, format)
    try scene.check(at("N", .detach, in: scene), at("A", .delete, in: scene))
  }

  @Test(arguments: ProgramFormat.allCases) func aCopyHasTheSameInputs(format: ProgramFormat) throws {
    let scene = try scene(Self.holder, format)
    at("C", .detach, in: scene)()
    at("A", .duplicate, in: scene)()
    // It stands behind its original.
    let copy = try #require(scene.workspace.topBlocks.dropFirst().first)
    #expect(copy.type == "alien" && copy.inputs.contains { $0.name == "DO" && $0.kind == .statement })
  }

  private static let shadowed = """
    {"type":"alien","id":"A","x":16,"y":32,"inputs":{"V":{
      "shadow":{"type":"alien_shadow","id":"S","fields":{"NUM":1}},"block":{"type":"logic_negate","id":"B"}}}}
    """

  /// An uncovered shadow stays in its input.
  @Test(arguments: ProgramFormat.allCases) func anUnknownShadowReturnsToItsInput(format: ProgramFormat) throws {
    for intent in [Intent.detach, .delete] {
      let scene = try scene(Self.shadowed, format)
      try scene.check(at("B", intent, in: scene))
      #expect(scene.content("A", "V") == "S" && !scene.isAtTop("S"))
      #expect(scene.controller.undo().refusal == nil)
      #expect(scene.content("A", "V") == "B")
    }
  }

  @Test(arguments: ProgramFormat.allCases) func insertingCoversAnUnknownShadow(format: ProgramFormat) throws {
    let scene = try scene(
      """
      {"type":"alien","id":"A","x":16,"y":32,"inputs":{"V":{
        "shadow":{"type":"alien_shadow","id":"S","fields":{"NUM":1}}}}}
      """, format)
    let negation = BlockSnapshot(records: [BlockSnapshot.Record(type: "logic_negate")])
    try scene.check(at("S", .insert(negation), in: scene))
    #expect(scene.content("A", "V") != "S")
    #expect(scene.controller.undo().refusal == nil)
    #expect(scene.content("A", "V") == "S" && !scene.isAtTop("S"))
  }

  @Test(arguments: ProgramFormat.allCases) func anUnknownValueBecomesTheShadow(format: ProgramFormat) throws {
    let scene = try scene(
      #"{"type":"alien","id":"A","x":16,"y":32,"inputs":{"V":{"block":{"type":"alien_value","id":"B"}}}}"#, format)
    try scene.check(at("B", .change(.becomesShadow, blockID: "B"), in: scene))
    #expect(scene.content("A", "V") == "B")
    #expect(try scene.block("B").isShadow)
  }

  /// In another client, which knows the block only from the events.
  @Test(arguments: ProgramFormat.allCases) func undoReturnsADeletedValueToItsInput(format: ProgramFormat) throws {
    let scene = try scene(
      #"{"type":"alien","id":"A","x":16,"y":32,"inputs":{"V":{"block":{"type":"alien_value","id":"B"}}}}"#, format)
    try scene.check(at("B", .delete, in: scene))
    #expect(scene.controller.undo().refusal == nil)
    #expect(scene.content("A", "V") == "B")
  }
}
