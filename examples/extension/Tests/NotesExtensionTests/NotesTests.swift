import BlockEvents
import BlockModel
import Glibc
import MortiseCommandLine
import MortiseFiles
import MortiseScreen
import MortiseTerminal
import NotesExtension
import ProgramJournal
import PtyDriver
import TerminalTesting
import TerminalUI
import Testing
import Workbench
import WorkbenchTesting

/// The extension in the editor, in the recovery of its journals, and in a replay.
@Suite(.serialized) final class NotesTests {
  private static let program = """
    <xml xmlns="https://developers.google.com/blockly/xml">
      <block type="play_notes" id="play" x="16" y="32">
        <mutation notes="2"></mutation>
        <value name="NOTE0">
          <block type="math_number" id="a">
            <field name="NUM">60</field>
          </block>
        </value>
        <value name="NOTE1">
          <block type="math_number" id="b">
            <field name="NUM">64</field>
          </block>
        </value>
      </block>
    </xml>

    """
  private let folder: String
  private var path: String
  private let listener = UsageListener()
  /// Lines of JSON, as `--record-events` writes them.
  private var events: [String] = []
  /// The screen before the first key, and after each.
  private var screens: [String] = []

  init() throws {
    var template = Array("/tmp/mortise-extension-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
    path = folder + "/notes.xml"
    try FileSaver.save(Array(Self.program.utf8), to: path)
  }

  deinit {
    // With what the editor remembers in the user's home.
    remove(folder)
  }

  private func key(_ code: Key.Code) -> InputEvent { .key(Key(code)) }

  /// Types keys into an editor.
  /// - Parameters:
  ///   - shown: what a program that runs makes the screen show, before the first key and after each; empty for no matter.
  ///   - end: how the editor ends; by the system, so that the journal stays, unless said.
  /// - Returns: the editor, which has ended, and its last frame.
  private func play(
    _ keys: [InputEvent], link: String? = nil, awaiting shown: [String] = [],
    thenEnd end: [InputEvent] = [.terminate(.hangup)]
  ) throws -> Editor {
    let terminal = TestTerminal(width: 80, height: 24)
    var rest = keys + end
    let recorder = try EventRecorder(path: folder + "/events.jsonl")
    var app = NotesApp.app(listener: listener)
    let configure = app.configureEditor
    app.configureEditor = { options in
      configure(&options)
      options.eventManager = EventManager()
      options.settings.codeLanguage = "sh"
      options.listeners.append(EventRecording(recorder))
    }
    let editor = try app.editor(for: path, link: link, on: terminal)
    let limit = ContinuousClock.now + .seconds(20)
    terminal.isBusy = { [unowned self] in
      if editor.isBusy { return true }
      guard screens.count < shown.count, ContinuousClock.now < limit else { return false }
      let text = shown[screens.count]
      return !text.isEmpty && !terminal.screenRows().joined().contains(text)
    }
    screens = []
    terminal.whenEmpty = { [unowned self] in
      screens.append(terminal.screenRows().joined(separator: "\n"))
      if rest.isEmpty { editor.stop() } else { terminal.feed([rest.removeFirst()]) }
    }
    editor.run()
    #expect(recorder.finish() == nil)
    return editor
  }

  /// The built `notes-editor` in a terminal of its own, so that it can be killed.
  /// - Parameter keys: the typed keys, each sent when the editor is idle.
  private func playOnTerminal(_ keys: [String]) throws -> PtySession {
    let session = try run("notes-editor", [path])
    _ = try session.bytesUntilIdle()
    for key in keys {
      session.type(key)
      _ = try session.bytesUntilIdle()
    }
    return session
  }

  /// Starts a built program on a terminal of its own.
  private func run(_ program: String, _ arguments: [String]) throws -> PtySession {
    // The binary is built beside the tests.
    let tests = CommandLine.arguments.first ?? ""
    let binaries = tests.firstRange(of: "notes-editorPackageTests").map { tests[..<$0.lowerBound] } ?? ".build/debug/"
    return try PtySession(
      program: binaries + program, arguments: arguments,
      environment: [
        "MORTISE_IDLE_FD": String(PtySession.lineDescriptor), "HOME": folder, "PATH": "/usr/bin:/bin",
      ])
  }

  private func text(of editor: Editor) -> String { String(decoding: editor.workbench.bytes().bytes, as: UTF8.self) }

  /// Five more notes, by the dialog of the block.
  private var moreNotes: [InputEvent] {
    [key(.character("e"))] + Array(repeating: key(.right), count: 5) + [key(.enter)]
  }

  @Test func theMutationKeepsWhatIsConnectedAndIsOneStepWithItsTempo() throws {
    let editor = try play(moreNotes)
    let text = text(of: editor)
    #expect(text.contains(#"<mutation notes="7">"#) && text.contains("<data>allegro</data>"))
    let block = try #require(editor.workbench.workspace.blocks["play"])
    #expect(block.inputs.count == 8 && block.children.map(\.id) == ["a", "b"])
    #expect(editor.workbench.history.undoCount == 1 && listener.openedDialogs == 1)
  }

  /// The block of a removed input moves to the top level, in one step.
  @Test func removedNotesAreDisconnectedInOneStep() throws {
    let fewer = [key(.character("e")), key(.left), key(.enter)]
    let block = try #require(try play(fewer).workbench.workspace.blocks["b"])
    #expect(block.parent == nil)
    try #require(JournalScan.look(for: path).orphans.first).discard()
    #expect(text(of: try play(fewer + [key(.character("u"))])) == Self.program)
  }

  @Test func escapeLeavesNothing() throws {
    let editor = try play([key(.character("e")), key(.right), key(.escape)])
    #expect(text(of: editor) == Self.program && editor.workbench.history.undoCount == 0)
  }

  @Test func theLimitIsShown() throws {
    let session = try playOnTerminal(["e"] + Array(repeating: "\u{1B}[D", count: 3))
    // The terminal is sent what changes on the screen alone.
    #expect(session.output.contains("100 notes can be played"))
  }

  @Test func undoAndRedoAreExact() throws {
    #expect(text(of: try play(moreNotes + [key(.character("u"))])) == Self.program)
    let redone = text(of: try play(moreNotes + [key(.character("u")), key(.character("U"))]))
    try #require(JournalScan.look(for: path).orphans.first).discard()
    #expect(redone == text(of: try play(moreNotes)))
  }

  /// The editor was ended by the system, and its journal stays, with our event in it.
  @Test func whatWasDoneIsRecovered() throws {
    let editor = try play(moreNotes)
    let bytes = try FileReader.read(folder + "/.notes.xml.mortise-journal").bytes
    #expect(String(decoding: bytes, as: UTF8.self).contains(TempoEvent.type))
    let journal = try #require(JournalScan.look(for: path).orphans.first)
    #expect(journal.unsavedGroupCount == 1)
    let document = try JournalRecovery.document(
      of: journal, factory: NotesApp.app().blockFactory(), extensions: NotesApp.extensions())
    journal.keep()
    #expect(document.workspace.blocks["play"]?.data == "allegro")
    #expect(document.workspace.blocks["play"]?.inputs.count == editor.workbench.workspace.blocks["play"]?.inputs.count)
    // In the editor: the question about unsaved work is answered, and the step is undone.
    let recovered = try play([key(.character("o")), key(.character("u")), key(.character("U"))])
    #expect(text(of: recovered) == text(of: editor))
  }

  /// A killed editor can't do anything at its end: what it showed is in the journal.
  @Test func whatWasDoneIsRecoveredAfterAKill() throws {
    let session = try playOnTerminal(["e"] + Array(repeating: "\u{1B}[C", count: 5) + ["\r"])
    session.signal(SIGKILL)
    #expect(throws: PtySession.Failure.self) { _ = try session.nextLine() }
    #expect(try FileReader.read(path).bytes == Array(Self.program.utf8))
    let journal = try #require(JournalScan.look(for: path).orphans.first)
    let document = try JournalRecovery.document(
      of: journal, factory: NotesApp.app().blockFactory(), extensions: NotesApp.extensions())
    journal.keep()
    #expect(document.workspace.blocks["play"]?.data == "allegro")
    #expect(document.workspace.blocks["play"]?.inputs.count == 8)
  }

  @Test func theEventsAreReplayedElsewhere() throws {
    let editor = try play(moreNotes)
    let lines = try FileReader.read(folder + "/events.jsonl").bytes
    let document = try Document.open(path, factory: NotesApp.app().blockFactory())
    let replay = EventReplay(workspace: document.workspace, extensions: NotesApp.extensions())
    #expect(replay.apply(lines, named: "events.jsonl").isEmpty)
    #expect(replay.unknownEvents.isEmpty)
    let block = try #require(document.workspace.blocks["play"])
    let original = try #require(editor.workbench.workspace.blocks["play"])
    #expect(block.data == "allegro" && block.inputs.map(\.name) == original.inputs.map(\.name))
    #expect(block.children.map(\.id) == ["a", "b"])
    try replay.undo(nil)
    #expect(block.data == nil && block.children.map(\.id) == ["a", "b"])
  }

  @Test func theModuleHasItsOwnRoute() throws {
    _ = try play([], link: "notes")
    #expect(listener.shownNotes == [1] && listener.linkedPages == ["Notes"] && listener.closedLinkCount == 0)
    _ = try play([key(.escape)], link: "notes")
    #expect(listener.closedLinkCount == 1)
  }

  // MARK: - Additions to the editor

  private func keys(_ line: String) throws -> [InputEvent] { try InputEvent.events(inLine: line) }

  /// The key opens the window, Enter goes to the block.
  @Test func theKeyOpensAWindow() throws {
    let editor = try play(try keys("<Right><C-n><Enter>"))
    #expect(screens[2].contains("─ Notes ─") && screens[2].contains("2 notes, no tempo"), "\(screens[2])")
    #expect(screens[2].contains("Notes: 2 notes, no tempo · 1 of 1"), "the status line alone would do")
    #expect(!screens[3].contains("Notes: ") && editor.workbench.cursorBlock?.id == "play")
    #expect(listener.shownNotes == [1])
  }

  /// The rows of a list that is longer than the window scroll with the selected one.
  @Test func theListScrolls() throws {
    let blocks = (1...30).map { #"<block type="play_notes" id="b\#($0)"><mutation notes="\#($0)"/></block>"# }
    try FileSaver.save(Array("<xml>\(blocks.joined())</xml>".utf8), to: path)
    let editor = try play(try keys("<C-n>" + String(repeating: "<Down>", count: 24) + "<Enter>"))
    #expect(screens[1].contains("1 note, no tempo") && !screens[1].contains("25 notes"), "\(screens[1])")
    #expect(screens[25].contains("│ 25 notes, no tempo") && !screens[25].contains("│ 1 note,"), "\(screens[25])")
    #expect(editor.workbench.cursorBlock?.id == "b25")
  }

  @Test func thePaneShowsTheBlockAtTheCursor() throws {
    _ = try play(try keys("<C-t>e<Right><Right><Right><Enter><Right><C-t>"))
    #expect(screens[1].contains("─ Tempo ─") && screens[1].contains("no tempo"), "\(screens[1])")
    #expect(screens[6].contains("allegro"), "\(screens[6])")
    #expect(screens[7].contains("no notes here"), "\(screens[7])")
    #expect(!screens[8].contains("─ Tempo ─"))
  }

  /// The button of the app's category, in one step.
  @Test func theButtonSetsAllTempos() throws {
    let two = Self.program.replacing(
      "</xml>", with: #"<block type="play_notes" id="other"><mutation notes="1"/></block></xml>"#
    )
    .replacing(#"y="32">"#, with: #"y="32"><data>presto</data>"#)
    try FileSaver.save(Array(two.utf8), to: path)
    let editor = try play(try keys("t<End><Enter><End><Enter>"))
    #expect(screens[4].contains("[ All at one tempo ]"), "\(screens[4])")
    #expect(editor.workbench.workspace.blocks["other"]?.data == "presto", "\(screens)")
    #expect(editor.workbench.history.undoCount == 1)
  }

  /// A change is exact without a screen, too: in undo and redo, in a saved undo stack, and in another client.
  @Test func aChangeIsExact() throws {
    let scene = try WorkbenchScene(
      #"{"blocks":{"blocks":[{"type":"play_notes","id":"play","extraState":"<mutation notes=\"2\"/>"}]}}"#, .xml,
      factory: NotesApp.app().blockFactory(), extensions: NotesApp.extensions())
    try scene.check {
      try scene.controller.perform("set tempo") { try $0.setTempo("presto", of: scene.block("play")) }
    }
  }

  // MARK: - Additions to the commands

  /// The app's blocks have words in the language of the user's file, as Mortise's have.
  @Test func theBlocksHaveWordsInTheUsersLanguage() throws {
    let (dutch, text) = (folder + "/nl.json", folder + "/rate.blocktext")
    try FileSaver.save(Array("{}".utf8), to: dutch)
    try FileSaver.save(Array(#"<xml><block type="rate"/></xml>"#.utf8), to: path)
    #expect(NotesApp.app().run(["convert", path, "-o", text, "--language", dutch]) == .success)
    #expect(String(decoding: try FileReader.read(text).bytes, as: UTF8.self).contains("geef 4"))
    #expect(NotesApp.app().run(["convert", path, "-o", text]) == .success)
    #expect(try FileReader.read(text).bytes == Array("rate it 4\n".utf8))
  }

  @Test func theFormatIsReadAndWritten() throws {
    let (tune, again) = (folder + "/a.tune", folder + "/b.tune")
    try FileSaver.save(Array("60 64 67 allegro\n72\n".utf8), to: tune)
    #expect(NotesApp.app().run(["convert", tune, "-o", folder + "/a.xml"]) == .success)
    #expect(NotesApp.app().run(["convert", folder + "/a.xml", "-o", again]) == .success)
    #expect(try FileReader.read(again).bytes == FileReader.read(tune).bytes)
    #expect(NotesApp.app().run(["check", tune]) == .success)
    try FileSaver.save(Array("60 x allegro\n".utf8), to: tune)
    let check = try run("notes-editor", ["check", tune])
    _ = try check.end()
    #expect(check.output.contains("a.tune:1:4: “x” isn't a note"), "\(check.output)")
  }

  /// A program in a file of another app, whose words stay as they are.
  @Test func theContainerKeepsWhatIsAroundTheProgram() throws {
    let song = folder + "/ode.song"
    try FileSaver.save(Array(("Freude, schöner Götterfunken\n" + Self.program).utf8), to: song)
    let saving = try keys("e<Right><Enter><C-s>")
    path = song
    _ = try play(saving)
    let text = String(decoding: try FileReader.read(song).bytes, as: UTF8.self)
    #expect(text.hasPrefix("Freude, schöner Götterfunken\n<xml "), "\(text)")
    #expect(text.contains(#"<mutation notes="3">"#), "\(text)")
  }

  /// Programs are changed, saved and generated without a terminal.
  @Test func theTempoIsSetWithoutAScreen() throws {
    let session = try run("notes-editor", ["tempo", "presto", path])
    #expect(try session.end() == 0)
    #expect(session.output.contains("play 60 64"), "\(session.output)")
    let saved = Self.program.replacing("  </block>\n</xml>", with: "    <data>presto</data>\n  </block>\n</xml>")
    let text = String(decoding: try FileReader.read(path).bytes, as: UTF8.self)
    #expect(text.contains("<data>presto</data>") && text.count == saved.count, "\(text)")
    let broken = try run("notes-editor", ["tempo", "presto", folder])
    #expect(try broken.end() == ExitCode.problems.rawValue)
  }

  /// The theme of the app colours the cursor, unless the user has chosen another one.
  @Test func theThemeIsTheApps() {
    for (chosen, isOwn) in [(nil, true), ("light", false)] {
      var options = Editor.Options()
      options.settings.theme = chosen
      NotesApp.app().configureEditor(&options)
      #expect((options.colors.roles[.focus]?.background == RGB(hex: 0x7FD4FF)) == isOwn)
    }
  }

  /// The code of notes in a language of the app's own.
  @Test func notesBecomeAShellScript() throws {
    let code = folder + "/notes.sh"
    #expect(NotesApp.app().run(["generate", path, "-o", code]) == .success)
    let text = String(decoding: try FileReader.read(code).bytes, as: UTF8.self)
    #expect(text.hasSuffix("\n}\n\n\nplay 60 64\n"), "\(text)")
    let session = try run("notes-editor", ["run", path, "--to", "sh"])
    #expect(try session.end() == 0)
    #expect(session.output.contains("♪ 60 64"), "\(session.output)")
  }

  /// Its runtime stops at statements, and reports which block failed.
  @Test func theScriptIsSteppedThrough() throws {
    let loud = Self.program.replacing(
      "</xml>",
      with: #"""
        <block type="play_notes" id="loud" y="99"><mutation notes="1"/><value name="NOTE0"><block type="math_number">
        <field name="NUM">128</field></block></value></block></xml>
        """#)
    try FileSaver.save(Array(loud.utf8), to: path)
    // Stops before the first block, and then before the second one, which fails.
    let shown = ["", "Shell: ", "─ Shell: stopped", "♪ 60 64", "there is no such note"]
    let editor = try play(try keys("$<F10><F10><F5>"), awaiting: shown)
    for (screen, text) in zip(screens, shown) { #expect(screen.contains(text), "\(screen)") }
    #expect(editor.workbench.cursorBlock?.id == "loud")
  }

  @Test func theSubcommandCounts() throws {
    for (arguments, output) in [
      (["count", path], "notes.xml: 2 notes"), (["--version"], "notes-editor 1.0.0"),
      (["--help"], "notes-editor count FILE..."),
      (["keys"], "| Ctrl+N | List notes… | list the blocks that play notes |"),
    ] {
      let session = try run("notes-editor", arguments)
      _ = try session.end()
      #expect(session.output.contains(output), "\(session.output)")
    }
  }

  @Test func mistakesNameTheApp() throws {
    let session = try run("notes-editor", ["count"])
    #expect(try session.errorText().contains("notes-editor: FILE is missing; see ‘notes-editor count --help’"))
    #expect(try session.end() == ExitCode.usage.rawValue)
  }

  @Test func theSmallEditorKnowsItsBlock() throws {
    let program = folder + "/greet.xml"
    try FileSaver.save(
      Array(#"<xml><block type="greet"><field name="NAME">Bob</field></block></xml>"#.utf8), to: program)
    let session = try run("greeting-editor", ["generate", program, "--to", "python"])
    _ = try session.end()
    #expect(session.output.contains("print('Hello, Bob!')"), "\(session.output)")
  }
}

/// Removes a file, or a folder with everything in it.
nonisolated private func remove(_ path: String) {
  var folders = [path]
  var found = [path]
  while let folder = folders.popLast() {
    guard let stream = opendir(folder) else { continue }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      found.append("\(folder)/\(name)")
      if entry.pointee.d_type == DT_DIR { folders.append("\(folder)/\(name)") }
    }
  }
  for path in found.reversed() where unlink(path) != 0 { rmdir(path) }
}
