import BlockFormats
import Testing
import WorkbenchTesting

@testable import Workbench

/// One intent is one undo group, and can be undone and redone.
@MainActor @Suite struct OneIntentOneStepTests {
  /// `WorkbenchScene.check` undoes and redoes the group, compares the bytes, and repeats that in a client that replays the
  /// events and in a session that loads the saved stacks.
  @Test(arguments: ChangingIntent.allCases, ProgramFormat.allCases)
  func oneIntentIsOneUndoGroup(sample: ChangingIntent, format: ProgramFormat) throws {
    let scene = try WorkbenchScene(IntentProgram.json, format)
    try scene.check {
      let intent = try sample.prepared(in: scene)
      #expect(scene.controller.history.undoCount == 0)
      #expect(scene.controller.perform(intent).refusal == nil)
    }
  }

  @Test(arguments: ChangingIntent.allCases) func oneIntentFiresOneGroup(sample: ChangingIntent) throws {
    let scene = try WorkbenchScene(IntentProgram.json, .json)
    let intent = try sample.prepared(in: scene)
    scene.controller.perform(intent)
    #expect(scene.fired.contains { !$0.isUIEvent && $0.recordsUndo })
    #expect(Set(scene.fired.map(\.groupID)).count == 1 && scene.fired.first?.groupID != nil)
    #expect(scene.controller.eventManager.currentGroupID == nil)
    let count = scene.fired.count
    scene.controller.eventManager.firePendingEvents()
    #expect(scene.fired.count == count, "an intent fires all of its events")
  }

  /// The samples include the intents that fire several events.
  @Test func someSamplesFireSeveralEvents() throws {
    var counts: [ChangingIntent: Int] = [:]
    for sample in ChangingIntent.allCases {
      let scene = try WorkbenchScene(IntentProgram.json, .json)
      scene.controller.perform(try sample.prepared(in: scene))
      counts[sample] = scene.fired.count { !$0.isUIEvent && $0.recordsUndo }
    }
    for sample: ChangingIntent in [
      .insertIntoInput, .deleteFunction, .duplicateStatement, .detach, .collapseAll, .disableFunction, .followCall,
      .renameFunction, .becomeDefault, .createVariableForField, .renameParameter, .mergeVariable, .dropAbove,
      .dropComment, .applyMutation, .pruneFunction, .swapUp, .swapUpToTop, .unwrapTop, .pasteValue,
    ] {
      #expect(counts[sample, default: 0] > 1, "\(sample)")
    }
  }

  @Test func everyIntentThatChangesTheProgramIsTested() throws {
    var tested: Set<IntentKind> = []
    for sample in ChangingIntent.allCases {
      tested.insert(try sample.prepared(in: try WorkbenchScene(IntentProgram.json, .json)).kind)
    }
    #expect(tested.union(IntentKind.stepless).union(IntentKind.ofVersions) == Set(IntentKind.allCases))
    #expect(tested.isDisjoint(with: IntentKind.stepless))
  }

  @Test func twoIntentsAreTwoUndoGroups() throws {
    let scene = try WorkbenchScene(IntentProgram.json, .json)
    scene.controller.perform(.setField(FieldLocation(blockID: "n5", name: "NUM"), input: "6"))
    scene.controller.perform(.setField(FieldLocation(blockID: "n5", name: "NUM"), input: "7"))
    #expect(scene.controller.history.undoCount == 2)
    #expect(Set(scene.fired.map(\.groupID)).count == 2)
  }

  @Test func togglingTwiceIsTwoUndoGroups() throws {
    for intent in [Intent.toggleCollapsed, .toggleDisabled, .toggleAllCollapsed, .change(.editable, blockID: "loop")] {
      let scene = try WorkbenchScene(IntentProgram.json, .json)
      let before = scene.bytes
      scene.controller.perform(.focus(.block(id: "loop")))
      scene.controller.perform(intent)
      scene.controller.perform(intent)
      #expect(scene.controller.history.undoCount == 2)
      if intent.kind != .toggleAllCollapsed { #expect(scene.bytes == before) }
    }
  }
}
