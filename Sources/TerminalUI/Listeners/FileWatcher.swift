import AppModules
import BlockFormats
import MortiseFiles
import ProgramContainers
import Workbench

/// Notices when another program changes the file of the program that is shown. It looks in the background, as a disk
/// may hang: when the terminal gets the focus, and from time to time while keys are pressed.
final class FileWatcher {
  private let jobs: BackgroundJobs
  private let programs: OpenPrograms
  private let programEvents: ProgramEvents
  private(set) var isLooking = false
  private let keys = EventEmitter<Void>()
  private let subscriptions = SubscriptionBag()
  /// Whether a key was pressed: the file has just been read before the first one.
  private var isFirstKeyPressed = false

  /// The time between two looks while keys are pressed.
  private static let interval = Duration.seconds(5)

  /// - Parameter now: returns the time.
  init(
    jobs: BackgroundJobs, programs: OpenPrograms, programEvents: ProgramEvents,
    now: @escaping () -> ContinuousClock.Instant
  ) {
    self.jobs = jobs
    self.programs = programs
    self.programEvents = programEvents
    keys.events.throttled(to: Self.interval, now: now).observe { [unowned self] in
      if isFirstKeyPressed { look() }
      isFirstKeyPressed = true
    }.kept(in: subscriptions)
  }

  /// Looks at the file, unless that was done a short time ago.
  func keyPressed() { keys.emit(()) }

  /// Looks at the file: the user comes back from somewhere else.
  func look() {
    let program = programs.shown
    let document = program.workbench.document
    guard !isLooking, !jobs.isInProgress(.saving), let path = document.path, let stamp = document.stamp
    else { return }
    isLooking = true
    let style = document.style
    jobs.run(nil) {
      (isCurrent: try stamp.isCurrent(at: path) || Self.isSame(style, at: path), isThere: FileSystem.exists(path))
    } then: { [weak self] found in
      self?.isLooking = false
      // What can't be examined is reported when it is saved.
      if case .success(let (isCurrent, isThere)) = found {
        self?.report(isCurrent: isCurrent, isThere: isThere, stamp, of: program)
      }
    }
  }

  /// Whether only something around the program has changed in the file.
  private nonisolated static func isSame(_ style: FileStyle, at path: String) -> Bool {
    guard let old = style.containerFile, let file = try? FileReader.read(path) else { return false }
    return style.rebased(old, onto: file.bytes, isOwn: false) != nil
  }

  private func report(isCurrent: Bool, isThere: Bool, _ stamp: FileStamp, of program: OpenProgram) {
    // The program may have been saved meanwhile.
    guard program.workbench.document.stamp == stamp else { return }
    program.isChangedOnDisk = !isCurrent
    guard !isCurrent, program.reportedStamp != stamp else { return }
    program.reportedStamp = stamp
    let name = program.name
    programEvents.showStatus(
      isThere
        ? "another program changed \(name) · saving asks before it overwrites"
          + CanvasMode.canvasCommands.hint("save-as", "saves under another name")
        : "another program deleted or moved \(name) · saving writes it again")
  }
}
