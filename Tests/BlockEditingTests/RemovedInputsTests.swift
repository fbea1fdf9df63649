import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import Testing
import WorkbenchTesting

@testable import Workbench

/// Mutators that replace inputs with new ones of the same name.
@MainActor @Suite struct RemovedInputsTests {
  private static let contents = """
    {"languageVersion":0,"blocks":[{"type":"my_if","id":"if","x":1,"y":1,"extraState":"<mutation elseif=\\"1\\" else=\\"1\\"></mutation>",
      "inputs":{
        "IF0":{"block":{"type":"logic_boolean","id":"c0"}},
        "IF1":{"shadow":{"type":"logic_boolean","id":"s1","fields":{"BOOL":"TRUE"}},"block":{"type":"logic_negate","id":"c1"}},
        "DO1":{"block":{"type":"text_print","id":"p1","next":{"block":{"type":"text_print","id":"q1"}}}},
        "ELSE":{"block":{"type":"text_print","id":"p2"}}}},
      {"type":"text_print","id":"last","x":100,"y":1}]}
    """

  private func scene(_ format: ProgramFormat) throws -> WorkbenchScene {
    try WorkbenchScene("{\"blocks\":\(Self.contents)}", format, factory: RebuildingIfElse.factory())
  }

  private func mutate(_ scene: WorkbenchScene, elseIfCount: Int, elseCount: Int) throws {
    let block = try scene.block("if")
    let mutator = try #require(block.mutator as? RebuildingIfElse)
    scene.controller.performGroup {
      let layout = RebuildingIfElseLayout(mutator, of: block, coordinator: scene.coordinator)
      layout.update(elseIfCount: elseIfCount, elseCount: elseCount)
      layout.performMutation()
    }
  }

  @Test(arguments: [ProgramFormat.xml, .json]) func contentsStayConnected(_ format: ProgramFormat) throws {
    let scene = try scene(format)
    try scene.check {
      try mutate(scene, elseIfCount: 2, elseCount: 1)
      #expect(scene.content("if", "IF0") == "c0" && scene.content("if", "IF1") == "c1")
      #expect(scene.content("if", "DO1") == "p1" && scene.parent("q1") == "p1" && scene.content("if", "ELSE") == "p2")
      #expect(try scene.input("if", "IF1").coveredShadow?.ids == ["s1"])
    }
  }

  @Test(arguments: [ProgramFormat.xml, .json]) func contentsOfMissingInputsAreSetAside(_ format: ProgramFormat) throws {
    let scene = try scene(format)
    try scene.check(
      {
        try mutate(scene, elseIfCount: 0, elseCount: 1)
        #expect(scene.isAtTop("c1") && scene.isAtTop("p1") && scene.parent("q1") == "p1")
        #expect(scene.content("if", "ELSE") == "p2" && scene.workspace.blocks["s1"] == nil)
      },
      {
        try mutate(scene, elseIfCount: 1, elseCount: 0)
        #expect(scene.isAtTop("p2") && scene.content("if", "IF1") == nil)
      })
  }

  @Test(arguments: [ProgramFormat.xml, .json]) func aShadowAloneStays(_ format: ProgramFormat) throws {
    let scene = try scene(format)
    try scene.check(
      { scene.controller.performGroup { scene.coordinator.disconnect(scene.workspace.blocks["c1"]!, heal: false) } },
      {
        try mutate(scene, elseIfCount: 3, elseCount: 0)
        #expect(scene.content("if", "IF1") == "s1" && scene.workspace.blocks["s1"]?.isShadow == true)
      })
  }

  /// Blockly disconnects the blocks, mutates, and reconnects them.
  @Test func eventsComeInBlocklysOrder() throws {
    let scene = try scene(.json)
    try mutate(scene, elseIfCount: 2, elseCount: 1)
    let kinds = scene.fired.filter(\.recordsUndo).map { "\($0.type) \($0.blockID ?? "")" }
    #expect(kinds == ["move c1", "move p1", "move p2", "change if", "move c1", "move p1", "move p2"])
  }

