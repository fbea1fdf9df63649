import BlockFormats
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Blocks of unknown types have the connections that are seen in use. They keep them when the use ends, and have them again
/// when they are made again.
@MainActor @Suite struct UnknownBlocksTests {
  private func scene(_ block: String, _ format: ProgramFormat) throws -> Scene {
    try Scene(#"{"blocks":{"languageVersion":0,"blocks":[\#(block)]}}"#, format)
  }

  private func at(_ id: String, _ intent: Intent, in scene: Scene) -> () -> Void {
    {
      scene.controller.perform(.focus(.block(id: id)))
      #expect(scene.controller.perform(intent).refusal == nil, "\(id): \(intent)")
    }
  }

  private static let holder = """
    {"type":"alien","id":"A","x":16,"y":32,"inputs":{
      "V":{"block":{"type":"alien_value","id":"B"}},"DO":{"block":{"type":"alien_stmt","id":"C"}}}}
    """

  /// What was taken out of a block that is deleted then has a place again.
  @Test(arguments: ProgramFormat.allCases) func aHolderKeepsItsEmptyInputs(format: ProgramFormat) throws {
    let scene = try scene(Self.holder, format)
    try scene.check(
      at("B", .detach, in: scene), at("C", .delete, in: scene), at("A", .delete, in: scene), at("B", .delete, in: scene)
    )
  }

  @Test(arguments: ProgramFormat.allCases) func aHolderKeepsWhatFollowed(format: ProgramFormat) throws {
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
    let copy = try #require(scene.workspace.topBlocks.last)
    #expect(copy.type == "alien" && copy.inputs.contains { $0.name == "DO" && $0.kind == .statement })
  }

  private static let shadowed = """
    {"type":"alien","id":"A","x":16,"y":32,"inputs":{"V":{
      "shadow":{"type":"alien_shadow","id":"S","fields":{"NUM":1}},"block":{"type":"logic_negate","id":"B"}}}}
    """

  /// The shadow that comes to light stands in its input.
  @Test(arguments: ProgramFormat.allCases, [Intent.detach, .delete])
  func anUnknownShadowComesBackToItsInput(format: ProgramFormat, intent: Intent) throws {
    let scene = try scene(Self.shadowed, format)
    try scene.check(at("B", intent, in: scene))
    #expect(scene.content("A", "V") == "S" && !scene.isAtTop("S"))
    #expect(scene.controller.undo().refusal == nil)
    #expect(scene.content("A", "V") == "B")
  }

  @Test(arguments: ProgramFormat.allCases) func insertingOverAnUnknownShadow(format: ProgramFormat) throws {
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

  @Test(arguments: ProgramFormat.allCases) func anUnknownValueBecomesTheDefault(format: ProgramFormat) throws {
    let scene = try scene(
      #"{"type":"alien","id":"A","x":16,"y":32,"inputs":{"V":{"block":{"type":"alien_value","id":"B"}}}}"#, format)
    try scene.check(at("B", .change(.becomesShadow, blockID: "B"), in: scene))
    #expect(scene.content("A", "V") == "B")
    #expect(try scene.block("B").isShadow)
  }

  /// In another client, where nothing is known of them but what the events say.
  @Test(arguments: ProgramFormat.allCases) func aDeletedValueIsBackInItsInput(format: ProgramFormat) throws {
    let scene = try scene(
      #"{"type":"alien","id":"A","x":16,"y":32,"inputs":{"V":{"block":{"type":"alien_value","id":"B"}}}}"#, format)
    try scene.check(at("B", .delete, in: scene))
    #expect(scene.controller.undo().refusal == nil)
    #expect(scene.content("A", "V") == "B")
  }
}
