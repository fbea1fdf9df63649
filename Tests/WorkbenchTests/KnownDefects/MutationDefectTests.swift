import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import Testing
import WorkbenchTesting

@testable import Workbench

/// Defects of mutations that Blockly has or had, with the numbers of its issues.
@MainActor @Suite struct MutationDefectTests {
  /// An `if` with one else-if: `cond` in IF1, `inner` in DO1.
  private static let ifWithElseIf = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"controls_if","id":"if","x":10,"y":10,"extraState":{"elseIfCount":1},"inputs":{
        "DO0":{"block":{"type":"text_print","id":"first"}},
        "IF1":{"block":{"type":"logic_boolean","id":"cond","fields":{"BOOL":"TRUE"}}},
        "DO1":{"block":{"type":"text_print","id":"inner"}}}},
      {"type":"controls_repeat","id":"loop","x":300,"y":10,"fields":{"TIMES":10}}]}}
    """

  private func setElseIfs(
    _ count: Int, hasElse: Bool = false, moving inputs: [String: String?] = [:], in scene: WorkbenchScene
  )
    throws
  {
    let block = try scene.block("if")
    let mutator = try #require(block.mutator as? MutatorIfElse)
    scene.controller.performGroup {
      BlockMutation(of: block, through: scene.coordinator).perform(moving: inputs) {
        mutator.elseIfCount = count
        mutator.hasElse = hasElse
        return true
      }
    }
  }

  @Test("#1036: removing an else-if that holds blocks", arguments: ProgramFormat.allCases)
  func issue1036(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.ifWithElseIf, format)
    try scene.check {
      try setElseIfs(0, moving: ["IF1": nil, "DO1": nil], in: scene)
      #expect(scene.isAtTop("inner"))
      #expect(scene.workspace.blocks["if"]?.firstInput(withName: "DO1") == nil)
      // The blocks are disconnected before the mutation.
      #expect(scene.fired.map(\.type) == ["move", "move", "change"])
    }
  }

  @Test("#1717: an input that holds a child is removed from a block of one's own", arguments: ProgramFormat.allCases)
  func issue1717(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"languageVersion":0,"blocks":[{"type":"my_list","id":"list","x":1,"y":1,"extraState":{"count":2},
        "inputs":{"PART0":{"block":{"type":"text","id":"a"}},"PART1":{"block":{"type":"text","id":"b"}}}}]}}
      """, format, factory: try PartsMutator.factory())
    let block = try scene.block("list")
    let mutator = try #require(block.mutator as? PartsMutator)
    try scene.check {
      scene.controller.performGroup {
        BlockMutation(of: block, through: scene.coordinator).perform {
          mutator.count = 1
          return true
        }
      }
      #expect(scene.isAtTop("b") && block.firstInput(withName: "PART1") == nil)
    }
    #expect(scene.isAtTop("b"))
    scene.controller.perform(.undo)
    #expect(scene.content("list", "PART1") == "b")
  }

  @Test("#2037: branches are added and filled in turn", arguments: ProgramFormat.allCases)
  func issue2037(format: ProgramFormat) throws {
    let start = """
      {"blocks":{"languageVersion":0,"blocks":[
        {"type":"controls_if","id":"if","x":10,"y":10,"inputs":{"DO0":{"block":{"type":"text_print","id":"child"}}}},
        {"type":"controls_repeat","id":"loop","x":300,"y":10,"fields":{"TIMES":10}}]}}
      """
    let scene = try WorkbenchScene(start, format)
    try scene.check(
      { try setElseIfs(1, in: scene) },
      {
        let (loop, connection) = (try scene.block("loop"), try scene.input("if", "DO1"))
        scene.controller.performGroup { scene.coordinator.connect(loop, to: connection) }
      },
      {
        try setElseIfs(1, hasElse: true, in: scene)
        #expect(scene.content("if", "DO1") == "loop")
      })
  }

  @Test("#4445: an else-if is inserted before a filled one", arguments: ProgramFormat.allCases)
  func issue4445(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.ifWithElseIf, format)
    try scene.check {
      try setElseIfs(2, moving: ["IF1": "IF2", "DO1": "DO2"], in: scene)
      #expect(scene.content("if", "IF2") == "cond")
      #expect(scene.content("if", "DO2") == "inner")
      #expect(scene.content("if", "DO1") == nil)
      #expect(scene.content("if", "DO0") == "first")
    }
  }

  @Test("#10146: a mutation that brings real children", arguments: ProgramFormat.allCases)
  func issue10146(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.ifWithElseIf, format)
    try scene.check {
      let block = try scene.block("if")
      let mutator = try #require(block.mutator as? MutatorIfElse)
      scene.controller.performGroup {
        BlockMutation(of: block, through: scene.coordinator).perform {
          mutator.hasElse = true
          return true
        }
        let child = scene.coordinator.insert(BlockSnapshot(records: [BlockSnapshot.Record(type: "text_print")]))
        if let child, let connection = block.firstInput(withName: "ELSE")?.connection {
          scene.coordinator.connect(child, to: connection)
        }
      }
      #expect(scene.content("if", "ELSE") != nil)
    }
  }

  // MARK: - Items

  private func setItems(_ count: Int, moving inputs: [String: String?], in scene: WorkbenchScene) throws {
    let block = try scene.block("list")
    let mutator = try #require(block.mutator as? MutatorItems)
    scene.controller.performGroup {
      BlockMutation(of: block, through: scene.coordinator).perform(moving: inputs) {
        mutator.itemCount = count
        return true
      }
    }
  }

  @Test("#4847, #2060: the first of two items that hold shadows is deleted", arguments: ProgramFormat.allCases)
  func issue4847(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"languageVersion":0,"blocks":[{"type":"lists_create_with","id":"list","x":1,"y":1,
        "extraState":{"itemCount":2},"inputs":{
          "ADD0":{"shadow":{"type":"text","id":"s0","fields":{"TEXT":"zero"}}},
          "ADD1":{"shadow":{"type":"text","id":"s1","fields":{"TEXT":"one"}}}}}]}}
      """, format)
    try scene.check {
      try setItems(1, moving: ["ADD0": nil, "ADD1": "ADD0"], in: scene)
      #expect(scene.content("list", "ADD0") == "s1")
      #expect(scene.workspace.blocks["s0"] == nil && scene.workspace.topBlocks.count == 1)
    }
    scene.controller.perform(.undo)
    #expect(scene.content("list", "ADD0") == "s0")
    #expect(scene.content("list", "ADD1") == "s1")
    #expect(scene.workspace.topBlocks.count == 1)
  }

  @Test("items with real blocks over their shadows are swapped", arguments: ProgramFormat.allCases)
  func swappedItemsKeepTheirShadows(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"languageVersion":0,"blocks":[{"type":"lists_create_with","id":"list","x":1,"y":1,
        "extraState":{"itemCount":2},"inputs":{
          "ADD0":{"shadow":{"type":"text","id":"s0","fields":{"TEXT":"zero"}},"block":{"type":"math_number","id":"r0"}},
          "ADD1":{"shadow":{"type":"text","id":"s1","fields":{"TEXT":"one"}},"block":{"type":"math_number","id":"r1"}}
        }}]}}
      """, format)
    try scene.check {
      try setItems(2, moving: ["ADD0": "ADD1", "ADD1": "ADD0"], in: scene)
      #expect(scene.content("list", "ADD0") == "r1")
      #expect(try scene.input("list", "ADD0").coveredShadow?.records.first?.id == "s1")
      #expect(scene.workspace.topBlocks.count == 1)
    }
    // The shadow that moved along is the one that returns.
    let moved = try scene.block("r1")
    scene.controller.performGroup { scene.coordinator.disconnect(moved, heal: false) }
    #expect(scene.content("list", "ADD0") == "s1")
  }

  @Test("a change of what a split gives keeps the shadow of its input", arguments: ProgramFormat.allCases)
  func changingTheModeOfASplitKeepsItsShadow(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"languageVersion":0,"blocks":[{"type":"lists_split","id":"split","x":1,"y":1,
        "fields":{"MODE":"SPLIT"},"inputs":{"INPUT":{"shadow":{"type":"text","id":"s","fields":{"TEXT":"a,b"}}},
          "DELIM":{"shadow":{"type":"text","id":"d","fields":{"TEXT":","}}}}}]}}
      """, format)
    let block = try scene.block("split")
    try scene.check {
      scene.controller.performGroup { scene.coordinator.setField("MODE", of: block, to: .text("JOIN")) }
      #expect(scene.content("split", "DELIM") == "d")
    }
  }

  @Test("#8556: a place that goes to the last and back", arguments: ProgramFormat.allCases)
  func issue8556(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"languageVersion":0,"blocks":[{"type":"lists_getIndex","id":"get","x":1,"y":1,
        "fields":{"MODE":"GET","WHERE":"FROM_START"},
        "inputs":{"AT":{"shadow":{"type":"math_number","id":"at","fields":{"NUM":3}}}}}]}}
      """, format)
    let block = try scene.block("get")
    func choose(_ position: String) {
      scene.controller.performGroup { scene.coordinator.setField("WHERE", of: block, to: .text(position)) }
    }
    func isFieldChange(_ event: BlocklyEvent) -> Bool {
      (event as? ChangeEvent)?.element == .field(name: "WHERE")
    }
    try scene.check(
      {
        choose("LAST")
        #expect(scene.fired.contains(where: isFieldChange))
      },
      {
        choose("FROM_START")
        #expect(scene.fired.filter(isFieldChange).count == 2)
      })
  }
}