  /// Even a careless mutator must not leave the model in a state that can crash.
  @Test func theModelDisconnectsWhatLosesItsInput() throws {
    let workspace = try ProgramReader.read(
      Array("{\"blocks\":\(Self.contents)}".utf8), factory: RebuildingIfElse.factory()
    ).workspace
    let block = try #require(workspace.blocks["if"])
    for input in block.inputs { block.removeInput(input) }
    #expect(block.inputs.isEmpty && block.children.isEmpty)
    #expect(Set(workspace.topBlocks.map(\.id)) == ["if", "c0", "c1", "p1", "p2", "last"])
    #expect(workspace.blocks["p1"]?.parent == nil && workspace.blocks["p1"]?.previousConnection?.target == nil)
  }
}

/// A mutator for “if” as apps for Blockly for iOS write it: it removes all its inputs and adds them again.
nonisolated final class RebuildingIfElse: Mutator {
  unowned var block: Block?
  var elseIfCount = 0
  var elseCount = 0

  static func factory() throws -> BlockFactory {
    let factory = try StockBlocks.factory()
    let definition = """
      {"type":"my_if","message0":"if %1","args0":[{"type":"input_value","name":"IF0","check":"Boolean"}],
       "message1":"do %1","args1":[{"type":"input_statement","name":"DO0"}],
       "previousStatement":null,"nextStatement":null}
      """
    try factory.load(json: Array(definition.utf8))
    factory.blockBuilders["my_if"]?.mutator = RebuildingIfElse()
    return factory
  }

  func mutateBlock() {
    guard let block else { return }
    if let elseInput = block.firstInput(withName: "ELSE") {
      block.removeInput(elseInput)
    }
    var i = 1
    while let ifInput = block.firstInput(withName: "IF\(i)"), let doInput = block.firstInput(withName: "DO\(i)") {
      block.removeInput(ifInput)
      block.removeInput(doInput)
      i += 1
    }
    for i in 1..<(1 + elseIfCount) {
      let ifBuilder = InputBuilder(type: .value, name: "IF\(i)")
      ifBuilder.connectionTypeChecks = ["Boolean"]
      ifBuilder.appendField(FieldLabel(name: "ELSEIF", text: "else if"))
      block.appendInput(ifBuilder.makeInput())

      let doBuilder = InputBuilder(type: .statement, name: "DO\(i)")
      doBuilder.appendField(FieldLabel(name: "DO", text: "do"))
      block.appendInput(doBuilder.makeInput())
    }
    if elseCount > 0 {
      let elseBuilder = InputBuilder(type: .statement, name: "ELSE")
      elseBuilder.appendField(FieldLabel(name: "ELSE", text: "else"))
      block.appendInput(elseBuilder.makeInput())
    }
  }

  func toXMLElement() -> XMLElement {
    .building("mutation") {
      $0.attribute("elseif", String(elseIfCount))
      $0.attribute("else", String(elseCount))
    }
  }

  func update(fromXML xml: XMLElement) {
    elseIfCount = xml[attribute: "elseif"].flatMap { Int($0) } ?? 0
    elseCount = xml[attribute: "else"].flatMap { Int($0) } ?? 0
  }

  func copyMutator() -> any Mutator {
    let mutator = RebuildingIfElse()
    mutator.elseIfCount = elseIfCount
    mutator.elseCount = elseCount
    return mutator
  }
}

/// The layout of `RebuildingIfElse`.
class RebuildingIfElseLayout: MutatorLayout {
  private let ifElse: RebuildingIfElse

  init(_ mutator: RebuildingIfElse, of block: Block, coordinator: WorkspaceLayoutCoordinator) {
    ifElse = mutator
    super.init(mutator, of: block, coordinator: coordinator)
  }

  func update(elseIfCount: Int, elseCount: Int) {
    ifElse.elseIfCount = elseIfCount
    ifElse.elseCount = elseCount
  }
}
