import BlockEditing
import BlockEvents
import BlockFormats
import BlockModel
import Glibc
import Markup
import MortiseFiles
import ProgramContainers
import ProgramJournal
import ProgramRunning
import Workbench

/// A program that a server hosts, with its file and its journal, which holds the log.
final class HostedProgram {
  var document: Document
  let host: LiveHost
  /// The formats that the file may be in.
  let formats: FileFormats
  /// The changes of the file by other programs.
  var outside = OutsideChanges()
  /// The journal that keeps the log; nil if a server does.
  private let journal: JournalWriter?
  /// The log on a server; nil for one in the journal.
  let remoteLog: (any RemoteLog)?
  private let opening: LogOpening?
  /// The known states of the file, for a log on a server; nil for a log in the journal.
  var states: SavedStates?
  /// The number of the log's last batch in the file; -1 if it isn't known.
  private(set) var savedNumber: Int
  /// The number from which on the program is saved, once the log has the waiting batches; nil if no save is waiting.
  private var numberToSave: Int?
  /// The time from which changes have been waiting to be saved; nil if there are none.
  private(set) var changedSince: ContinuousClock.Instant?
  private(set) var isSaving = false
  /// The time of the last change, in seconds since 1970; nil if there was none.
  private(set) var changed: Int?
  /// The commands that make the code beside an app's blocks, by the names of formats.
  var codeCommands: [String: CodeMaker] = [:]
  /// The reason why no code could be made the last time, which the members know; nil if it could.
  private var knownFailure: String?
  /// Whether a member chose to save the blocks with the old code, until new code can be made again.
  private var savesOldCode = false
  private let journalFailure: JournalFailure
  /// The extensions' listeners, which nothing else retains.
  private let listeners: [any EventManagerListener]
  /// Runs work on the main thread when another thread has finished.
  private let resume: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

  /// The time at which the last client left; nil while it has clients.
  var idleSince: ContinuousClock.Instant?

  /// Opens a program, and resumes the session of a host that was killed.
  /// - Parameters:
  ///   - resume: runs work on the main thread; may be called on any thread.
  /// - Throws: `OpenError` if it can't be read, or an editor has it open.
  init(
    _ path: String, factory: BlockFactory, extensions: ProgramExtensions, version: String,
    resume: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
  ) throws(OpenError) {
    let scan = JournalScan.look(for: path)
    if let editor = scan.activeEditors.first {
      throw OpenError(
        "\(OpenFolder.shown(path)): it is open in an editor or served (process \(editor.process) on \(editor.host)); end that first"
      )
    }
    // A journal without unsaved work is not needed.
    for journal in scan.orphans where !journal.hasUnsavedWork { journal.discard() }
    let orphan = scan.orphans.first { $0.hasUnsavedWork }
    var batches: [RecoveredBatch] = []
    if let orphan {
      (document, batches) = try Self.recover(orphan, of: path, factory: factory, extensions: extensions)
    } else {
      document = try Document.open(path, factory: factory, formats: extensions.formats)
    }
    if document.isPython {
      throw OpenError("\(OpenFolder.shown(path)): it is Python, not blocks; ‘convert’ makes a program of it to share")
    }
    let manager = EventManager()
    let coordinator = WorkspaceLayoutCoordinator(
      workspace: document.workspace, eventManager: manager, layoutFactory: extensions.layoutFactory)
    _ = document.finishLoading(coordinator)
    listeners = extensions.addListeners(to: coordinator)
    let session = batches.first?.batch.session ?? document.workspace.freshID()
    let failure = JournalFailure()
    journalFailure = failure
    (remoteLog, opening) = (nil, nil)
    let journal: JournalWriter
    if let orphan {
      journal = JournalWriter(document: document, goingOn: orphan, version: version) { failure.note($0) }
    } else {
      journal = JournalWriter(document: document, version: version) { failure.note($0) }
    }
    let program = SharedProgram(coordinator, eventFactory: extensions.eventFactory)
    let logged = batches.enumerated().map { index, entry in
      LoggedBatch(
        number: index + 1,
        batch: Batch(author: entry.batch.author, count: entry.batch.count, events: entry.events), hash: entry.batch.hash
      )
    }
    let counts = Dictionary(logged.map { ($0.batch.author, $0.batch.count) }, uniquingKeysWith: max)
    self.journal = journal
    let log = MemoryLog(logged) { batch in
      journal.record(
        batch.batch.events,
        JournalBatch(session: session, author: batch.batch.author, count: batch.batch.count, hash: batch.hash))
    }
    let style = document.style
    let name = FileLocation(path: path).name
    host = LiveHost(
      program: program, log: log, session: session, name: name, number: logged.count, counts: counts
    ) { ProgramSnapshot(of: program, style: style, number: $0) }
    savedNumber = orphan == nil ? 0 : -1
    (self.resume, formats) = (resume, extensions.formats)
    answerSaves()
    if orphan == nil { host.codeState = document.codeState }
    journal.flush()
  }

