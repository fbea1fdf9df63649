import BlockEditing
import BlockEvents
import BlockFormats
import BlockModel
import Markup
import MortiseFiles
import Workbench

/// Recovers a program from an orphan journal: loads it as it was opened and replays all changes.
public enum JournalRecovery {
  /// The program of a journal with its undo and redo stacks, for a controller. The program counts as unsaved if it was
  /// changed after the last save. If its file has changed since, saving asks first. Events of unknown types stay in
  /// their groups and change nothing.
  /// - Parameters:
  ///   - factory: must know the blocks that the journal's editor knew.
  ///   - extensions: the same ones that the journal's editor used.
  /// - Throws: `OpenError` if the program can't be recovered; the journal stays as it is.
  public static func document(
    of journal: OrphanJournal, factory: BlockFactory, extensions: ProgramExtensions = ProgramExtensions()
  ) throws(OpenError) -> Document {
    var session = try replay(journal, factory, extensions)
    return session.finish(completedSave: journal.completedSaveStamp)
  }

  /// The program's file as it was last saved; if it never was, as it was opened. Data of an app beside the blocks may
  /// be older.
  /// - Returns: nil if there was no file.
  /// - Throws: `OpenError` if it can't be recovered.
  package static func savedBytes(
    of journal: OrphanJournal, factory: BlockFactory, extensions: ProgramExtensions
  ) throws(OpenError) -> [UInt8]? {
    var (lineCount, savedCount): (Int, Int) = (0, 0)
    var savingCount: Int?
    try forEachLine(of: journal) { line in
      switch line {
      case .saving: savingCount = lineCount
      case .saved: (savedCount, savingCount) = (savingCount ?? lineCount, nil)
      default: break
      }
      lineCount += 1
    }
    var session = try replay(journal, factory, extensions, atMost: savedCount)
    let document = session.finish(completedSave: nil)
    return savedCount == 0 ? document.savedBytes : document.saveJob()?.bytes
  }

  /// - Parameter limit: the maximum number of lines to replay.
  private static func replay(
    _ journal: OrphanJournal, _ factory: BlockFactory, _ extensions: ProgramExtensions, atMost limit: Int = .max
  ) throws(OpenError) -> ReplayedSession {
    guard let base = journal.content.base else { throw OpenError("\(journal.path): it contains no changes") }
    var session = try ReplayedSession(
      try opened(journal, base, factory, extensions.formats), extensions, expecting: base.loadingMark, journal.path)
    var left = limit
    try forEachLine(of: journal) { line in
      if left > 0 { try session.replay(line) }
      left -= 1
    }
    return session
  }

  private static func forEachLine(of journal: OrphanJournal, _ body: (JournalLine) throws -> Void) throws(OpenError) {
    do { try journal.file.forEachLine(of: journal.content, body) } catch {
      throw error as? OpenError ?? OpenError("\(error)")
    }
  }

  /// The batches in a journal, if all its changes are batches of one session.
  /// - Returns: nil if some are not.
  /// - Throws: `OpenError` if it can't be read.
  package static func batches(of journal: OrphanJournal) throws(OpenError) -> [(
    events: [JSONValue], batch: JournalBatch
  )]? {
    var batches: [(events: [JSONValue], batch: JournalBatch)] = []
    var isSession = true
    try forEachLine(of: journal) { line in
      switch line {
      case .events(let events, let batch?) where batch.session == batches.first?.batch.session ?? batch.session:
        batches.append((events, batch))
      case .events, .undo, .redo: isSession = false
      default: break
      }
    }
    return isSession ? batches : nil
  }

  /// The program as it was opened, with the same ids.
  private static func opened(
    _ journal: OrphanJournal, _ base: JournalBase, _ factory: BlockFactory, _ formats: FileFormats
  ) throws(OpenError) -> Document {
    let header = journal.content.header
    let format = try formats.format(named: base.format, in: journal.path)
    guard base.size > 0 else {
      var document = Document(factory: factory, path: journal.programPath, formats: formats, seed: header.seed)
      document.convert(to: format)
      document.stamp = header.stamp
      return document
    }
    let program: [UInt8]
    do throws(FileError) { program = try journal.file.program(journal.content) } catch { throw OpenError("\(error)") }
    do {
      // The program may have been renamed since.
      var document = try Document(
        bytes: program, path: journal.programPath, format: format, factory: factory, seed: header.seed)
      document.stamp = header.stamp
      return document
    } catch {
      throw OpenError("\(journal.path): the program in it can't be read: \(OpenError(reading: "program", error))")
    }
  }
}

