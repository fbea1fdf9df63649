import EventQueues
import MortiseFiles
import MortiseScreen

/// Runs jobs on another thread. The event queue reports each as an activity.
struct BackgroundJobs {
  let queue: EventQueue<AppEvent>
  /// Runs a function on another thread.
  let runInBackground: (@escaping @Sendable () -> Void) -> Void

  func isInProgress(_ activity: AppEvent) -> Bool { queue.activityIsInProgress(activity) }

  /// Runs a job.
  /// - Parameters:
  ///   - activity: the activity that begins now and ends with the job; nil for a job that nothing waits for.
  ///   - work: called on another thread.
  ///   - then: called with the result, before the actions that wait for the activity.
  func run<Value, Failure: Error>(
    _ activity: AppEvent?, _ work: @escaping @Sendable () throws(Failure) -> Value,
    then: @escaping @MainActor (Result<Value, Failure>) -> Void
  ) {
    let progress = Progress()
    // An earlier job whose result is no longer awaited may still be in progress.
    if let activity, !queue.activityIsInProgress(activity) { queue.started(activity, progress: progress) }
    runInBackground { [queue] in
      let box = TransferBox(Progress.$current.withValue(progress) { Result { () throws(Failure) in try work() } })
      queue.enqueue(named: activity.map { "the end of \($0)" }) {
        guard let result = box.take() else { return }
        if let activity, queue.activityIsInProgress(activity) {
          switch result {
          case .success: queue.completed(activity)
          case .failure(let error): queue.failed(activity, with: error)
          }
        }
        then(result)
      }
    }
  }
}

/// Describes the running activities for the status line.
enum ActivityDescription {
  /// Shorter activities are not shown, as they end before users can read about them.
  private static let shortest = Duration.milliseconds(150)

  static func now(
    in queue: EventQueue<AppEvent>, on screen: EditorScreen, _ now: ContinuousClock.Instant = .now
  ) -> String {
    let running = queue.activitiesInProgress.filter { now - $0.since >= shortest }
    guard !running.isEmpty else { return "" }
    let words = running.map { description($0.event, $0.progress?.activity?.words) }.joined(separator: ", ") + " …"
    return words + bar(in: queue, on: screen, now)
  }

  /// Returns a blank and the bar of the first activity that takes long; empty if there is none.
  static func bar(in queue: EventQueue<AppEvent>, on screen: EditorScreen, _ now: ContinuousClock.Instant) -> String {
    queue.activitiesInProgress.first { $0.progress?.fraction ?? 0 > 0 && now - $0.since >= ProgressBar.delay }?
      .progress.map { " \(bar($0.fraction, on: screen))" } ?? ""
  }

  /// Returns a bar and a percentage; empty on a plain screen, as screen readers would say each change.
  /// - Parameter fraction: from 0 to 1.
  static func bar(_ fraction: Double, on screen: EditorScreen) -> String {
    screen.theme.isPlain ? "" : ProgressBar.text(fraction)
  }

  /// - Parameter words: the present step of the activity; nil if it isn't known.
  private static func description(_ activity: AppEvent, _ words: String?) -> String {
    switch activity {
    case .fileParsed: words ?? "reading \(activity)"
    case .definitionsLoaded, .versionRead: "reading \(activity)"
    case .anotherRead: words ?? "reading \(activity)"
    case .folderListed, .historyRead: "reading \(activity)"
    case .journalScanned, .furtherJournalsScanned: "looking for unsaved work"
    default: "\(activity)"
    }
  }
}
