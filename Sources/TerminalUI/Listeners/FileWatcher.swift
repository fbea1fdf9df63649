import EventQueues
import MortiseFiles
import Workbench

/// Notices when another program changes the file of the program that is shown. It looks in the background, as a disk
/// may hang: when the terminal gets the focus, and from time to time while keys are pressed.
final class FileWatcher {
  private let queue: EventQueue<AppEvent>
  private let programs: OpenPrograms
  private let programEvents: ProgramEvents
  private let runInBackground: (@escaping @Sendable () -> Void) -> Void
  private(set) var isLooking = false
  private var lastLook: ContinuousClock.Instant?

  /// The time between two looks while keys are pressed.
  private static let interval = Duration.seconds(5)

  /// - Parameter runInBackground: runs a function on another thread.
  init(
    queue: EventQueue<AppEvent>, programs: OpenPrograms, programEvents: ProgramEvents,
    runInBackground: @escaping (@escaping @Sendable () -> Void) -> Void
  ) {
    self.queue = queue
    self.programs = programs
    self.programEvents = programEvents
    self.runInBackground = runInBackground
  }

  /// Looks at the file, unless that was done a short time ago.
  /// - Parameter isReturning: whether the user comes back from somewhere else.
  func look(at now: ContinuousClock.Instant, isReturning: Bool = false) {
    let isDue = isReturning || lastLook.map { now - $0 >= Self.interval } ?? false
    if lastLook == nil { lastLook = now }
    let program = programs.shown
    let document = program.workbench.document
    guard isDue, !isLooking, !queue.activityIsInProgress(.saving), let path = document.path, let stamp = document.stamp
    else { return }
    lastLook = now
    isLooking = true
    runInBackground { [queue] in
      let isCurrent = try? stamp.isCurrent(at: path)
      let isThere = FileSystem.exists(path)
      queue.wait(for: [], named: "noticing a changed file") { [weak self] in
        self?.isLooking = false
        // What can't be examined is reported when it is saved.
        if let isCurrent { self?.take(isCurrent: isCurrent, isThere: isThere, stamp, of: program) }
      }
    }
  }

  private func take(isCurrent: Bool, isThere: Bool, _ stamp: FileStamp, of program: OpenProgram) {
    // The program may have been saved meanwhile.
    guard program.workbench.document.stamp == stamp else { return }
    program.isChangedOnDisk = !isCurrent
    guard !isCurrent, program.toldStamp != stamp else { return }
    program.toldStamp = stamp
    let name = program.name
    programEvents.showStatus(
      isThere
        ? "another program changed \(name) · saving asks before it overwrites, S saves under another name"
        : "another program deleted or moved \(name) · saving writes it again")
  }
}
