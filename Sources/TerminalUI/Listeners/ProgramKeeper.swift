import AppModules
import BlockFormats
import EventQueues
import MortiseFiles
import MortiseTerminal
import ProgramJournal
import Workbench

/// Keeps the open programs: opens further ones, shows another one, and closes them. Files are read in the background,
/// as a disk may hang. Input waits meanwhile, and Esc gives up.
final class ProgramKeeper: AnyEventsListener {
  /// Reads a program on a background thread. The path is nil for a new program without a name.
  typealias Read = @Sendable (_ path: String?) throws -> (Opening.Definitions, Document)

  private let jobs: BackgroundJobs
  private let programs: OpenPrograms
  private let programEvents: ProgramEvents
  private let read: Read?
  private let recentFiles: RecentFiles?
  private let subscriptions = SubscriptionBag()
  /// Set by the editor before any event.
  weak var opening: ProgramOpening?
  weak var journal: JournalKeeper?
  weak var router: EditorRouter?
  /// The number of the job that input waits for; nil if there is none.
  private var awaited: Int?
  private var workCount = 0
  /// The opened or saved files that still have to be noted.
  private var unnoted: [String] = []

  /// - Parameters:
  ///   - read: reads a further program; nil for an editor with only one program.
  ///   - recentFiles: the list of opened files; nil to keep none.
  init(
    jobs: BackgroundJobs, programs: OpenPrograms, programEvents: ProgramEvents, read: Read?, recentFiles: RecentFiles?
  ) {
    self.jobs = jobs
    self.programs = programs
    self.programEvents = programEvents
    self.read = read
    self.recentFiles = recentFiles
  }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    if let events = producer.stream(of: ProgramsEvent.self) {
      events.observe { [unowned self] event in
        switch event {
        case .openRequested(let path): open(path)
        case .showRequested(let id): if let program = programs.program(withID: id) { show(program) }
        case .status: break
        }
      }.kept(in: subscriptions)
      return true
    }
    if let events = producer.stream(of: FilesEvent.self) {
      events.capture(event: FilesEvent.closing).observe { [unowned self] id in close(id) }.kept(in: subscriptions)
      events.capture(event: FilesEvent.saved).observe { [unowned self] job in noteRecent(job.location) }
        .kept(in: subscriptions)
      return true
    }
    if let events = producer.stream(of: ProgramEvent.self) {
      events.observe { [unowned self] event in
        // A new program has no file yet.
        if case .opened(let workbench) = event, workbench.document.stamp != nil, let path = workbench.document.location
        {
          noteRecent(path)
        }
      }.kept(in: subscriptions)
      return true
    }
    return false
  }

  var opensPrograms: Bool { read != nil }

  // MARK: - Opening

  /// Opens a file beside the programs that are open, or shows it if it is among them.
  /// - Parameters:
  ///   - path: the file's path; nil for a new program without a name.
  ///   - prepare: called before the file is read, on a background thread.
  ///   - retry: called if the file can't be read, before a second attempt. Nil for the user's own files.
  func open(
    _ path: String?, preparing prepare: @escaping @Sendable () throws -> Void = {},
    retrying retry: (@Sendable () throws -> Void)? = nil
  ) {
    guard let read else { return }
    let openFiles = programs.all.compactMap { program in
      program.path.map { (id: program.id, path: $0) }
    }
    work(.anotherRead) {
      if let path, let open = openFiles.first(where: { ProgramPath($0.path).isSame(as: ProgramPath(path)) }) {
        return Found.open(id: open.id)
      }
      try prepare()
      do {
        let (definitions, document) = try read(path)
        return Found.file(definitions, document)
      } catch {
        guard let retry else { throw error }
        try retry()
        let (definitions, document) = try read(path)
        return Found.file(definitions, document)
      }
    } then: { keeper, result in
      switch result {
      case .success(.open(let id)): if let program = keeper.programs.program(withID: id) { keeper.show(program) }
      case .success(.file(let definitions, let document)):
        if let program = keeper.opening?.add(document, toolbox: definitions.toolbox) { keeper.show(program) }
      case .failure(let error):
        // The error may list several mistakes.
        let lines = "\(error)".split(separator: "\n")
        let more = lines.count > 1 ? " (and \(lines.count - 1) more)" : ""
        keeper.programEvents.showStatus("\(lines.first ?? "")\(more)")
      }
    }
  }

  /// The result of looking up a path.
  private nonisolated enum Found {
    /// The file of a program that is already open, maybe under another path.
    case open(id: String)
    case file(Opening.Definitions, Document)
  }

  /// Reads the file of an open program again, and replaces the program.
  /// - Parameters:
  ///   - prepare: called before the file is read, on a background thread.
  ///   - then: called when the program is shown.
  func reopen(
    _ program: OpenProgram, preparing prepare: @escaping @Sendable () throws -> Void = {},
    then: @escaping @MainActor () -> Void = {}
  ) {
    guard let read else { return }
    let path = program.path
    work(.anotherRead) {
      try prepare()
      return try read(path)
    } then: { keeper, result in
      switch result {
      case .success((let definitions, let document)):
        keeper.opening?.reopen(document, toolbox: definitions.toolbox, in: program)
        then()
      case .failure(let error): keeper.programEvents.showStatus("\(error)")
      }
    }
  }

  private func scanForJournals(of path: String?) {
    let own = journal?.path
    work(.furtherJournalsScanned) {
      JournalScan.look(for: path, besides: own)
    } then: { keeper, result in
      if case .success(let scan) = result, let opening = keeper.opening {
        opening.ask(about: scan) { opening.goToLocation() }
      }
    }
  }

  // MARK: - Showing

  /// Shows the program at a distance from the shown one in the list; negative for an earlier one.
  func show(after distance: Int) { show(programs.program(after: distance)) }

  /// Shows one of the open programs.
  func show(_ program: OpenProgram) {
    guard let opening else { return }
    if program === programs.shown { return programEvents.showStatus("\(description) is shown already") }
    leave()
    let left = programs.workbench
    if !program.isOpened {
      let messages = opening.openForFirstTime(program) { [unowned self] in scanForJournals(of: program.path) }
      guard let messages else {
        programEvents.show(left)
        programs.remove(program)
        return programEvents.showStatus("\(program.name) was given up")
      }
      programs.workbench.takeClipboard(of: left)
      programEvents.showStatus(([description] + messages).joined(separator: " · "))
    } else {
      program.workbench.takeClipboard(of: left)
      programs.show(program)
      opening.showAgain()
      programEvents.show(program.workbench)
      programEvents.showStatus("\(description) · \(program.workbench.state.description())")
    }
  }

  /// The name of the shown program, and its position.
  private var description: String {
    programs.shown.name + (programs.position.map { ", program \($0.number) of \($0.count)" } ?? "")
  }

  /// Ends activities in the shown program, before another one is shown.
  private func leave() {
    // A drag left open would group the changes of the other program.
    programs.workbench.endPreviews()
    journal?.note(nil)
    journal?.flush()
  }

  // MARK: - Closing

  /// Closes a program. The user has already been asked about its unsaved changes.
  private func close(_ id: String) {
    guard programs.all.count > 1, let program = programs.program(withID: id) else { return }
    let name = program.name
    if program === programs.shown { show(programs.program(after: programs.position?.number == 1 ? 1 : -1)) }
    programEvents.close(program.workbench)
    opening?.leaveSession(of: program)
    programs.remove(program)
    if !programs.isLesson(program.path) { programEvents.showStatus("closed \(name) · \(description)") }
  }

  // MARK: - Recent files and folders

  /// Notes a file that was opened or saved, once the editor is ready, one file at a time.
  private func noteRecent(_ path: String) {
    guard let recentFiles, !programs.isLesson(path) else { return }
    jobs.queue.wait(for: .ready, named: "noting a recent file") { [self] in
      unnoted.append(FileSystem.absolute(path))
      noteNext(in: recentFiles)
    }
  }

  private func noteNext(in recentFiles: RecentFiles) {
    if unnoted.isEmpty || jobs.isInProgress(.recentFileNoted) { return }
    let path = unnoted.removeFirst()
    jobs.run(.recentFileNoted) {
      // A failure to note the file doesn't matter.
      try? recentFiles.add(path)
    } then: { [weak self] _ in
      self?.noteNext(in: recentFiles)
    }
  }

  /// Lists the programs of a folder, and the recently opened files.
  /// - Parameter then: called with the result, unless the user gave up.
  func list(_ folder: String, then: @escaping @MainActor (Result<ProgramFolder, any Error>) -> Void) {
    let (recentFiles, formats) = (recentFiles, programs.workbench.formats)
    work(.folderListed) {
      try ProgramFolder(at: folder, recentFiles: recentFiles, formats: formats)
    } then: { _, result in
      then(result)
    }
  }

  // MARK: - Work

  /// Reads data in the background while input waits.
  /// - Parameter then: called with the result, unless the user gave up.
  func read<Value>(
    _ activity: AppEvent, _ action: @escaping @Sendable () throws -> Value,
    then: @escaping @MainActor (Result<Value, any Error>) -> Void
  ) {
    work(activity, action) { _, result in then(result) }
  }

  /// Performs a job in the background while input waits. If the user gives up, its result is ignored.
  private func work<Value>(
    _ activity: AppEvent, _ action: @escaping @Sendable () throws -> Value,
    then: @escaping @MainActor (ProgramKeeper, Result<Value, any Error>) -> Void
  ) {
    workCount += 1
    let number = workCount
    if awaited == nil { router?.showLoadingView(for: self) { [unowned self] in awaited = nil } }
    awaited = number
    jobs.run(activity, action) { [weak self] result in
      guard let self, awaited == number else { return }
      awaited = nil
      router?.hideLoadingView(for: self)
      then(self, result)
    }
  }
}
