import BlockEditing
import BlockFormats
import BlockLayout
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// A refused intent changes nothing and gives a reason.
@MainActor @Suite struct RefusedIntentTests {
  private func refused(_ scene: WorkbenchScene, _ intent: Intent, _ randomness: CountedRandomness) {
    let before = ProgramPicture(of: scene, randomness)
    let outcome = scene.controller.perform(intent)
    #expect(outcome.refusal?.isEmpty == false, "\(intent.kind)")
    #expect(outcome.refusal == outcome.statusMessage)
    #expect(ProgramPicture(of: scene, randomness) == before, "\(intent.kind)")
  }

  @Test(arguments: ProgramFormat.allCases) func aRefusedIntentChangesNothing(format: ProgramFormat) throws {
    let randomness = CountedRandomness(seed: 1)
    let scene = try WorkbenchScene(IntentProgram.json, format, randomness: randomness)
    for (item, intent) in RefusedIntent.all {
      if let item { scene.controller.perform(.focus(item)) }
      refused(scene, intent, randomness)
    }
    scene.controller.eventManager.firePendingEvents()
    #expect(scene.fired.isEmpty, "nothing waits to be fired")
    #expect(scene.bytes == scene.start)
    #expect(!scene.controller.isModified)
  }

  /// Both stacks keep their groups.
  @Test func aRefusedIntentKeepsTheHistory() throws {
    let randomness = CountedRandomness(seed: 1)
    let scene = try WorkbenchScene(IntentProgram.json, .json, randomness: randomness)
    scene.controller.perform(.setBookmark("here", blockID: "n5"))
    scene.controller.perform(.setBookmark("there", blockID: "n5"))
    scene.controller.perform(.undo)
    for (item, intent) in RefusedIntent.all where ![.undo, .redo].contains(intent.kind) {
      if let item { scene.controller.perform(.focus(item)) }
      refused(scene, intent, randomness)
    }
    #expect(scene.controller.history.undoCount == 1 && scene.controller.history.redoCount == 1)
  }

  /// During a drag, or while a dialog is open, the program shown is only a preview.
  @Test func previewsRefuseOtherIntents() throws {
    for opensDialog in [true, false] {
      let randomness = CountedRandomness(seed: 1)
      let scene = try WorkbenchScene(IntentProgram.json, .json, randomness: randomness)
      let controller = scene.controller
      if opensDialog {
        controller.perform(.focus(.block(id: "if")))
        let session = try controller.beginMutation()
        let layout = try #require(session.layout as? MutatorPartsLayout)
        try session.change { () throws(FieldError) in try layout.draft.remove(at: 1) }
      } else {
        controller.perform(.focus(.block(id: "p1")))
        controller.perform(.beginDrag(takesStack: false, by: .keyboard))
        controller.perform(.updateDrag(.destination(.by(2)), by: .keyboard))
      }
      for sample in ChangingIntent.allCases where ![.drop, .discard, .applyMutation].contains(sample.kind) {
        let intent = try sample.prepared(in: try WorkbenchScene(IntentProgram.json, .json))
        refused(scene, intent, randomness)
        #expect(scene.controller.state.isPreviewing)
      }
      for intent in [Intent.undo, .redo, .beginMutation] { refused(scene, intent, randomness) }
      controller.perform(opensDialog ? .cancelMutation : .cancelDrag(by: .keyboard))
      #expect(scene.bytes == scene.start && controller.history.undoCount == 0)
    }
  }

  /// Discarding is not refused: a block that can't be deleted is put back.
  @Test(arguments: ProgramFormat.allCases) func aDiscardedBlockThatIsLockedIsPutBack(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(IntentProgram.json, format)
    let controller = scene.controller
    controller.perform(.change(.deletable, blockID: "p1"))
    let before = scene.bytes
    controller.perform(.focus(.block(id: "p1")))
    controller.perform(.beginDrag(takesStack: false, by: .mouse))
    controller.perform(.updateDrag(.destination(.by(3)), by: .mouse))
    let outcome = controller.perform(.discard(by: .mouse))
    #expect(
      outcome.statusMessage == "this block is locked against deleting; back where it was" && outcome.refusal == nil)
    #expect(!controller.state.isPreviewing && controller.eventManager.currentGroupID == nil)
    #expect(scene.bytes == before && controller.history.undoCount == 1)
  }

  @Test func anEmptyProgramRefusesWhatNeedsABlock() throws {
    let randomness = CountedRandomness(seed: 1)
    let scene = try WorkbenchScene(#"{"blocks":{"languageVersion":0,"blocks":[]}}"#, .json, randomness: randomness)
    let intents: [Intent] = [
      .delete, .duplicate, .detach, .prune, .pruneWorkspace, .toggleCollapsed, .toggleAllCollapsed, .toggleDisabled,
      .followCall, .copy, .copyStack, .cut, .cutStack, .paste, .pasteAbove, .swapUp, .swapDown, .unwrap,
      .toggleSelected, .selectUp, .selectDown, .selectOutward, .selectInward, .selectStack, .clearSelection, .expand,
      .setCommentOfSelection("text"), .repeatChange,
      .beginDrag(takesStack: true, by: .keyboard), .beginMutation, .moveCursor(.right),
      .moveCursor(.outward),
      .moveCursor(.nextStack),
    ]
    for intent in intents { refused(scene, intent, randomness) }
  }
}

extension ChangingIntent {
  /// The kind of intent, without preparing a program for it.
  fileprivate var kind: IntentKind? {
    switch self {
    case .dropBlock, .dropStack, .dropAbove, .dropComment, .dropSelected, .dropSelectedFree: .drop
    case .discardBlock, .discardComment, .discardSelected: .discard
    case .applyMutation: .applyMutation
    default: nil
    }
  }
}
