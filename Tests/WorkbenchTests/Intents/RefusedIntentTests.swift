import BlockEditing
import BlockFormats
import BlockLayout
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// A refused intent changes nothing at all, and says why.
@MainActor @Suite struct RefusedIntentTests {
  private func refused(_ scene: Scene, _ intent: Intent, _ randomness: CountedRandomness) {
    let before = ProgramPicture(of: scene, randomness)
    let outcome = scene.controller.perform(intent)
    #expect(outcome.refusal?.isEmpty == false, "\(intent.kind)")
    #expect(outcome.refusal == outcome.statusMessage)
    #expect(ProgramPicture(of: scene, randomness) == before, "\(intent.kind)")
  }

  @Test(arguments: ProgramFormat.allCases) func aRefusedIntentChangesNothing(format: ProgramFormat) throws {
    let randomness = CountedRandomness(seed: 1)
    let scene = try Scene(IntentProgram.json, format, randomness: randomness)
    for (item, intent) in RefusedIntent.all {
      if let item { scene.controller.perform(.focus(item)) }
      refused(scene, intent, randomness)
    }
    scene.controller.eventManager.firePendingEvents()
    #expect(scene.fired.isEmpty, "nothing waits to be fired")
    #expect(scene.bytes == scene.start)
    #expect(!scene.controller.isModified)
  }

  /// With steps to undo and to redo, both stay.
  @Test func theHistoryStaysAsItWas() throws {
    let randomness = CountedRandomness(seed: 1)
    let scene = try Scene(IntentProgram.json, .json, randomness: randomness)
    scene.controller.perform(.setBookmark("here", blockID: "n5"))
    scene.controller.perform(.setBookmark("there", blockID: "n5"))
    scene.controller.perform(.undo)
    for (item, intent) in RefusedIntent.all where ![.undo, .redo].contains(intent.kind) {
      if let item { scene.controller.perform(.focus(item)) }
      refused(scene, intent, randomness)
    }
    #expect(scene.controller.history.undoCount == 1 && scene.controller.history.redoCount == 1)
  }

  /// While something is on its way, and while a dialog is open, the program is not what it looks like.
  @Test func nothingElseIsDoneMeanwhile() throws {
    for opensDialog in [true, false] {
      let randomness = CountedRandomness(seed: 1)
      let scene = try Scene(IntentProgram.json, .json, randomness: randomness)
      let controller = scene.controller
      if opensDialog {
        controller.perform(.focus(.block(id: "if")))
        let session = try controller.beginMutation()
        let layout = try #require(session.layout as? MutatorPartsLayout)
        try session.change { () throws(FieldRefusal) in try layout.draft.remove(at: 1) }
      } else {
        controller.perform(.focus(.block(id: "p1")))
        controller.perform(.beginDrag(takesStack: false, by: .keyboard))
        controller.perform(.updateDrag(.destinations(2), by: .keyboard))
      }
      for sample in ChangingIntent.allCases where ![.drop, .discard, .applyMutation].contains(sample.kind) {
        let intent = try sample.prepared(in: try Scene(IntentProgram.json, .json))
        refused(scene, intent, randomness)
        #expect(scene.controller.state.isPreviewing)
      }
      for intent in [Intent.undo, .redo, .beginMutation] { refused(scene, intent, randomness) }
      controller.perform(opensDialog ? .cancelMutation : .cancelDrag(by: .keyboard))
      #expect(scene.bytes == scene.start && controller.history.undoCount == 0)
    }
  }

  /// Letting go is not refused: what can't be deleted goes back.
  @Test(arguments: ProgramFormat.allCases) func whatCannotBeDeletedGoesBack(format: ProgramFormat) throws {
    let scene = try Scene(IntentProgram.json, format)
    let controller = scene.controller
    controller.perform(.change(.deletable, blockID: "p1"))
    let before = scene.bytes
    controller.perform(.focus(.block(id: "p1")))
    controller.perform(.beginDrag(takesStack: false, by: .mouse))
    controller.perform(.updateDrag(.destinations(3), by: .mouse))
    let outcome = controller.perform(.discard(by: .mouse))
    #expect(outcome.statusMessage == "this block is locked against deleting; put back" && outcome.refusal == nil)
    #expect(!controller.state.isPreviewing && controller.eventManager.currentGroupID == nil)
    #expect(scene.bytes == before && controller.history.undoCount == 1)
  }

  @Test func anEmptyProgramRefusesWhatNeedsABlock() throws {
    let randomness = CountedRandomness(seed: 1)
    let scene = try Scene(#"{"blocks":{"languageVersion":0,"blocks":[]}}"#, .json, randomness: randomness)
    let needing: [Intent] = [
      .delete, .duplicate, .detach, .prune, .pruneWorkspace, .toggleCollapsed, .toggleAllCollapsed, .toggleDisabled,
      .followCall, .beginDrag(takesStack: true, by: .keyboard), .beginMutation, .moveCursor(.right),
      .moveCursor(.outward),
      .moveCursor(.nextStack),
    ]
    for intent in needing { refused(scene, intent, randomness) }
  }
}

extension ChangingIntent {
  /// What kind of intent it is, without preparing a program for it.
  fileprivate var kind: IntentKind? {
    switch self {
    case .dropBlock, .dropStack, .dropAbove, .dropComment: .drop
    case .discardBlock, .discardComment: .discard
    case .applyMutation: .applyMutation
    default: nil
    }
  }
}
