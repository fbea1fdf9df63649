import BlockEvents
import BlockLibrary
import EventQueues
import FileTesting
import MortiseFiles
import MortiseScreen
import MortiseTerminal
import ProgramJournal
import ProgramRunning
import TerminalTesting
import Testing
import Workbench

@testable import TerminalUI

/// One start of the editor on a test terminal. A test holds its steps back, and says in acts what happens meanwhile: each
/// comes when nothing goes on any more but what is held back.
final class StartScene {
  typealias Act = (StartScene) throws -> Void

  let folder: TemporaryFolder
  let path: String
  let terminal: TestTerminal
  let queue = EventQueue<AppEvent>()
  /// The steps that can be held back.
  let definitions: Gate
  let file: Gate
  let journals: Gate
  /// What the editor does in the background when it is there: it saves.
  let saving: Gate
  /// Where the journal gets its name, and where its lines get on the disk.
  let journalName: Gate
  let journalLines: Gate
  /// What reads further programs, and the last commit.
  let another: Gate
  /// The files that are opened behind the first one, and the deep links into them.
  private let further: [(path: String, link: String?)]
  /// The gate that somebody is at, or is about to be.
  private var held: Gate?
  private(set) var editor: Editor?
  private var acts: [Act] = []
  private var clock = ContinuousClock.now
  private var isTimeOver = false
  /// What is called when the editor asks for the time.
  var whenAsked: () -> Void = {}
  /// Fires the events of the programs.
  let eventManager = EventManager()
  private(set) var warnings: [String] = []
  /// Where the editor notes which files were opened; nil for nowhere.
  var recentFiles: RecentFiles?
  /// The file in which running editors share what is copied; nil for none.
  var clipboardFile: PrivateFile?
  var settings = EditorSettings()
  /// The folders with interpreters.
  var searchPath = Interpreter.searchPath
  /// How many saves were begun.
  private(set) var saveCount = 0
  /// What is called when a save begins, before anything is written to the program's file.
  var whenSaving: () -> Void = {}

  nonisolated static let program = """
    <xml xmlns="https://developers.google.com/blockly/xml">
      <block type="math_number" id="n" x="16" y="32">
        <field name="NUM">1</field>
      </block>
    </xml>

    """

  /// - Parameters:
  ///   - program: what the file holds; nil for no file.
  ///   - folder: an earlier scene's, or that of the further programs.
  ///   - further: the files to open behind the first one, and deep links into them.
  init(
    _ program: String? = StartScene.program, size: (width: Int, height: Int) = (80, 24),
    colorDepth: ColorDepth = .twoFiftySix,
    in folder: TemporaryFolder? = nil, further: [(path: String, link: String?)] = [],
    definitions: Gate = Gate(), file: Gate = Gate(), journals: Gate = Gate(), saving: Gate = Gate(),
    journalName: Gate = Gate(), journalLines: Gate = Gate(), another: Gate = Gate()
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    path = self.folder.file("n.xml")
    self.further = further
    if let program, folder == nil { try FileSaver.save(Array(program.utf8), to: path) }
    terminal = TestTerminal(width: size.width, height: size.height, colorDepth: colorDepth)
    (self.definitions, self.file, self.journals, self.saving) = (definitions, file, journals, saving)
    (self.journalName, self.journalLines, self.another) = (journalName, journalLines, another)
    for gate in [definitions, file, journals, saving, journalName, journalLines, another] {
      gate.whenReached { [terminal] in terminal.wake() }
    }
  }

  private func opening(link: String?) -> Opening {
    let (path, definitions, file, journals) = (path, definitions, file, journals)
    var opening = Opening(
      path: path, link: link,
      definitions: {
        try definitions.pass()
        return Opening.Definitions(
          factory: try StockBlocks.factory(),
          toolbox: try ToolboxReader.readKnown(StockBlocks.toolbox, messages: StockBlocks.messages))
      },
      program: { definitions in
        try file.pass()
        return try Document.open(path, factory: definitions.factory)
      },
      journals: { own in
        try journals.pass()
        return JournalScan.look(for: path, besides: own)
      })
    opening.further = further.map { path, link in
      Opening.FurtherProgram(path: path, link: link) { try Document.open(path, factory: $0.factory) }
    }
    return opening
  }

