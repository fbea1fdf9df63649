import BlockEditing
import BlockFormats
import BlockLayout
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// An intent that changes nothing makes no undo group and fires no recorded event.
@MainActor @Suite struct UnchangedIntentTests {
  /// Performs an intent that changes nothing.
  /// - Returns: its status message.
  @discardableResult
  private func unchanged(_ scene: WorkbenchScene, _ intent: Intent, isRefused: Bool = false) -> String? {
    let outcome = scene.controller.perform(intent)
    #expect((outcome.refusal != nil) == isRefused, "\(intent.kind): \(outcome)")
    #expect(scene.controller.history.undoCount == 0 && !scene.controller.isModified, "\(intent.kind)")
    #expect(!scene.fired.contains { !$0.isUIEvent }, "\(intent.kind)")
    #expect(scene.bytes == scene.start, "\(intent.kind)")
    #expect(scene.controller.eventManager.currentGroupID == nil, "\(intent.kind)")
    // The message claims no change.
    let message = outcome.statusMessage ?? scene.controller.state.cursorDescription
    for word in ["changed:", "renamed", "set the", "made", "moved"] where !message.hasPrefix("nothing changed") {
      #expect(!message.hasPrefix(word), "\(intent.kind): \(message)")
    }
    return outcome.statusMessage
  }

  @Test(arguments: ProgramFormat.allCases) func settingAFieldToItsOwnValueChangesNothing(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(IntentProgram.json, format)
    for (id, name, value) in [
      ("n5", "NUM", "5"), ("n5", "NUM", "5.0"), ("hello", "TEXT", "hello"), ("b1", "BOOL", "TRUE"),
      ("set", "VAR", "vx"),
      ("def", "NAME", "f"), ("def", "NAME", " f "), ("ten", "NUM", "10"),
    ] {
      unchanged(scene, .setField(FieldLocation(blockID: id, name: name), input: value))
    }
  }

  @Test(arguments: ProgramFormat.allCases) func keepingPropertiesChangesNothing(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(IntentProgram.json, format)
    unchanged(scene, .setComment("why", blockID: "noted"))
    unchanged(scene, .setComment("", blockID: "p1"))
    unchanged(scene, .setBookmark("here", blockID: "noted"))
    unchanged(scene, .setBookmark("", blockID: "p1"), isRefused: true)
    unchanged(scene, .setData("kept", blockID: "noted"))
    unchanged(scene, .setData("", blockID: "p1"))
    unchanged(scene, .change(.inline, blockID: "hello"), isRefused: true)
    unchanged(scene, .change(.becomesShadow, blockID: "join"), isRefused: true)
  }

  /// The first block can't move up in the file, the last one not down, and nested blocks have no position of their own.
  @Test(arguments: ProgramFormat.allCases) func movingBeyondTheEndsOfTheFileIsRefused(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"languageVersion":0,"blocks":[
        {"type":"text_print","id":"first","x":1,"y":1,"next":{"block":{"type":"text_print","id":"below"}}},
        {"type":"text_print","id":"last","x":1,"y":200}]}}
      """, format)
    unchanged(scene, .change(.moveEarlier, blockID: "first"), isRefused: true)
    unchanged(scene, .change(.moveLater, blockID: "last"), isRefused: true)
    unchanged(scene, .change(.moveEarlier, blockID: "below"), isRefused: true)
    unchanged(scene, .change(.moveLater, blockID: "below"), isRefused: true)
  }

  @Test(arguments: ProgramFormat.allCases) func keepingVariablesChangesNothing(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(IntentProgram.json, format)
    unchanged(scene, .renameVariable(id: "vx", to: "x"))
    // A parameter whose callers have several arguments.
    unchanged(scene, .renameVariable(id: "va", to: "a"))
    unchanged(scene, .mergeVariable(id: "vx", into: "vx"), isRefused: true)
    unchanged(scene, .createVariable(name: "x", type: "", for: nil), isRefused: true)
  }

  @Test(arguments: ProgramFormat.allCases) func keepingCommentTextChangesNothing(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(IntentProgram.json, format)
    unchanged(scene, .setCommentText("a remark", commentID: "c1"))
    unchanged(scene, .createComment(""), isRefused: true)
  }

  @Test(arguments: ProgramFormat.allCases) func droppingAtTheOriginChangesNothing(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(IntentProgram.json, format)
    for item in [FocusItem.block(id: "p1"), .block(id: "p2"), .block(id: "set"), .comment(id: "c1")] {
      for takesStack in [true, false] {
        scene.controller.perform(.focus(item))
        scene.controller.perform(.beginDrag(takesStack: takesStack, by: .mouse))
        scene.controller.perform(.updateDrag(.nudge(columns: 4, rows: 4), by: .mouse))
        scene.controller.perform(.updateDrag(.pointed(at: nil, dragOffset: .zero), by: .mouse))
        unchanged(scene, .drop(by: .mouse))
        #expect(!scene.controller.state.isPreviewing, "it is let go of")
        scene.controller.perform(.beginDrag(takesStack: takesStack, by: .mouse))
        scene.controller.perform(.updateDrag(.nudge(columns: 4, rows: 4), by: .mouse))
        unchanged(scene, .cancelDrag(by: .mouse))
      }
    }
  }

  @Test(arguments: ProgramFormat.allCases) func keepingAnUnchangedDialogChangesNothing(format: ProgramFormat) throws {
    for (id, index) in [("if", 0), ("join", 0), ("def", 1)] {
      let scene = try WorkbenchScene(IntentProgram.json, format)
      scene.controller.perform(.focus(.block(id: id)))
      _ = try scene.controller.beginMutation()
      unchanged(scene, .applyMutation)
      #expect(scene.controller.previews.mutation == nil, "it is closed")
      // Changed, and changed back.
      scene.controller.perform(.focus(.block(id: id)))
      let session = try scene.controller.beginMutation()
      let layout = try #require(session.layout as? MutatorPartsLayout)
      let draft = layout.draft
      try session.change { () throws(FieldError) in try layout.draft.remove(at: index) }
      try session.change { () throws(FieldError) in layout.draft = draft }
      unchanged(scene, .applyMutation)
      scene.controller.perform(.focus(.block(id: id)))
      _ = try scene.controller.beginMutation()
      unchanged(scene, .cancelMutation)
    }
  }

  @Test(arguments: ProgramFormat.allCases) func intentsWithNothingToDoChangeNothing(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(IntentProgram.json, format)
    scene.controller.perform(.focus(.block(id: "call")))
    unchanged(scene, .followCall)
    scene.controller.perform(.focus(.block(id: "def")))
    unchanged(scene, .prune, isRefused: true)
    unchanged(scene, .undo, isRefused: true)
    unchanged(scene, .redo, isRefused: true)
    for motion in [CursorMotion.left, .right, .up, .down, .first, .last, .nextStack, .previousStack, .rows(5)] {
      let cursor = scene.controller.cursor
      let refusal = scene.controller.perform(.moveCursor(motion)).refusal
      #expect((scene.controller.cursor == cursor) == (refusal != nil))
    }
    #expect(scene.fired.isEmpty)
  }
}