  private typealias RecoveredBatch = (events: [JSONValue], batch: JournalBatch)

  /// Restores the session of a host that was killed.
  /// - Throws: `OpenError` if the journal is damaged, or an editor's.
  private static func recover(
    _ orphan: OrphanJournal, of path: String, factory: BlockFactory, extensions: ProgramExtensions
  ) throws(OpenError) -> (Document, [RecoveredBatch]) {
    guard let batches = try JournalRecovery.batches(of: orphan), !batches.isEmpty, orphan.damagedBytes == 0 else {
      let path = OpenFolder.shown(path)
      throw OpenError("\(path): an editor left unsaved work; open the program with ‘mortise \(path)’ first")
    }
    var document = try JournalRecovery.document(of: orphan, factory: factory, extensions: extensions)
    // This is the base for merging changes of the file by other programs, including those made meanwhile.
    document.savedBytes =
      if orphan.programIsUnchanged { document.path.flatMap { try? FileReader.read($0).bytes } } else {
        try JournalRecovery.savedBytes(of: orphan, factory: factory, extensions: extensions)
      }
    return (document, batches)
  }

  /// Opens a program whose log is on a server, once the server has answered.
  /// - Parameters:
  ///   - makeLog: makes the log, which begins with a snapshot if the server has none.
  ///   - states: the known states of the file.
  /// - Throws: `OpenError` if the server doesn't answer, or the file has another program than the log.
  init(
    _ path: String, factory: BlockFactory, extensions: ProgramExtensions,
    makeLog: (ProgramSnapshot) -> any RemoteLog, states: SavedStates,
    resume: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
  ) throws(OpenError) {
    let name = FileLocation(path: path).name
    var file = try Document.open(path, factory: factory, formats: extensions.formats)
    func program(of document: Document) -> SharedProgram {
      let coordinator = WorkspaceLayoutCoordinator(
        workspace: document.workspace, eventManager: EventManager(), layoutFactory: extensions.layoutFactory)
      return SharedProgram(coordinator, eventFactory: extensions.eventFactory)
    }
    let fileProgram = program(of: file)
    _ = file.finishLoading(fileProgram.coordinator)
    let style = file.style
    var start = ProgramSnapshot(of: fileProgram, style: style, number: 0)
    start.definitions = SharedDefinitions(of: file.workspace)
    let log = makeLog(start)
    let opening = LogOpening(log)
    var opened: Result<(Document, LiveHost), OpenError>?
    var first = (number: 0, hash: start.hash)
    opening.whenOpened = { contents in
      opened = Result { () throws(OpenError) in
        first = (contents.snapshot.number, contents.snapshot.hash)
        try start.definitions.check(contents.snapshot.definitions, with: factory, name)
        let isNew = contents.snapshot.number == 0 && contents.snapshot.hash == start.hash
        let document = isNew ? file : try contents.snapshot.document(factory: factory)
        let program = isNew ? fileProgram : program(of: document)
        let host = LiveHost(
          program: program, log: log, session: contents.session, name: name, number: contents.snapshot.number,
          counts: contents.counts
        ) { ProgramSnapshot(of: program, style: style, number: $0) }
        return (document, host)
      }
    }
    try opening.awaitReadiness(name)
    guard let opened else { throw OpenError("\(name): there is no log") }
    (document, host) = try opened.get()
    let numbers = SavedStates.Numbers(
      session: host.session, first: first.number, hash: first.hash, log.read(since: first.number) ?? [])
    var states = states
    savedNumber = try Self.take(file, from: path, hash: start.hash, for: &document, of: host, numbers, &states)
    self.states = states
    listeners = extensions.addListeners(to: host.program.coordinator)
    (journal, journalFailure, remoteLog) = (nil, JournalFailure(), log)
    self.opening = opening
    (self.resume, formats) = (resume, extensions.formats)
    answerSaves()
    if savedNumber == host.number { host.codeState = file.codeState }
    host.whenDiffering = { _ in log.reload() }
    opening.whenChanged = { [weak self] state in
      switch state {
      case .waiting(let reason): self?.host.saved(message: "changes are waiting: \(reason)", isDone: false)
      case .ended(let reason): self?.host.end(reason)
      case .ready: break
      }
    }
  }

