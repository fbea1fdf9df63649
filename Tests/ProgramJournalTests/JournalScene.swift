import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import FileTesting
import Glibc
import MortiseFiles
import RandomEditing
import Synchronization
import Testing
import WorkbenchTesting

@testable import ProgramJournal
@testable import Workbench

/// A program in its own folder, edited in sessions with a journal. A session ends as if the editor were killed: the
/// journal stays and loses its lock.
@MainActor final class JournalScene {
  let folder: TemporaryFolder
  let path: String
  private(set) var session: Session
  let factory: BlockFactory

  /// An editor that has the program open.
  @MainActor final class Session {
    let controller: WorkbenchController
    let manager: EventManager
    let writer: JournalWriter
    private let collector: Collector
    let log = ProgressLog()

    var workspace: Workspace { controller.workspace }
    var texts: String { EditingSession.texts(of: workspace) }

    init(_ document: Document, goingOn journal: OrphanJournal? = nil, disk: JournalDisk = JournalDisk()) {
      let (manager, log) = (EventManager(), log)
      let controller = JournalScene.controller(for: document, manager: manager)
      (self.manager, self.controller) = (manager, controller)
      writer =
        journal.map {
          JournalWriter(document: controller.document, goingOn: $0, version: "test") { log.add($0) }
        } ?? JournalWriter(document: controller.document, version: "test", disk: disk) { log.add($0) }
      collector = Collector(writer: writer)
      controller.history.observer = collector
      writer.flush()
    }

    /// Changes the text of the first block that has one, in one group.
    func write(_ text: String) {
      let blocks = workspace.topBlocks.flatMap { Array($0.descendants()) }
      guard let block = blocks.first(where: { $0.firstField(withName: "TEXT") != nil }) else { return }
      controller.performGroup { controller.coordinator.setField("TEXT", of: block, to: .text(text)) }
    }

    func save(as path: String? = nil, overwrites: Bool = false) {
      do { try controller.save(as: path, overwrites: overwrites) } catch {
        Issue.record("it could not be saved: \(error)")
        return
      }
      writer.saved(controller.document)
    }

    func flush() {
      writer.flush()
      writer.finish()
    }
  }

  /// - Parameters:
  ///   - file: the file's text; nil for a new program without a file.
  ///   - program: the name of the program to open, if the file has several.
  init(
    _ file: String?, name: String = "program.json", program: String? = nil, seed: UInt64 = 7,
    disk: JournalDisk = JournalDisk()
  ) throws {
    folder = try TemporaryFolder()
    path = folder.file(name)
    if let file { try FileSaver.save(Array(file.utf8), to: path) }
    factory = try StockBlocks.factory()
    session = Session(
      try Document.open(ProgramPath(file: path, program: program).text, factory: factory, seed: seed), disk: disk)
  }

  /// The path of the first journal.
  var journalPath: String { path.replacing(folder.path + "/", with: folder.path + "/.") + ".mortise-journal" }
  var journalBytes: [UInt8] {
    get { (try? FileReader.read(journalPath).bytes) ?? [] }
    // `FileSaver` would sync the disk each time.
    set {
      guard let file = fopen(journalPath, "w") else { return }
      fwrite(newValue, 1, newValue.count, file)
      fclose(file)
    }
  }

  func journalContent() throws -> JournalContent {
    try #require(try JournalContent(reading: FileSystem.open(journalPath, O_RDONLY)))
  }

  /// The journal's lines after its header and its base.
  func journalLines() throws -> [JournalLine] {
    let content = try journalContent()
    let file = try FileSystem.open(journalPath, O_RDONLY)
    let journal = JournalFile(path: journalPath, file: file, index: content.index, isTorn: false)
    var lines: [JournalLine] = []
    try journal.forEachLine(of: content) { line in
      if case .base = line { return }
      lines.append(line)
    }
    return lines
  }

  /// Compacts the orphan journal.
  /// - Parameter meanwhile: runs before each step.
  /// - Returns: whether that left anything out.
  @discardableResult
  func compact(meanwhile: (JournalFile) throws -> Void = { _ in }) throws -> Bool {
    let orphan = try orphan()
    let compaction = JournalCompaction(of: orphan.file, programPath: path, minLength: 0)
    guard let compaction else { return false }
    repeat { try meanwhile(orphan.file) } while try compaction.copyNext()
    withExtendedLifetime(try compaction.finish()) {}
    return true
  }

  /// Ends the editor without a final save.
  func kill() { session.writer.close(removing: false) }

  /// The only orphan journal.
  func orphan() throws -> OrphanJournal {
    let scan = JournalScan.look(for: path)
    #expect(scan.remarks == [] && scan.activeEditors == [])
    return try #require(scan.orphans.first)
  }

  static func controller(
    for document: Document, _ extensions: ProgramExtensions = ProgramExtensions(),
    manager: EventManager = EventManager()
  ) -> WorkbenchController {
    WorkbenchController(
      document: document, toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: manager,
      extensions: extensions)
  }

  /// Recovers the orphan journal and continues it.
  @discardableResult
  func recover(_ journal: OrphanJournal? = nil) throws -> Session {
    let journal = try journal ?? orphan()
    let document = try JournalRecovery.document(of: journal, factory: factory)
    session = Session(document, goingOn: journal)
    return session
  }

  /// A block with a text.
  static func block(_ text: String) -> BlockSnapshot {
    var record = BlockSnapshot.Record(type: "text", id: "text \(text)")
    record.fields = [FieldRecord(name: "TEXT", state: .text(text))]
    return BlockSnapshot(records: [record])
  }

  static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"text_print","x":10,"y":10,"inputs":{"TEXT":{"block":{"type":"text","fields":{"TEXT":"a"}}}}}]}}
    """
}

/// Passes what the history records to the journal.
private final class Collector: UndoHistoryObserver {
  private let writer: JournalWriter

  init(writer: JournalWriter) { self.writer = writer }

  func history(_ history: UndoHistory, didRecord event: BlocklyEvent) { writer.record(event) }
  func historyDidUndo(_ history: UndoHistory) { writer.undone() }
  func historyDidRedo(_ history: UndoHistory) { writer.redone() }
}

/// The progress that a journal's writer reports, in order.
nonisolated final class ProgressLog: Sendable {
  private let entries = Mutex<[JournalProgress]>([])

  func add(_ progress: JournalProgress) { entries.withLock { $0.append(progress) } }

  /// The results of the writing.
  var all: [JournalProgress] { entries.withLock { $0.filter { $0 != .idle } } }
  var messages: [String] {
    all.compactMap { progress in
      if case .failed(let message, isKnown: false) = progress { message } else { nil }
    }
  }
}
