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
  /// Whether a key was pressed. The first key needs no look, as the file has just been read.
  private var isFirstKeyPressed = false

  /// The minimum time between two looks while keys are pressed.
  private static let interval = Duration.seconds(5)

  /// - Parameter now: the clock.
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

  /// Looks at the file, unless it was examined recently.
  func keyPressed() { keys.emit(()) }

  /// Looks at the file, such as when the user returns from another program.
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
      // A file that can't be examined is reported when it is saved.
      if case .success(let (isCurrent, isThere)) = found {
        self?.report(isCurrent: isCurrent, isThere: isThere, stamp, of: program)
      }
    }
  }

  /// Whether the file has changed only outside the program, such as in the rest of a container.
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
