import BlockEditing
import BlockEvents
import BlockFormats
import BlockModel
import Files
import Markup
import Workbench

/// Brings back what a left journal says: the program as it was opened, and everything that was done to it.
public enum JournalRecovery {
  /// The program of a journal, with its undo and redo stacks, to be given to a controller. It is unsaved when something was
  /// done since it was saved last; where its file is not as the journal knows it, saving asks first.
  /// An event of an unknown type is kept in its step, and changes nothing.
  /// - Parameters:
  ///   - factory: knows the blocks that it knew then.
  ///   - extensions: those that the editor had then.
  /// - Throws: `OpenError` when it can't be brought back; the journal stays as it is.
  public static func document(
    of journal: OrphanJournal, factory: BlockFactory, extensions: ProgramExtensions = ProgramExtensions()
  ) throws(OpenError) -> Document {
    guard let base = journal.content.base else { throw OpenError("\(journal.path): nothing was done to the program") }
    var session = try EarlierSession(
      try opened(journal, base, factory), extensions, expecting: base.loadingMark, journal.path)
    for line in journal.content.lines { try session.replayEarlierSession(line) }
    return session.finish(arrived: journal.arrivedStamp)
  }

  /// The program as it was opened then, with the ids that it got.
  private static func opened(
    _ journal: OrphanJournal, _ base: JournalBase, _ factory: BlockFactory
  ) throws(OpenError) -> Document {
    let header = journal.content.header
    guard base.size > 0 else {
      var document = Document(factory: factory, path: journal.programPath, seed: header.seed)
      document.style = .pretty(base.format)
      document.stamp = header.stamp
      return document
    }
    do throws(MarkupError) {
      var document = try Document(
        bytes: journal.content.program, path: journal.programPath, factory: factory, seed: header.seed)
      document.stamp = header.stamp
      return document
    } catch {
      throw OpenError("\(journal.path): the program in it can't be read: \(error)")
    }
  }
}

/// An earlier session that is gone through again, apart from everything that listens.
private struct EarlierSession {
  private var document: Document
  private let coordinator: WorkspaceLayoutCoordinator
  private let history: UndoHistory
  private let manager = EventManager()
  private let events: BlocklyEventFactory
  /// Kept alive here.
  private let listeners: [any EventManagerListener]
  private let definedProcedures: [String]
  private let name: String
  private var savedMark = 0
  /// The types of events that nobody knows, each once.
  private var unknownTypes: Set<String> = []
  /// What the program was when it last set out for its file.
  private var savingMark: Int?

  init(
    _ document: Document, _ extensions: ProgramExtensions, expecting mark: Document.LoadingMark, _ name: String
  ) throws(OpenError) {
    self.document = document
    self.name = name
    coordinator = WorkspaceLayoutCoordinator(
      workspace: document.workspace, eventManager: manager, layoutFactory: extensions.layoutFactory)
    events = extensions.eventFactory
    definedProcedures = self.document.finishLoading(coordinator)
    history = UndoHistory(target: coordinator, eventManager: manager)
    listeners = extensions.addListeners(to: coordinator)
    guard self.document.loadingMark == mark else {
      throw OpenError("\(name): the program is not read as it was then; perhaps blocks are defined in another way")
    }
  }

  /// - Throws: `OpenError` when the program is not as it was then.
  mutating func replayEarlierSession(_ line: JournalLine) throws(OpenError) {
    do throws(EventError) {
      switch line {
      case .base, .editor: break
      case .events(let events): try history.replayEarlierSession(try read(events))
      case .undo(let count): for _ in 0..<count { try history.undo() }
      case .redo(let count): for _ in 0..<count { try history.redo() }
      case .saving: savingMark = history.mark
      case .saved(let save): take(save)
      }
    } catch {
      throw OpenError("\(name): step \(history.undoCount + 1) can't be done again: \(error)")
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

  private mutating func take(_ save: JournalSave) {
    document.stamp = save.stamp
    // As they would be written again: from the program, or as they were read.
    document.savedBytes = nil
    if save.format != document.style.format {
      document.style = .pretty(save.format)
      document.readBytes = nil
    }
    savedMark = savingMark ?? history.mark
    savingMark = nil
  }

  /// The program with all that was done.
  /// - Parameter stamp: the file's state, when it holds what set out last for it.
  mutating func finish(arrived stamp: FileStamp?) -> Document {
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
