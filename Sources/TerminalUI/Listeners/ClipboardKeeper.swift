import AppModules
import EventQueues
import MortiseFiles
import MortiseTerminal
import Workbench

/// Gives what is copied to the system's clipboard and to the other running editors, and gets what they copied. Their
/// file is written and read in the background.
final class ClipboardKeeper: AnyEventsListener {
  private let queue: EventQueue<AppEvent>
  private let programs: OpenPrograms
  private let programEvents: ProgramEvents
  private let device: any TerminalDevice
  /// The file that all running editors share; nil for none.
  private let file: PrivateFile?
  private let runInBackground: (@escaping @Sendable () -> Void) -> Void
  private let subscriptions = SubscriptionBag()
  /// What is to be written when the file has been written.
  private var unwritten: [UInt8]?
  /// What waits for the file; nil while none is read.
  private var reading: (since: ContinuousClock.Instant, perform: @MainActor () -> Void)?
  /// The number of the last read. The result of an earlier one comes too late.
  private var readCount = 0
  /// The problems that were told.
  private var told: Set<String> = []

  /// - Parameter runInBackground: runs a function on another thread.
  init(
    queue: EventQueue<AppEvent>, programs: OpenPrograms, programEvents: ProgramEvents, device: any TerminalDevice,
    file: PrivateFile?, runInBackground: @escaping (@escaping @Sendable () -> Void) -> Void
  ) {
    self.queue = queue
    self.programs = programs
    self.programEvents = programEvents
    self.device = device
    self.file = file
    self.runInBackground = runInBackground
  }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    guard let events = producer.stream(of: ProgramEvent.self) else { return false }
    events.observe { [unowned self] event in
      if case .opened(let workbench) = event {
        workbench.whenCopied = { [unowned self, unowned workbench] in share(workbench) }
      }
    }.kept(in: subscriptions)
    return true
  }

  /// Shows a problem, once.
  private func tell(_ problem: String) {
    if told.insert(problem).inserted { programEvents.showStatus(problem) }
  }

  // MARK: - Writing

  private func share(_ workbench: WorkbenchController) {
    if let text = workbench.clipboardText(limit: ClipboardSequence.longestText) {
      device.setClipboard(text, isRequested: false)
    }
    guard file != nil else { return }
    unwritten = workbench.sharedClipboard()
    write()
  }

  /// Writes what was copied last, one write at a time.
  private func write() {
    guard let file, let bytes = unwritten, !queue.activityIsInProgress(.clipboardShared) else { return }
    unwritten = nil
    queue.started(.clipboardShared)
    runInBackground { [queue] in
      let result = Result { () throws(FileError) in try file.write(bytes) }
      queue.wait(for: [], named: "noting the shared clipboard") { [weak self] in
        switch result {
        case .success: queue.completed(.clipboardShared)
        case .failure(let error):
          queue.failed(.clipboardShared, with: error)
          self?.tell("other editors can't get what is copied: \(error)")
        }
        self?.write()
      }
    }
  }

  // MARK: - Reading

  /// Whether a paste waits for the file. Input is held meanwhile, so that it follows the paste.
  var isReading: Bool { reading != nil }

  /// How long a paste waits for the file.
  private static let timeout = Duration.seconds(1)

  /// Gets what another editor copied, if it did so later than this one, and then performs a paste.
  func read(then perform: @escaping @MainActor () -> Void) {
    guard let file, reading == nil else { return perform() }
    // An earlier read that hangs is still in progress.
    guard !queue.activityIsInProgress(.clipboardRead) else { return perform() }
    reading = (.now, perform)
    readCount += 1
    let number = readCount
    queue.started(.clipboardRead)
    runInBackground { [queue] in
      let result = Result { () throws(FileError) in try file.read() }
      queue.wait(for: [], named: "pasting") { [weak self] in
        queue.completed(.clipboardRead)
        if number == self?.readCount { self?.take(result) }
      }
    }
  }

  private func take(_ result: Result<[UInt8]?, FileError>) {
    guard let perform = reading?.perform else { return }
    reading = nil
    var problem: String?
    do {
      if let bytes = try result.get() { try programs.workbench.takeSharedClipboard(bytes) }
    } catch {
      problem = "\(error)"
    }
    perform()
    if let problem { tell(problem) }
  }

  /// Ends the wait for a file system that hangs.
  func checkTimeout(at now: ContinuousClock.Instant) {
    guard let (since, perform) = reading, now - since >= Self.timeout else { return }
    reading = nil
    perform()
    tell("the clipboard of other editors doesn't respond; this editor's own was used")
  }
}
