import FileTesting
import Testing
import Workbench

@testable import TerminalUI

/// What was typed before a question could be seen is no answer to it.
@MainActor @Suite struct StartUpQuestionTests {
  private let folder: TemporaryFolder

  /// An editor was ended by a hang-up after the number was changed.
  init() throws {
    let earlier = try StartScene()
    folder = earlier.folder
    try earlier.play([{ try $0.feed("<Enter>7<Enter>") }, { try $0.feed("<Hangup>") }])
    #expect(folder.names == [".n.xml.mortise-journal", "n.xml"])
  }

  private func expectQuestion(_ scene: StartScene) {
    #expect(scene.screen.contains("Unsaved work from "), "\(scene.screen)")
    #expect(scene.folder.names.contains(".n.xml.mortise-journal"), "nothing was deleted")
  }

  /// Typed ahead were a `t` for the toolbox, which would throw the work away, and one for a number, which would open it.
  @Test(arguments: ["t<Esc><Enter>5<Enter>", "<Enter>5<Enter>t<Esc>"], [false, true])
  func keysWaitForTheAnswer(keys: String, isSeen: Bool) throws {
    let gate = Gate(isHeld: true)
    let scene = try StartScene(in: folder, file: gate)
    try scene.play(
      holding: gate,
      [{ try $0.feed(keys) }] + (isSeen ? [{ $0.passTime() }] : []) + [
        { $0.open(gate) },
        { scene in
          expectQuestion(scene)
          #expect(scene.number == "1")
          try scene.feed("o")
        },
        { scene in
          #expect(scene.number == "5")
          #expect(scene.editor?.workbench.history.undoCount == 2)
          try scene.feed("u")
        },
        { #expect($0.number == "7") },
      ])
    #expect(scene.queue.pending == [])
  }

  @Test(arguments: ["k", "d", "<Esc>"]) func otherAnswers(answer: String) throws {
    let gate = Gate(isHeld: true)
    let scene = try StartScene(in: folder, journals: gate)
    try scene.play(
      holding: gate,
      [
        { try $0.feed("<Enter>5<Enter>o") },
        { $0.open(gate) },
        { scene in
          expectQuestion(scene)
          try scene.feed(answer)
        },
        { scene in
          #expect(scene.number == "5" && scene.editor?.workbench.history.undoCount == 1)
          #expect(scene.folder.names.contains(".n.xml.mortise-journal") == (answer != "d"))
        },
      ])
  }

  /// A key that comes in just when the question does.
  @Test func keysThatComeWithTheQuestionWaitToo() throws {
    let gate = Gate(isHeld: true)
    let scene = try StartScene(in: folder, journals: gate)
    try scene.play(
      holding: gate,
      [
        { scene in
          scene.open(gate)
          // They are there when the editor is woken.
          scene.afterWake("d")
        },
        { scene in
          expectQuestion(scene)
          try scene.feed("<Enter>")
        },
        { #expect($0.number == "7") },
      ])
  }

  /// The place is one in the work that is opened.
  @Test func aPlaceInUnsavedWork() throws {
    let program = StartScene.program.replacing(
      "</xml>", with: "  <block type=\"math_number\" id=\"m\"></block>\n</xml>")
    let earlier = try StartScene(program)
    try earlier.play([{ try $0.feed("<Enter>7<Enter>") }, { try $0.feed("<Hangup>") }])
    let scene = try StartScene(in: earlier.folder)
    try scene.play(
      link: "block=m/field=NUM",
      [
        { scene in
          expectQuestion(scene)
          try scene.feed("o")
        },
        { scene in
          #expect(scene.number == "7")
          #expect(scene.editor?.workbench.cursor == .block(id: "m"))
          #expect(scene.statusLine.contains("this is the unsaved work; save to keep it"))
        },
      ])
  }

  @Test func aPlaceThatIsNotInUnsavedWork() throws {
    let scene = try StartScene(in: folder)
    try scene.play(
      link: "block=none",
      [
        { try $0.feed("o") },
        { scene in
          #expect(scene.statusLine.contains("there is no block “none” here · this is the unsaved work"))
        },
      ])
  }

  /// A deep link has opened a window behind the question. Typed ahead was a text for it.
  @Test(arguments: ["k", "o"]) func keysWaitForTheAnswerAndNotForOtherWindows(answer: String) throws {
    let program = StartScene.program.replacing(
      "<field", with: "<comment pinned=\"false\" h=\"80\" w=\"160\">why</comment>\n    <field")
    let earlier = try StartScene(program)
    try earlier.play([{ try $0.feed("<Enter>7<Enter>") }, { try $0.feed("<Hangup>") }])
    let gate = Gate(isHeld: true)
    let scene = try StartScene(in: earlier.folder, journals: gate)
    try scene.play(
      holding: gate, link: "block=n/comment",
      [
        { try $0.feed("!<C-s>") },
        { $0.open(gate) },
        { scene in
          expectQuestion(scene)
          try scene.feed(answer)
        },
        { scene in
          let workbench = scene.editor?.workbench
          #expect(workbench?.workspace.blocks["n"]?.comment?.text.contains("!") == true, "\(scene.screen)")
          #expect(scene.number == (answer == "o" ? "7" : "1"))
          // The window about the program that was open before is gone, too.
          #expect(scene.editor?.screen.modes.all.count == 1)
        },
      ])
  }

  @Test func aDeepLinkToACommentThatIsNotThere() throws {
    try StartScene().play(
      link: "block=n/comment", [{ #expect($0.statusLine.contains("there is no comment here"), "\($0.screen)") }])
  }
}
