import BlockEditing
import BlockFormats
import BlockLayout
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// An intent that changes nothing leaves no step, and nothing that would be recorded is fired.
@MainActor @Suite struct UnchangedIntentTests {
  /// Does what changes nothing.
  /// - Returns: what the status line says.
  @discardableResult
  private func unchanged(_ scene: Scene, _ intent: Intent, isRefused: Bool = false) -> String? {
    let outcome = scene.controller.perform(intent)
    #expect((outcome.refusal != nil) == isRefused, "\(intent.kind): \(outcome)")
    #expect(scene.controller.history.undoCount == 0 && !scene.controller.isModified, "\(intent.kind)")
    #expect(!scene.fired.contains { !$0.isUIEvent }, "\(intent.kind)")
    #expect(scene.bytes == scene.start, "\(intent.kind)")
    #expect(scene.controller.eventManager.currentGroupID == nil, "\(intent.kind)")
    // Nobody is told of a change that there was not.
    let words = outcome.statusMessage ?? scene.controller.state.cursorDescription
    for word in ["changed:", "renamed", "set the", "made", "moved"] where !words.hasPrefix("nothing changed") {
      #expect(!words.hasPrefix(word), "\(intent.kind): \(words)")
    }
    return outcome.statusMessage
  }

  @Test(arguments: ProgramFormat.allCases) func aFieldThatGetsItsOwnValue(format: ProgramFormat) throws {
    let scene = try Scene(IntentProgram.json, format)
    for (id, name, value) in [
      ("n5", "NUM", "5"), ("n5", "NUM", "5.0"), ("hello", "TEXT", "hello"), ("b1", "BOOL", "TRUE"),
      ("set", "VAR", "vx"),
      ("def", "NAME", "f"), ("def", "NAME", " f "), ("ten", "NUM", "10"),
    ] {
      unchanged(scene, .setField(FieldLocation(blockID: id, name: name), input: value))
    }
  }

  @Test(arguments: ProgramFormat.allCases) func whatABlockIsBesidesStaysTheSame(format: ProgramFormat) throws {
    let scene = try Scene(IntentProgram.json, format)
    unchanged(scene, .setComment("why", blockID: "noted"))
    unchanged(scene, .setComment("", blockID: "p1"))
    unchanged(scene, .setBookmark("here", blockID: "noted"))
    unchanged(scene, .setBookmark("", blockID: "p1"), isRefused: true)
    unchanged(scene, .setData("kept", blockID: "noted"))
    unchanged(scene, .setData("", blockID: "p1"))
    unchanged(scene, .change(.inline, blockID: "hello"), isRefused: true)
    unchanged(scene, .change(.becomesShadow, blockID: "join"), isRefused: true)
  }

  /// The first one can't stand earlier in the file, the last one not later, and others have no place of their own there.
  @Test(arguments: ProgramFormat.allCases) func placesInTheFileThatAreNotThere(format: ProgramFormat) throws {
    let scene = try Scene(
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

  @Test(arguments: ProgramFormat.allCases) func variablesStayTheSame(format: ProgramFormat) throws {
    let scene = try Scene(IntentProgram.json, format)
    unchanged(scene, .renameVariable(id: "vx", to: "x"))
    // A parameter, whose callers have several arguments.
    unchanged(scene, .renameVariable(id: "va", to: "a"))
    unchanged(scene, .mergeVariable(id: "vx", into: "vx"), isRefused: true)
    unchanged(scene, .makeVariable(name: "x", type: "", for: nil), isRefused: true)
  }

  @Test(arguments: ProgramFormat.allCases) func commentsStayTheSame(format: ProgramFormat) throws {
    let scene = try Scene(IntentProgram.json, format)
    unchanged(scene, .setCommentText("a remark", commentID: "c1"))
    unchanged(scene, .makeComment(""), isRefused: true)
  }

  @Test(arguments: ProgramFormat.allCases) func whatIsLetGoWhereItWas(format: ProgramFormat) throws {
    let scene = try Scene(IntentProgram.json, format)
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

  @Test(arguments: ProgramFormat.allCases) func aDialogThatIsKeptUnchanged(format: ProgramFormat) throws {
    for (id, place) in [("if", 0), ("join", 0), ("def", 1)] {
      let scene = try Scene(IntentProgram.json, format)
      scene.controller.perform(.focus(.block(id: id)))
      _ = try scene.controller.beginMutation()
      unchanged(scene, .applyMutation)
      #expect(scene.controller.mutation == nil, "it is closed")
      // Changed, and changed back.
      scene.controller.perform(.focus(.block(id: id)))
      let session = try scene.controller.beginMutation()
      let layout = try #require(session.layout as? MutatorPartsLayout)
      let draft = layout.draft
      try session.change { () throws(FieldRefusal) in try layout.draft.remove(at: place) }
      try session.change { () throws(FieldRefusal) in layout.draft = draft }
      unchanged(scene, .applyMutation)
      scene.controller.perform(.focus(.block(id: id)))
      _ = try scene.controller.beginMutation()
      unchanged(scene, .cancelMutation)
    }
  }

  @Test(arguments: ProgramFormat.allCases) func nothingToPruneFollowUndoOrRedo(format: ProgramFormat) throws {
    let scene = try Scene(IntentProgram.json, format)
    scene.controller.perform(.focus(.block(id: "call")))
    unchanged(scene, .followCall)
    scene.controller.perform(.focus(.block(id: "def")))
    unchanged(scene, .prune, isRefused: true)
    unchanged(scene, .undo, isRefused: true)
    unchanged(scene, .redo, isRefused: true)
    for step in [CursorMotion.left, .right, .up, .down, .first, .last, .nextStack, .previousStack, .rows(5)] {
      let cursor = scene.controller.cursor
      let refusal = scene.controller.perform(.moveCursor(step)).refusal
      #expect((scene.controller.cursor == cursor) == (refusal != nil))
    }
    #expect(scene.fired.isEmpty)
  }
}
