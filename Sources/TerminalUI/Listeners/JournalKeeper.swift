import AppModules
import EventQueues
import ProgramJournal
import Synchronization
import Workbench

/// Keeps the journals of the open programs: writes every change of a program to a file beside it, within a second.
final class JournalKeeper: AnyEventsListener {
  private let queue: EventQueue<AppEvent>
  private let programs: OpenPrograms
  private let programEvents: ProgramEvents
  private let version: String
  private let disk: JournalDisk
  private let subscriptions = SubscriptionBag()
  /// The journals, by the ids of their programs.
  private var writers: [String: JournalWriter] = [:]
  /// The programs whose journals haven't been requested yet. They are created after the program was first drawn, or
  /// with its first changes.
  private var unclaimed: Set<String> = []
  private let activity: JournalActivity
  /// The save that waits for its program's journal, and when its wait began; nil if none waits.
  private var waitingSave: (id: String, since: ContinuousClock.Instant)?
  /// The journal that the program about to be opened was recovered from.
  private var adopted: OrphanJournal?

  /// - Parameter programEvents: shows messages in the status line.
  init(
    queue: EventQueue<AppEvent>, programs: OpenPrograms, programEvents: ProgramEvents, version: String,
    disk: JournalDisk
  ) {
    self.queue = queue
    self.programs = programs
    self.programEvents = programEvents
    self.version = version
    self.disk = disk
    activity = JournalActivity(queue: queue)
  }

  /// The journal of the program that is shown; nil until it has been opened.
  private var writer: JournalWriter? { writers[programs.shown.id] }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    if let events = producer.stream(of: ProgramEvent.self) {
      events.observe { [unowned self] event in note(event) }.kept(in: subscriptions)
      return true
    }
    if let events = producer.stream(of: FilesEvent.self) {
      events.capture(event: FilesEvent.saving).observe { [unowned self] job in note(job) }.kept(in: subscriptions)
      events.capture(event: FilesEvent.saved).observe { [unowned self] job in
        guard let program = programs.program(withID: job.workspaceID), let writer = writers[program.id] else { return }
        writer.saved(program.workbench.document)
        // Only the shown program's journal is written before each frame.
        if program !== programs.shown { writer.flush() }
      }.kept(in: subscriptions)
      return true
    }
    return false
  }

  private func note(_ event: ProgramEvent) {
    switch event {
    case .opening, .shown, .status, .fired: break
    case .opened(let workbench): begin(workbench)
    case .closing(let workbench): remove(workbench)
    case .recorded(let event): writer?.record(event)
    case .undone: writer?.undone()
    case .redone: writer?.redone()
    }
  }

  /// Notes a save before its file is written. After a crash, recovery must know whether the file contains this save,
  /// so the save waits until the note is on the disk.
  private func note(_ job: SaveJob) {
    guard let writer = writers[job.workspaceID] else { return }
    queue.started(.saveJournalled)
    waitingSave = (job.workspaceID, .now)
    writer.saving(job)
    unclaimed.remove(job.workspaceID)
    writer.flush()
    if !writer.isWriting { resumeSave() }
  }

  /// How long a save waits for the journal before it proceeds without it.
  private static let timeout = Duration.seconds(2)

  /// Ends a save's wait for the journal after the timeout: a journal that can't be written must not block saving.
  func checkTimeout(at now: ContinuousClock.Instant) {
    guard let waitingSave, now - waitingSave.since >= Self.timeout else { return }
    resumeSave()
    programEvents.showStatus("the journal doesn't respond; the program is saved without it")
  }

  /// Resumes the save that waits for the journal. Resets `waitingSave` first: `completed` delivers pending results, and
  /// the journal's may call this again.
  private func resumeSave() {
    guard waitingSave != nil else { return }
    waitingSave = nil
    queue.completed(.saveJournalled)
  }

  private func begin(_ workbench: WorkbenchController) {
    let id = workbench.workspace.id
    // The host of a session keeps the journal.
    if programs.program(withID: id)?.session != nil { return }
    let progress: @Sendable (JournalProgress) -> Void = { [queue, activity] progress in
      switch progress {
      case .began: activity.begin()
      case .done: activity.end(nil)
      case .failed(let message, let isKnown):
        activity.end(OpenError(message))
        if !isKnown {
          queue.enqueue(named: "reporting on the journal") { [weak self] in
            self?.programEvents.showStatus(message)
          }
        }
      case .idle: queue.enqueue(named: "resting") { [weak self] in self?.becomeIdle(id) }
      }
    }
    if let adopted {
      writers[id] = JournalWriter(document: workbench.document, goingOn: adopted, version: version, progress: progress)
    } else {
      writers[id] = JournalWriter(document: workbench.document, version: version, disk: disk, progress: progress)
    }
    adopted = nil
    unclaimed.insert(id)
  }

  /// Removes the journal of a program that is unchanged, or whose changes are kept elsewhere or not wanted.
  private func remove(_ workbench: WorkbenchController) {
    let id = workbench.workspace.id
    writers[id]?.close(removing: true)
    writers[id] = nil
    unclaimed.remove(id)
    if waitingSave?.id == id { resumeSave() }
  }

  /// Called once the shown program's journal exists, or can't be created.
  var whenClaimed: (() -> Void)?

  private func becomeIdle(_ id: String) {
    if id == programs.shown.id {
      whenClaimed?()
      whenClaimed = nil
    }
    if waitingSave?.id == id, writers[id]?.isWriting != true { resumeSave() }
  }

  /// The path of the shown program's journal; nil if it doesn't exist yet.
  var path: String? { writer?.path }

  /// Makes the next opened program continue this journal.
  func adopt(_ journal: OrphanJournal) { adopted = journal }

  /// Whether a journal is being written.
  var isWriting: Bool { writers.values.contains(where: \.isWriting) }

  /// Collects the draft of the open dialog for the journal; nil if there is none.
  func note(_ draft: DialogDraft?) { writer?.note(draft) }

  /// Writes everything collected since the last flush, in the background. Must not be called while events are fired.
  func flush() {
    guard let writer, writer.hasCollected else { return }
    unclaimed.remove(programs.shown.id)
    writer.flush()
  }

  /// Creates the journal of a program that was just drawn for the first time.
  func claim() {
    guard let writer, unclaimed.remove(programs.shown.id) != nil else { return }
    writer.flush()
  }

  /// Waits until everything is written, then closes the journals.
  /// - Parameters:
  ///   - isKept: whether a program's journal is kept; otherwise it is no longer needed and is removed.
  ///   - timeout: the maximum wait for a disk that hangs.
  func close(keeping isKept: (OpenProgram) -> Bool, atMost timeout: Duration) {
    let end = ContinuousClock.now + timeout
    for program in programs.all {
      let left = max(.zero, ContinuousClock.now.duration(to: end))
      writers[program.id]?.close(removing: !isKept(program), atMost: left)
    }
    writers = [:]
  }
}

/// The activity of writing journals: in progress while any of them is written.
private nonisolated final class JournalActivity: Sendable {
  private let queue: EventQueue<AppEvent>
  private let count = Mutex(0)

  init(queue: EventQueue<AppEvent>) { self.queue = queue }

  func begin() {
    count.withLock { count in
      count += 1
      if count == 1 { queue.started(.journalling) }
    }
  }

  /// - Parameter error: why the journal was not written; nil if it was.
  func end(_ error: (any Error)?) {
    count.withLock { count in
      count -= 1
      if let error {
        queue.failed(.journalling, with: error)
        if count > 0 { queue.started(.journalling) }
      } else if count == 0 {
        queue.completed(.journalling)
      }
    }
  }
}
