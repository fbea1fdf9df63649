import AppModules
import MortiseFiles
import MortiseTerminal
import Workbench

/// Shares copied blocks with the system's clipboard and the other running editors, and receives what those copied.
/// Their shared file is written and read in the background.
final class ClipboardKeeper: AnyEventsListener {
  private let jobs: BackgroundJobs
  private let programs: OpenPrograms
  private let programEvents: ProgramEvents
  private let device: any TerminalDevice
  /// The file that all running editors share; nil if there is none.
  private let file: PrivateFile?
  private let subscriptions = SubscriptionBag()
  /// The copy to write after the current write.
  private var unwritten: [UInt8]?
  /// The paste that waits for the file, and its start; nil if none waits.
  private var reading: (since: ContinuousClock.Instant, perform: @MainActor () -> Void)?
  /// The number of the last read. The result of an earlier one is ignored.
  private var readCount = 0
  /// The problems that were reported.
  private var reported: Set<String> = []

  init(
    jobs: BackgroundJobs, programs: OpenPrograms, programEvents: ProgramEvents, device: any TerminalDevice,
    file: PrivateFile?
  ) {
    self.jobs = jobs
    self.programs = programs
    self.programEvents = programEvents
    self.device = device
    self.file = file
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

  /// Shows a problem, unless it was already shown.
  private func report(_ problem: String) {
    if reported.insert(problem).inserted { programEvents.showStatus(problem) }
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

  /// Writes the latest copy, one write at a time.
  private func write() {
    guard let file, let bytes = unwritten, !jobs.isInProgress(.clipboardShared) else { return }
    unwritten = nil
    jobs.run(.clipboardShared) { () throws(FileError) in
      try file.write(bytes)
    } then: { [weak self] result in
      if case .failure(let error) = result { self?.report("other editors can't get what you copied: \(error)") }
      self?.write()
    }
  }

  // MARK: - Reading

  /// Whether a paste waits for the file. Input is held meanwhile, so that it is handled after the paste.
  var isReading: Bool { reading != nil }

  /// How long a paste waits for the file.
  private static let timeout = Duration.seconds(1)

  /// Reads the latest copy of another editor, if it is newer than this editor's, and then performs a paste.
  func read(then perform: @escaping @MainActor () -> Void) {
    guard let file, reading == nil else { return perform() }
    // An earlier read that hangs is still in progress.
    guard !jobs.isInProgress(.clipboardRead) else { return perform() }
    reading = (.now, perform)
    readCount += 1
    let number = readCount
    jobs.run(.clipboardRead) { () throws(FileError) in
      try file.read()
    } then: { [weak self] result in
      if number == self?.readCount { self?.receive(result) }
    }
  }

  private func receive(_ result: Result<[UInt8]?, FileError>) {
    guard let perform = reading?.perform else { return }
    reading = nil
    var problem: String?
    do {
      if let bytes = try result.get() { try programs.workbench.takeSharedClipboard(bytes) }
    } catch {
      problem = "\(error)"
    }
    perform()
    if let problem { report(problem) }
  }

  /// Ends the wait for a file system that hangs.
  func checkTimeout(at now: ContinuousClock.Instant) {
    guard let (since, perform) = reading, now - since >= Self.timeout else { return }
    reading = nil
    perform()
    report("the clipboard of other editors doesn't respond; this editor's clipboard was used")
  }
}