/// An earlier session, replayed without the chaining listeners: the journal contains the events that they added.
private struct ReplayedSession {
  private var document: Document
  private let coordinator: WorkspaceLayoutCoordinator
  private let history: UndoHistory
  private let manager = EventManager()
  private let events: BlocklyEventFactory
  private let formats: FileFormats
  /// Retained, because the event manager references them weakly.
  private let listeners: [any EventManagerListener]
  private let definedProcedures: [String]
  private let name: String
  private var savedMark = 0
  /// The types of unknown events.
  private var unknownTypes: Set<String> = []
  /// The history's mark when the last save began.
  private var savingMark: Int?

  init(
    _ document: Document, _ extensions: ProgramExtensions, expecting mark: Document.LoadingMark, _ name: String
  ) throws(OpenError) {
    self.document = document
    self.name = name
    coordinator = WorkspaceLayoutCoordinator(
      workspace: document.workspace, eventManager: manager, layoutFactory: extensions.layoutFactory)
    events = extensions.eventFactory
    formats = extensions.formats
    definedProcedures = self.document.finishLoading(coordinator)
    history = UndoHistory(target: coordinator, eventManager: manager)
    listeners = extensions.addListeners(to: coordinator)
    guard self.document.loadingMark == mark else {
      throw OpenError("\(name): the program loads differently now; have the block definitions changed?")
    }
  }

  /// - Throws: `OpenError` if the program is not in the expected state.
  mutating func replay(_ line: JournalLine) throws(OpenError) {
    do {
      switch line {
      case .base, .editor, .draft: break
      case .events(let events, _): try history.replayEarlierSession(try read(events))
      case .undo(let count): for _ in 0..<count { try history.undo() }
      case .redo(let count): for _ in 0..<count { try history.redo() }
      case .saving: savingMark = history.mark
      case .saved(let save): try applySave(save)
      }
    } catch let error as OpenError {
      throw error
    } catch {
      throw OpenError("\(name): step \(history.undoCount + 1) can't be replayed: \(error)")
    }
  }

  private mutating func read(_ list: [JSONValue]) throws(EventError) -> [BlocklyEvent] {
    var read: [BlocklyEvent] = []
    for json in list {
      let event = try events.event(from: json, workspaceID: document.workspace.id)
      if event is UnknownEvent { unknownTypes.insert(event.type) }
      read.append(event)
    }
    return read
  }

  private mutating func applySave(_ save: JournalSave) throws(OpenError) {
    document.stamp = save.stamp
    // A later save writes the program, or the bytes as they were read.
    document.savedBytes = nil
    if save.format != document.style.format.name {
      document.convert(to: try formats.format(named: save.format, in: name))
    }
    savedMark = savingMark ?? history.mark
    savingMark = nil
  }

  /// The program after all changes.
  /// - Parameter stamp: the file's state if it holds the last save that began; otherwise nil.
  mutating func finish(completedSave stamp: FileStamp?) -> Document {
    if let stamp {
      document.stamp = stamp
      document.savedBytes = nil
      savedMark = savingMark ?? savedMark
    }
    document.recoveredHistory = RecoveredHistory(
      stacks: history.stacks, savedMark: savedMark, definedProcedures: definedProcedures,
      unknownEventTypes: unknownTypes.sorted())
    return document
  }
}

extension FileFormats {
  /// - Throws: `OpenError` for an unknown name.
  fileprivate func format(named name: String, in journal: String) throws(OpenError) -> any FileFormat {
    guard let format = format(named: name) else {
      throw OpenError("\(journal): the program is in the unknown format “\(name)”")
    }
    return format
  }
}