  private func answerSaves() {
    host.save = { [weak self] in self?.save() }
    host.saveAnyway = { [weak self] in
      self?.savesOldCode = true
      self?.save()
    }
  }

  /// The contents of the program's file if it were saved now.
  var bytes: [UInt8]? { document.saveJob()?.bytes }

  /// Writes new batches of the log to the disk. They may only be announced afterwards.
  func flush() {
    guard let journal else {
      if changedSince == nil, host.number != savedNumber, !isSaving { (changedSince, changed) = (.now, time(nil)) }
      if let numberToSave, host.isSettled || host.number >= numberToSave && !host.isDiffering { saveNow() }
      return
    }
    guard journal.hasCollected else { return }
    if changedSince == nil, host.number != savedNumber { changedSince = .now }
    changed = time(nil)
    journal.flush()
    let isWritten = journal.finish()
    if let message = journalFailure.take()
      ?? (isWritten ? nil : "unsaved work is not protected: the disk doesn’t respond")
    {
      host.saved(message: message, isDone: false)
    }
  }

  /// The time that changes wait to be saved.
  static let saveDelay = Duration.seconds(30)

  /// Saves if changes have waited long enough.
  func saveIfDue(at now: ContinuousClock.Instant) {
    if let changedSince, now >= changedSince + Self.saveDelay { save() }
  }

  /// Saves the program in the background, and notifies all members.
  func save() {
    guard !isSaving, outside.merge == nil else { return }
    if opening?.state == .ready, !host.isSettled {
      // Changes that were made before have no number yet.
      numberToSave = numberToSave ?? host.number + host.waitingCount
      changedSince = nil
    } else {
      saveNow()
    }
  }

  private func saveNow() {
    guard !isSaving, outside.merge == nil else { return }
    numberToSave = nil
    lookForFile()
    if takeOverFile() { return }
    guard host.number != savedNumber, let job = document.saveJob() else {
      if case .waiting(let reason) = opening?.state, !host.isSettled {
        return host.answerSavers("changes are waiting: \(reason)", isDone: false)
      }
      return host.answerSavers("\(host.name) is saved", isDone: true)
    }
    isSaving = true
    changedSince = nil
    if let codeCommand {
      addCode(of: codeCommand, to: job, attempts: Self.mostAttempts)
    } else if lacksCode(job) {
      giveUp(Self.noGenerators, choice: choice(job))
    } else {
      write(job)
    }
  }

  /// Whether the app runs code that can't be generated, and no member chose to save the blocks with the old code.
  private func lacksCode(_ job: SaveJob) -> Bool { job.codeState == .unknown && !savesOldCode }

  private static let noGenerators = "some blocks have no generator"

  /// The command that makes the code beside the blocks; nil if there is none, or the app doesn't run such code.
  private var codeCommand: CodeMaker? {
    document.style.container?.code == .run && document.style.embedded?.code != nil
      ? codeCommands[document.style.format.name] : nil
  }

  private var xml: [UInt8] { ProgramWriter.write(document.workspace, style: .compact(.xml)).bytes }

  /// The maximum number of attempts to make code while members change the program.
  private static let mostAttempts = 5

  private func addCode(of command: CodeMaker, to job: SaveJob, attempts: Int) {
    let (xml, number) = (xml, host.number)
    BackgroundThread.run { [resume] in
      let result = Result { () throws(CodeMaker.Failure) in try command.code(of: xml) }
      resume { [weak self] in
        guard let self else { return }
        switch result {
        case .success(let code) where host.number == number:
          (knownFailure, savesOldCode) = (nil, false)
          write(job.adding(code: code))
        case .success where attempts > 1:
          // The journal distinguishes saved changes from later ones by their order, so changes made meanwhile are
          // saved, too.
          if let job = document.saveJob() { addCode(of: command, to: job, attempts: attempts - 1) }
        case .success:
          giveUp("the program changes faster than its code is generated")
        case .failure(let failure):
          let now = document.saveJob()
          if savesOldCode, let now { write(now) } else { giveUp(failure.description, choice: now.map(choice)) }
        }
      }
    }
  }

  /// Describes the effect of saving without the command's code.
  private func choice(_ job: SaveJob) -> String {
    let app = document.style.format.app ?? ""
    let code = job.hasNewCode ? "the code that Mortise makes" : "the old code until it opens them"
    return "save the blocks; \(app) runs \(code)"
  }

