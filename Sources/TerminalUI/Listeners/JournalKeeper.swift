import AppModules
import EventQueues
import ProgramJournal
import Workbench

/// Keeps the journal: writes every change of the program to a file beside it, within a second.
final class JournalKeeper: AnyEventsListener {
  private let queue: EventQueue<AppEvent>
  private let program: OpenProgram
  private let programEvents: ProgramEvents
  private let version: String
  private let disk: JournalDisk
  private let subscriptions = SubscriptionBag()
  private var writer: JournalWriter?
  /// Whether the creation of the journal was requested. That happens after the program was first drawn, or with the
  /// first changes.
  private var isClaimed = true
  /// When a save began to wait for the journal; nil if none waits.
  private var saveWaitsSince: ContinuousClock.Instant?
  /// The journal that the program about to be opened was recovered from.
  private var adopted: OrphanJournal?

  /// - Parameter programEvents: shows messages in the status line.
  init(
    queue: EventQueue<AppEvent>, program: OpenProgram, programEvents: ProgramEvents, version: String, disk: JournalDisk
  ) {
    self.queue = queue
    self.program = program
    self.programEvents = programEvents
    self.version = version
    self.disk = disk
  }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    if let events = producer.stream(of: ProgramEvent.self) {
      events.observe { [unowned self] event in note(event) }.kept(in: subscriptions)
      return true
    }
    if let events = producer.stream(of: FilesEvent.self) {
      events.capture(case: FilesEvent.saving).observe { [unowned self] job in note(job) }.kept(in: subscriptions)
      events.capture(case: FilesEvent.saved).observe { [unowned self] _ in
        writer?.saved(program.workbench.document)
      }.kept(in: subscriptions)
      return true
    }
    return false
  }

  private func note(_ event: ProgramEvent) {
    switch event {
    case .opening, .status, .fired: break
    case .opened(let workbench): begin(workbench)
    case .recorded(let event): writer?.record(event)
    case .undone: writer?.undone()
    case .redone: writer?.redone()
    }
  }

  /// Notes a save before its file is written. After a crash, recovery must be able to tell whether the file contains
  /// this save, so the save waits until the note is on the disk.
  private func note(_ job: SaveJob) {
    guard let writer else { return }
    queue.started(.saveJournalled)
    saveWaitsSince = .now
    writer.saving(job)
    flush()
    if !isWriting { resumeSave() }
  }

  /// How long a save waits for the journal before it proceeds without it.
  private static let timeout = Duration.seconds(2)

  /// Ends a save's wait for the journal after the timeout: a journal that can't be written must not block saving.
  func checkTimeout(at now: ContinuousClock.Instant) {
    guard let saveWaitsSince, now - saveWaitsSince >= Self.timeout else { return }
    resumeSave()
    programEvents.showStatus("the journal doesn't respond; the program is saved without it")
  }

  /// Resumes the save that waits for the journal. Resets `saveWaitsSince` first: `completed` delivers pending results, and
  /// the journal's may call this again.
  private func resumeSave() {
    guard saveWaitsSince != nil else { return }
    saveWaitsSince = nil
    queue.completed(.saveJournalled)
  }

  private func begin(_ workbench: WorkbenchController) {
    // The previous program is unchanged, or its changes are kept for later.
    writer?.close(removing: true)
    let progress: @Sendable (JournalProgress) -> Void = { [queue] progress in
      switch progress {
      case .began: queue.started(.journalling)
      case .done: queue.completed(.journalling)
      case .failed(let message, let isKnown):
        queue.failed(.journalling, with: OpenError(message))
        if !isKnown {
          queue.wait(for: [], named: "reporting on the journal") { [weak self] in
            self?.programEvents.showStatus(message)
          }
        }
      case .idle: queue.wait(for: [], named: "resting") { [weak self] in self?.becomeIdle() }
      }
    }
    if let adopted {
      writer = JournalWriter(document: workbench.document, goingOn: adopted, version: version, progress: progress)
    } else {
      writer = JournalWriter(document: workbench.document, version: version, disk: disk, progress: progress)
    }
    adopted = nil
    isClaimed = false
  }

  /// Called once the journal exists, or can't be created.
  var whenClaimed: (() -> Void)?

  private func becomeIdle() {
    whenClaimed?()
    whenClaimed = nil
    if !isWriting { resumeSave() }
  }

  /// The path of the journal; nil if it doesn't exist yet.
  var path: String? { writer?.path }

  /// Makes the next opened program continue this journal.
  func adopt(_ journal: OrphanJournal) { adopted = journal }

  /// Whether the journal is being written.
  var isWriting: Bool { writer?.isWriting ?? false }

  /// Collects the draft of the open dialog for the journal; nil if there is none.
  func note(_ draft: DialogDraft?) { writer?.note(draft) }

  /// Writes everything collected since the last flush, in the background. Must not be called while events are fired.
  func flush() {
    guard let writer, writer.hasCollected else { return }
    isClaimed = true
    writer.flush()
  }

  /// Creates the journal of a program that was just drawn for the first time.
  func claim() {
    guard let writer, !isClaimed else { return }
    isClaimed = true
    writer.flush()
  }

  /// Waits until everything is written, then closes the journal.
  /// - Parameters:
  ///   - removing: whether to remove the journal, as it is no longer needed.
  ///   - timeout: how long to wait for a disk that hangs.
  func close(removing: Bool, atMost timeout: Duration) {
    writer?.close(removing: removing, atMost: timeout)
    writer = nil
  }
}
