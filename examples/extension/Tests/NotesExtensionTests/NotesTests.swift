import BlockEvents
import BlockModel
import Glibc
import MortiseFiles
import MortiseTerminal
import NotesExtension
import ProgramJournal
import PtyDriver
import TerminalTesting
import TerminalUI
import Testing
import Workbench

/// The extension in the editor, in the recovery of its journals, and in a replay.
@Suite(.serialized) final class NotesTests {
  private static let program = """
    <xml xmlns="https://developers.google.com/blockly/xml">
      <block type="play_notes" id="play" x="16" y="32">
        <mutation notes="2"></mutation>
        <value name="NOTE1">
          <block type="math_number" id="a">
            <field name="NUM">60</field>
          </block>
        </value>
        <value name="NOTE2">
          <block type="math_number" id="b">
            <field name="NUM">64</field>
          </block>
        </value>
      </block>
    </xml>

    """
  private let folder: String
  private var path: String { folder + "/notes.xml" }
  private let listener = UsageListener()
  /// Lines of JSON, as `--record-events` writes them.
  private var events: [String] = []

  init() throws {
    var template = Array("/tmp/mortise-extension-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
    try FileSaver.save(Array(Self.program.utf8), to: path)
  }

  deinit {
    for name in ["/notes.xml", "/.notes.xml.mortise-journal", "/events.jsonl"] { unlink(folder + name) }
    rmdir(folder)
  }

  private func key(_ code: Key.Code) -> InputEvent { .key(Key(code)) }

  /// Types keys into an editor.
  /// - Parameter end: how the editor ends; by the system, so that the journal stays, unless said.
  /// - Returns: the editor, which has ended, and its last frame.
  private func play(
    _ keys: [InputEvent], link: String? = nil, thenEnd end: [InputEvent] = [.terminate(.hangup)]
  ) throws -> Editor {
    let terminal = TestTerminal(width: 60, height: 16)
    var rest = keys + end
    let recorder = try EventRecorder(path: folder + "/events.jsonl")
    let editor = try NotesApp.editor(for: path, link: link, on: terminal, listener: listener) { options in
      options.eventManager = EventManager()
      options.listeners.append(EventRecording(recorder))
    }
    terminal.isBusy = { editor.isBusy }
    terminal.whenEmpty = { if rest.isEmpty { editor.stop() } else { terminal.feed([rest.removeFirst()]) } }
    editor.run()
    #expect(recorder.finish() == nil)
    return editor
  }

  /// The built `notes-editor` in a terminal of its own, so that it can be killed.
  /// - Parameter keys: what is typed, each when the editor is idle.
  private func playOnTerminal(_ keys: [String]) throws -> PtySession {
    // The binary is built beside the tests.
    let tests = CommandLine.arguments.first ?? ""
    let folder = tests.firstRange(of: "notes-editorPackageTests").map { tests[..<$0.lowerBound] } ?? ".build/debug/"
    let session = try PtySession(
      program: folder + "notes-editor", arguments: [path],
      environment: ["MORTISE_IDLE_FD": String(PtySession.lineDescriptor)])
    _ = try session.bytesUntilIdle()
    for key in keys {
      session.type(key)
      _ = try session.bytesUntilIdle()
    }
    return session
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
      of: journal, factory: NotesApp.blockFactory(), extensions: NotesApp.extensions())
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
      of: journal, factory: NotesApp.blockFactory(), extensions: NotesApp.extensions())
    journal.keep()
    #expect(document.workspace.blocks["play"]?.data == "allegro")
    #expect(document.workspace.blocks["play"]?.inputs.count == 8)
  }

  @Test func theEventsAreReplayedElsewhere() throws {
    let editor = try play(moreNotes)
    let lines = try FileReader.read(folder + "/events.jsonl").bytes
    let document = try Document.open(path, factory: NotesApp.blockFactory())
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
}
