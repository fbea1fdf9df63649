import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Defects of moving, connecting and grouping that Blockly has or had, with the numbers of its issues.
@MainActor @Suite struct MovingDefectTests {
  @Test("#7950: a return with a value is put into a function without one", arguments: ProgramFormat.allCases)
  func issue7950(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"languageVersion":0,"blocks":[
        {"type":"procedures_defnoreturn","id":"f","x":10,"y":10,"fields":{"NAME":"f"}},
        {"type":"procedures_ifreturn","id":"return","x":300.5,"y":120,"extraState":"<mutation value=\\"1\\"></mutation>",
          "disabledReasons":["UNPARENTED_IFRETURN"],
          "inputs":{"VALUE":{"block":{"type":"text","id":"value","fields":{"TEXT":"kept"}}}}}]}}
      """, format)
    let (block, connection) = (try scene.block("return"), try scene.input("f", "STACK"))
    try scene.check {
      scene.controller.performGroup { scene.coordinator.connect(block, to: connection) }
      #expect(block.firstInput(withName: "VALUE")?.kind == .dummy)
      #expect(scene.isAtTop("value"))
      #expect(block.isEnabled)
    }
    scene.controller.perform(.undo)
    #expect(scene.content("return", "VALUE") == "value")
    #expect(block.position == WorkspacePoint(x: 300.5, y: 120))
  }

  @Test("#8467: what does not match never gets in", arguments: ProgramFormat.allCases)
  func issue8467(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"languageVersion":0,"blocks":[
        {"type":"logic_compare","id":"compare","x":10,"y":10,
          "inputs":{"A":{"block":{"type":"math_number","id":"number","fields":{"NUM":1}}}}},
        {"type":"text","id":"text","x":300,"y":10}]}}
      """, format)
    let (text, connection) = (try scene.block("text"), try scene.input("compare", "B"))
    // It is not offered as a destination.
    scene.controller.perform(.focus(.block(id: "text")))
    _ = scene.controller.perform(.beginDrag(takesStack: true, by: .keyboard)).refusal
    let destinations = try #require(scene.controller.draggedBlock(by: .keyboard)?.destinations)
    #expect(!destinations.contains(.connection(blockID: "compare", inputName: "B")))
    scene.controller.perform(.cancelDrag(by: .keyboard))
    // If code connects them anyway, no event reports it.
    try scene.check {
      scene.controller.performGroup { scene.coordinator.connect(text, to: connection) }
      let moves = scene.fired.compactMap { $0 as? MoveEvent }
      #expect(text.parent == nil && moves.count == 1 && moves[0].new.parentID == nil)
    }
  }

  @Test("#6010, #7951, #4261: a break is dragged out of its loop", arguments: ProgramFormat.allCases)
  func issue6010(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"languageVersion":0,"blocks":[
        {"type":"controls_repeat","id":"loop","x":10,"y":10,"fields":{"TIMES":10},
          "inputs":{"DO":{"block":{"type":"controls_flow_statements","id":"break","fields":{"FLOW":"BREAK"}}}}}]}}
      """, format)
    try scene.check {
      scene.controller.perform(.focus(.block(id: "break")))
      _ = scene.controller.perform(.beginDrag(takesStack: true, by: .keyboard)).refusal
      scene.controller.draggedBlock(by: .keyboard)?.nudge(columns: 20, rows: 3)
      scene.controller.perform(.drop(by: .keyboard))
      #expect(scene.workspace.blocks["break"]?.disabledReasons == ["CONTROL_FLOW_NOT_IN_LOOP"])
    }
    scene.controller.perform(.undo)
    #expect(scene.workspace.blocks["break"]?.isEnabled == true)
    #expect(scene.controller.history.redoCount == 1, "redo is still there")
    // In another loop, it is enabled automatically.
    scene.controller.perform(.redo)
    let (block, connection) = (try scene.block("break"), try scene.input("loop", "DO"))
    scene.controller.performGroup { scene.coordinator.connect(block, to: connection) }
    #expect(block.isEnabled && scene.controller.history.undoCount == 2)
  }

  @Test("#9616: a connected block is deleted", arguments: ProgramFormat.allCases)
  func issue9616(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.stack, format)
    try scene.check {
      scene.controller.perform(.focus(.block(id: "second")))
      scene.controller.perform(.delete)
      #expect(scene.workspace.blocks["first"]?.nextBlock?.id == "third")
    }
    scene.controller.perform(.undo)
    #expect(scene.parent("second") == "first")
    #expect(scene.parent("third") == "second")
  }

  @Test("#8764: one drag out of the toolbox, then another", arguments: ProgramFormat.allCases)
  func issue8764(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.stack, format)
    scene.controller.perform(.focus(.block(id: "third")))
    try scene.check(
      { scene.controller.perform(.insert(BlockSnapshot(records: [BlockSnapshot.Record(type: "controls_repeat")]))) },
      {
        _ = scene.controller.perform(.beginDrag(takesStack: true, by: .keyboard)).refusal
        scene.controller.draggedBlock(by: .keyboard)?.nudge(columns: 30, rows: 0)
        scene.controller.perform(.drop(by: .keyboard))
      })
  }

  @Test("#5436: all blocks are collapsed", arguments: ProgramFormat.allCases)
  func issue5436(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.stack, format)
    try scene.check(
      {
        scene.controller.perform(.toggleAllCollapsed)
        #expect(scene.workspace.topBlocks.filter { !$0.isCollapsed }.isEmpty)
      },
      { scene.controller.perform(.toggleAllCollapsed) })
  }

  @Test("#1780: a block is dragged to a connection", arguments: ProgramFormat.allCases)
  func issue1780(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.stack, format)
    try scene.check {
      scene.controller.perform(.focus(.block(id: "aside")))
      _ = scene.controller.perform(.beginDrag(takesStack: true, by: .keyboard)).refusal
      // Over other locations, to the end of the stack.
      scene.controller.draggedBlock(by: .keyboard)?.nudge(columns: 4, rows: 4)
      scene.controller.draggedBlock(by: .keyboard)?.move(.by(2))
      scene.controller.draggedBlock(by: .keyboard)?.show(at: .connection(blockID: "third", inputName: nil))
      scene.controller.perform(.drop(by: .keyboard))
      #expect(scene.parent("aside") == "third")
    }
    scene.controller.perform(.undo)
    #expect(scene.workspace.blocks["aside"]?.position == WorkspacePoint(x: 301.25, y: 17))
  }

  @Test("#7026: moves of a group that cancel out", arguments: ProgramFormat.allCases)
  func issue7026(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.stack, format)
    let (second, aside) = (try scene.block("second"), try scene.block("aside"))
    try scene.check {
      scene.controller.performGroup {
        scene.coordinator.disconnect(second, heal: false)
        scene.coordinator.set(.collapsed, to: .flag(true), of: aside)
        if let next = scene.workspace.blocks["first"]?.nextConnection { scene.coordinator.connect(second, to: next) }
      }
    }
  }

  @Test("the order of top-level blocks", arguments: ProgramFormat.allCases)
  func changesOfOrderAreUndone(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.stack, format)
    let (first, aside) = (try scene.block("first"), try scene.block("aside"))
    try scene.check(
      {
        scene.controller.performGroup { scene.coordinator.set(.order, to: .index(0), of: aside) }
        #expect(scene.workspace.topBlocks.map(\.id) == ["aside", "first", "last"])
      },
      { scene.controller.performGroup { scene.coordinator.delete(first, heal: false) } },
      { scene.controller.performGroup { scene.coordinator.set(.order, to: .index(1), of: aside) } })
  }

  @Test("deletable, movable, editable and data", arguments: ProgramFormat.allCases)
  func changesOfPropertiesAreUndone(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.stack, format)
    let block = try scene.block("second")
    try scene.check(
      { scene.controller.performGroup { scene.coordinator.set(.deletable, to: .flag(false), of: block) } },
      { scene.controller.performGroup { scene.coordinator.set(.movable, to: .flag(false), of: block) } },
      { scene.controller.performGroup { scene.coordinator.set(.editable, to: .flag(false), of: block) } },
      { scene.controller.performGroup { scene.coordinator.set(.data, to: .text("kept"), of: block) } },
      {
        scene.controller.performGroup {
          let size = WorkspaceSize(width: 200.5, height: 90)
          scene.coordinator.set(
            .comment, to: .comment(BlockComment(text: "note", isPinned: true, size: size)), of: block)
        }
      },
      {
        scene.controller.performGroup {
          let size = WorkspaceSize(width: 100, height: 90)
          scene.coordinator.set(
            .comment, to: .comment(BlockComment(text: "note", isPinned: true, size: size)), of: block)
        }
      },
      { scene.controller.performGroup { scene.coordinator.set(.disabled(reason: "A"), to: .flag(true), of: block) } },
      { scene.controller.performGroup { scene.coordinator.set(.disabled(reason: "B"), to: .flag(true), of: block) } },
      { scene.controller.performGroup { scene.coordinator.set(.disabled(reason: "A"), to: .flag(false), of: block) } })
  }

  @Test("undo before the queue is flushed reverts the last action", arguments: ProgramFormat.allCases)
  func undoBeforeFlushRevertsTheLastAction(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.stack, format)
    let block = try scene.block("second")
    scene.controller.performGroup { scene.coordinator.set(.collapsed, to: .flag(true), of: block) }
    // The next action is not fired yet.
    scene.coordinator.set(.disabled(reason: Block.manuallyDisabled), to: .flag(true), of: block)
    scene.controller.perform(.undo)
    #expect(block.isCollapsed && block.isEnabled)
  }

  /// Three statements, a separate loop, and a stack whose position in the file has a fraction.
  private static let stack = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"text_print","id":"first","x":10,"y":10,"next":{"block":{"type":"text_print","id":"second",
        "next":{"block":{"type":"text_print","id":"third"}}}}},
      {"type":"controls_repeat","id":"aside","x":301.25,"y":17,"fields":{"TIMES":10}},
      {"type":"math_number","id":"last","fields":{"NUM":3}}]}}
    """
}