  /// Runs the editor until the acts are over and then ends it, or until it ends itself.
  /// - Parameters:
  ///   - gate: the one that is shut.
  ///   - isTerminalLate: whether all is read before there is an editor.
  func play(
    holding gate: Gate? = nil, link: String? = nil, isTerminalLate: Bool = false, _ acts: [Act]
  ) throws {
    self.acts = acts
    held = gate
    let readingIsOver = Semaphore()
    var isReading = true
    let startUp = StartUp(opening(link: link), queue: queue) { [unowned self] work in
      let saving = editor?.isSaving == true ? saving : nil
      if saving != nil {
        saveCount += 1
        whenSaving()
      }
      let isOver = isReading ? readingIsOver : nil
      isReading = false
      BackgroundThread.run {
        if let saving { try? saving.pass() }
        work()
        isOver?.signal()
      }
    }
    queue.setWarning { [unowned self] words in warnings.append(words) }
    try startUp.begin()
    if isTerminalLate { #expect(readingIsOver.wait(atMost: .seconds(20))) }
    var options = Editor.Options()
    options.eventManager = eventManager
    options.journalDisk = JournalDisk(
      beforeLink: { [journalName] in try? journalName.pass() },
      beforeSynchronise: { [journalLines] in try? journalLines.pass() })
    options.readProgram = { [another] path in
      try another.pass()
      let factory = try StockBlocks.factory()
      let document = try path.map { try Document.open($0, factory: factory) } ?? Document(factory: factory)
      return (Opening.Definitions(factory: factory, toolbox: Toolbox(categories: [])), document)
    }
    options.committedVersion = { [another] _ in
      try another.pass()
      return Array(Self.program.utf8)
    }
    options.recentFiles = recentFiles
    options.clipboardFile = clipboardFile
    options.settings = settings
    options.searchPath = searchPath
    options.now = { [unowned self] in
      whenAsked()
      return clock
    }
    let newEditor = Editor(startUp, device: terminal, options: options)
    editor = newEditor
    terminal.isBusy = { newEditor.isBusy }
    terminal.whileBusy = { [unowned self] in whileBusy(newEditor) }
    terminal.whenEmpty = { [unowned self] in next(newEditor) }
    terminal.eventWhenEmpty = nil
    newEditor.run()
    #expect(self.acts.isEmpty, "the editor ended before its time")
    #expect(warnings == [])
    #expect(terminal.isClosed)
  }

  private func whileBusy(_ editor: Editor) -> BusyStep {
    guard let held else { return .wait }
    // Whoever comes to a gate wakes the terminal.
    guard held.hasSomebody else { return .wait }
    if held !== saving, editor.isSaving, !queue.activityIsInProgress(.saveJournalled) { return .wait }
    if held !== journalName, held !== journalLines,
      editor.journal.isWriting || queue.activityIsInProgress(.journalling)
    {
      return .wait
    }
    next(editor)
    defer { isTimeOver = false }
    return isTimeOver || !editor.isRunning ? .timeIsOver : .again
  }

  private func next(_ editor: Editor) {
    guard !acts.isEmpty else { return editor.stop() }
    do { try acts.removeFirst()(self) } catch { Issue.record(error) }
  }

  // MARK: - What a test does

  /// Lets go of what is held back, or fails it; another gate may be next.
  func open(_ gate: Gate, failing failure: OpenError? = nil, then next: Gate? = nil) {
    held = next
    gate.open(failing: failure)
  }

  /// From now on somebody is expected at the gate.
  func expect(_ gate: Gate) { held = gate }

  /// Lets time go by while nobody waits for input.
  func advanceClock(_ time: Duration) { clock += time }

  /// Types when the editor is woken the next time, so that both come at once.
  func afterWake(_ line: String) { terminal.feedWhenWoken = line }

  /// More time goes by than the editor or the user has timeout for.
  func passTime() {
    // Other tests may have had the thread for longer than that.
    clock = max(clock, .now) + .seconds(60)
    isTimeOver = true
  }

  func feed(_ line: String) throws { try terminal.feed(line) }

  /// The terminal gets the focus.
  func focus() { terminal.feed([.focus(true)]) }

  func resize(_ width: Int, _ height: Int) { terminal.feed([.resize(Size(width: width, height: height))]) }

  // MARK: - What a test sees

  var screen: String { terminal.screenRows().joined(separator: "\n") }

  /// The number in its block.
  static let shownProgram = /\n(  ?|.{12}│  ?)[▎▌ ] 1\n/

  var showsProgram: Bool { screen.contains(Self.shownProgram) }

  var statusLine: String { terminal.screenRows().last ?? "" }

  var wasDrawn: Bool { terminal.presentCount > 0 }

  /// The number in the program as it is now.
  var number: String { Self.number(in: editor.map { $0.workbench.bytes().bytes } ?? []) }

  /// The number in the program's file.
  var savedNumber: String { Self.number(in: (try? FileReader.read(path).bytes) ?? []) }

  private static func number(in bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).firstMatch(of: />(-?[0-9.]+)</).map { String($0.1) } ?? "none"
  }
}

extension Editor {
  fileprivate var isSaving: Bool { queue.activityIsInProgress(.saving) }
}