  /// Postpones the save. Members who aren't waiting for it are notified of each reason once.
  /// - Parameter choice: the effect of saving without new code; nil if there is no such choice.
  private func giveUp(_ reason: String, choice: String? = nil) {
    isSaving = false
    changedSince = .now
    if host.isAskedToSave || reason != knownFailure {
      host.answerSavers(
        "\(host.name) is not saved, as no new code was made: \(reason)", isDone: false, choice: choice)
    }
    knownFailure = reason
  }

  private func write(_ job: SaveJob) {
    begin(job)
    let (number, states) = (host.number, states)
    let hash = host.loggedHash
    BackgroundThread.run { [resume] in
      var known = states
      let result = Result { () throws(FileError) in try job.write(number: number, hash: hash, noting: &known) }
      resume { [weak self, known] in
        self?.states = known
        self?.tellOfStates()
        self?.finish(job, number, result)
      }
    }
  }

  private func begin(_ job: SaveJob) {
    journal?.saving(job)
    journal?.flush()
    journal?.finish()
  }

  private func finish(_ job: SaveJob, _ number: Int, _ result: Result<SavedFile, FileError>) {
    isSaving = false
    switch result {
    case .success(let file):
      document.didSave(job, file)
      savedNumber = number
      journal?.saved(document)
      journal?.flush()
      if host.number == number { host.codeState = job.codeState }
      let app = job.codeState == .unknown ? document.style.format.app : nil
      let old = app.map { "; \($0) runs the old code until it opens the blocks" } ?? ""
      host.answerSavers("saved \(host.name)\(old)", isDone: true)
    case .failure(let error):
      changedSince = .now
      host.answerSavers("\(error)", isDone: false)
    }
  }

  /// Whether the journal, or the log's server, has the changes that could not be saved when the program was closed.
  private(set) var isInJournal = true

  /// Whether the file has all batches of the log.
  var isSaved: Bool { host.number == savedNumber }

  /// The reason why its session is over; nil while it isn't.
  var closeReason: String? { host.closeReason?.reason }

  /// Whether it can be closed now without losing anything.
  var canClose: Bool { host.clientCount == 0 && isSaved && host.isSettled && !isSaving && outside.merge == nil }

  /// Whether a file with a status is the program's.
  func isFile(_ status: stat) -> Bool {
    guard let own = document.path.flatMap({ try? FileSystem.status(of: $0) }) else { return false }
    return own.st_dev == status.st_dev && own.st_ino == status.st_ino
  }

  /// Notes that the file has the program's current state.
  func noteSaved() {
    noteSaved(number: host.number, hash: host.loggedHash)
    journal?.saved(document)
  }

  /// Notes that the file has the program as it was at a number.
  func noteSaved(number: Int, hash: UInt64) {
    savedNumber = number
    noteFile(number: number, hash: hash)
    guard host.number == number else { return }
    host.codeState = document.codeState
    changedSince = nil
  }

  /// The time that closing a program waits for its log's server.
  private static let closingTime = Duration.seconds(5)

  /// Saves, and removes the journal if everything is in the file.
  /// - Returns: the reason why the file could not be saved; nil if it was. The journal, or the log's server, then keeps
  ///   the program.
  func close() -> FileError? {
    opening?.wait(atMost: Self.closingTime) { host.isSettled }
    if takeOverFile(isClosing: true) {
      opening?.wait(atMost: Self.closingTime) { host.isSettled }
      finishTakingOver(isClosing: true)
    }
    flush()
    if host.number == savedNumber || host.number == 0 && savedNumber == 0 {
      journal?.close(removing: true)
      return nil
    }
    lookForFile(isClosing: true)
    guard var job = document.saveJob() else { return nil }
    do throws(FileError) {
      if let codeCommand {
        do throws(CodeMaker.Failure) { job = job.adding(code: try codeCommand.code(of: xml)) } catch {
          if !savesOldCode { throw FileError(.save, job.path, .noCode(error.description)) }
        }
      } else if lacksCode(job) {
        throw FileError(.save, job.path, .noCode(Self.noGenerators))
      }
      begin(job)
      document.didSave(job, try job.write(number: host.number, hash: host.loggedHash, noting: &states))
      journal?.saved(document)
      journal?.close(removing: true)
      return nil
    } catch {
      // The journal may have been removed with its folder.
      if let journal { isInJournal = journal.close(removing: false).map { FileSystem.exists($0) } ?? false }
      return error
    }
  }
}
