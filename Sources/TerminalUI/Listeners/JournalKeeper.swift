import AppModules
import EventQueues
import ProgramJournal
import Workbench

/// Keeps the journal: everything that is done to the program is beside its file within a second.
final class JournalKeeper: AnyEventsListener {
  private let queue: EventQueue<AppEvent>
  private let program: OpenProgram
  private let programEvents: ProgramEvents
  private let version: String
  private let disk: JournalDisk
  private let subscriptions = SubscriptionBag()
  private var writer: JournalWriter?
  /// Whether the journal was asked for. That waits until the program has been shown.
  private var isClaimed = true
  /// Since when a save waits for the journal; nil when none does.
  private var notingSince: ContinuousClock.Instant?
  /// The journal that the next program was recovered from.
  private var adopted: OrphanJournal?

  /// - Parameter programEvents: through which it says what the user has to know.
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
    case .opening, .status: break
    case .opened(let workbench): begin(workbench)
    case .fired: break
    case .recorded(let event): writer?.record(event)
    case .undone: writer?.undone()
    case .redone: writer?.redone()
    }
  }

  /// Who finds the journal and the file after a kill must know whether the file is the one that set out here. So it waits
  /// until that is on the disk.
  private func note(_ job: SaveJob) {
    guard let writer else { return }
    queue.started(.saveJournalled)
    notingSince = .now
    writer.saving(job)
    flush()
    if !isWriting { endNoting() }
  }

  /// How long the program waits for the journal before it is written all the same.
  private static let timeout = Duration.seconds(2)

  /// A disk that takes no notes must not keep the program from its file.
  func checkTimeout(at now: ContinuousClock.Instant) {
    guard let notingSince, now - notingSince >= Self.timeout else { return }
    endNoting()
    programEvents.showStatus("the journal doesn't respond; the program is saved without it")
  }

  /// Lets the save go on. The queue first delivers what has arrived, which may be the journal's answer that ends it, too.
  private func endNoting() {
    guard notingSince != nil else { return }
    notingSince = nil
    queue.completed(.saveJournalled)
  }

  private func begin(_ workbench: WorkbenchController) {
    // What was open was not changed, or it is kept for later.
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
      case .idle: queue.wait(for: [], named: "resting") { [weak self] in self?.settle() }
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

  /// Is called once it is known where the journal is, or that there can be none.
  var whenClaimed: (() -> Void)?

  private func settle() {
    whenClaimed?()
    whenClaimed = nil
    if !isWriting { endNoting() }
  }

  /// Where the journal is; nil while there is none.
  var path: String? { writer?.path }

  /// The next program that is opened goes on with this journal.
  func adopt(_ journal: OrphanJournal) { adopted = journal }

  /// Whether something is being written.
  var isWriting: Bool { writer?.isWriting ?? false }

  /// Notes what is entered in an open dialog; nil if nothing is.
  func note(_ draft: DialogDraft?) { writer?.note(draft) }

  /// Has written what was done since the last time. Not to be called while events are fired.
  func flush() {
    guard let writer, writer.hasCollected else { return }
    isClaimed = true
    writer.flush()
  }

  /// Asks for the journal of a program that has just been shown.
  func claim() {
    guard let writer, !isClaimed else { return }
    isClaimed = true
    writer.flush()
  }

  /// Waits until all is written, and ends.
  /// - Parameters:
  ///   - removing: whether the journal is not needed any more.
  ///   - timeout: how long a disk may take that does not answer.
  func close(removing: Bool, atMost timeout: Duration) {
    writer?.close(removing: removing, atMost: timeout)
    writer = nil
  }
}
