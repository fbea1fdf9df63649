import FileTesting
import MortiseFiles
import MortiseTerminal
import Testing
import Workbench

@testable import TerminalUI

/// What was entered in a dialog survives the end of the editor: the dialog opens again with it.
@MainActor @Suite struct DialogDraftTests {
  private static let program = """
    <xml xmlns="https://developers.google.com/blockly/xml">
      <block type="controls_if" id="i" x="16" y="32">
        <value name="IF0"><block type="logic_boolean" id="b"/></value>
      </block>
      <block type="text_multiline" id="m" x="16" y="200"><field name="TEXT">old</field></block>
      <block type="procedures_defnoreturn" id="f" x="16" y="300"><field name="NAME">work</field></block>
      <comment id="c" x="300" y="16" w="200" h="100">note</comment>
    </xml>

    """

  /// Feeds keys, ends the editor by a hang-up and opens the unsaved work.
  private func reopened(
    from keys: [String], program: String = program, _ acts: [StartScene.Act]
  ) throws {
    let earlier = try StartScene(program)
    try earlier.play(keys.map { line in { try $0.feed(line) } } + [{ try $0.feed("<Hangup>") }])
    let scene = try StartScene(in: earlier.folder)
    try scene.play([{ try $0.feed("<Enter>") }] + acts)
    if scene.folder.names.count > 1 { Issue.record("a journal is left: \(scene.folder.names)") }
  }

  private func expect(_ scene: StartScene, shows texts: String...) {
    for text in texts { #expect(scene.screen.contains(text), "\(text):\n\(scene.screen)") }
  }

  @Test func aBlockComment() throws {
    try reopened(
      from: ["\"", "A comment", "<Enter>with two lines"],
      [
        { scene in
          expect(
            scene, shows: "A comment", "with two lines", "the unsaved work with the text you were typing; apply it")
          try scene.feed("<C-s>")
        },
        { scene in
          #expect(scene.editor?.workbench.workspace.blocks["i"]?.comment?.text == "A comment\nwith two lines")
          try scene.feed("u")
        },
        { #expect($0.editor?.workbench.workspace.blocks["i"]?.comment == nil) },
      ])
  }

  @Test func aNewWorkspaceComment() throws {
    try reopened(
      from: ["w", "Remember the milk"],
      [
        { scene in
          expect(scene, shows: "New comment", "Remember the milk")
          try scene.feed("<C-s>")
        },
        { #expect($0.editor?.workbench.workspace.comments.count == 2) },
      ])
  }

  @Test func aField() throws {
    try reopened(
      from: ["nn", "<Enter>", "new", "<Enter>text"],
      [
        { expect($0, shows: "oldnew", "text", "the unsaved work with the text you were typing; apply it") }
      ])
  }

  /// What can't be a value of the field is kept as well.
  @Test func aTextThatTheFieldRefuses() throws {
    try reopened(
      from: ["<Enter>", "12e"], program: StartScene.program,
      [
        { scene in
          expect(scene, shows: "12e")
          try scene.feed("<Backspace><Enter>")
        },
        { #expect($0.number == "12") },
      ])
  }

  @Test func whatAMutatorIsToHave() throws {
    try reopened(
      from: ["e", "a", "a", "e"],
      [
        { scene in
          expect(scene, shows: "else if", "the unsaved work with its open dialog; apply it")
          #expect(scene.editor?.workbench.history.undoCount == 0)
          try scene.feed("<C-s>")
        },
        { scene in
          let names = scene.editor?.workbench.workspace.blocks["i"]?.inputs.map(\.name) ?? []
          #expect(names == ["IF0", "DO0", "IF1", "DO1", "IF2", "DO2", "ELSE"])
          #expect(scene.editor?.workbench.workspace.blocks["b"]?.parent?.id == "i")
          #expect(scene.editor?.workbench.history.undoCount == 1)
        },
      ])
  }

  @Test(arguments: [
    ("a", "below if"), ("A", "above if"), ("<Right>E<C-u>", "editing true"), ("<End>a", "in to work"),
  ])
  func aTypedLine(keys: String, place: String) throws {
    try reopened(
      from: [keys, "x = "],
      [
        { scene in
          expect(scene, shows: place, "x = …")
          #expect(scene.editor?.workbench.history.undoCount == 0)
          try scene.feed("y<Enter><Esc>")
        },
        { #expect($0.editor?.workbench.history.undoCount == 1) },
      ])
  }

  /// A part keeps its contents wherever it was moved.
  @Test func movedAndRemovedParts() throws {
    try reopened(
      from: ["e", "a", "<S-Up>"],
      [
        { try $0.feed("<C-s>") },
        { scene in
          let inputs = scene.editor?.workbench.workspace.blocks["i"]?.inputs ?? []
          #expect(inputs.first { $0.name == "IF1" }?.connectedBlock?.id == "b")
        },
      ])
  }

  @Test func aNameThatIsTypedInADialog() throws {
    try reopened(
      from: ["nnn", "e", "a", "<C-u>speed"],
      [
        { scene in
          expect(scene, shows: "speed", "the unsaved work with the text you were typing; apply it")
          try scene.feed("<Enter>")
        },
        { try $0.feed("<C-s>") },
        { scene in
          let mutation = scene.editor?.workbench.bytes().bytes ?? []
          #expect(String(decoding: mutation, as: UTF8.self).contains(#"name="speed""#))
        },
      ])
  }

  /// A kill leaves what the journal holds: all that was typed before the last frame.
  @Test func theJournalHasTheTextBeforeItIsShown() throws {
    let scene = try StartScene()
    try scene.play([
      { try $0.feed("w") }, { try $0.feed("abc") }, { try $0.feed("d") },
      { scene in
        let journal = try FileReader.read(scene.folder.file(".n.xml.mortise-journal")).bytes
        #expect(String(decoding: journal, as: UTF8.self).hasSuffix(#""keep":[3,0],"text":"d"}}"# + "\n"))
        try scene.feed("<Esc>")
      },
      { scene in
        let journal = try FileReader.read(scene.folder.file(".n.xml.mortise-journal")).bytes
        #expect(String(decoding: journal, as: UTF8.self).hasSuffix(#"{"draft":null}"# + "\n"))
      },
    ])
    #expect(scene.folder.names == ["n.xml"])
  }

  @Test func theQuestionTellsOfTheText() throws {
    let earlier = try StartScene()
    try earlier.play([{ try $0.feed("w") }, { try $0.feed("abc") }, { try $0.feed("<Hangup>") }])
    try StartScene(in: earlier.folder).play([
      { scene in
        expect(scene, shows: ": text being typed")
        try scene.feed("k")
      }
    ])
    #expect(earlier.folder.names.count == 2, "it is kept")
    try StartScene(in: earlier.folder).play([
      { try $0.feed("d") }, { expect($0, shows: "deleted") },
    ])
    #expect(earlier.folder.names == ["n.xml"])
  }
}
