import EventQueues
import MortiseFiles

/// Runs jobs on another thread. The event queue reports each as an activity.
struct BackgroundJobs {
  let queue: EventQueue<AppEvent>
  /// Runs a function on another thread.
  let runInBackground: (@escaping @Sendable () -> Void) -> Void

  func isInProgress(_ activity: AppEvent) -> Bool { queue.activityIsInProgress(activity) }

  /// Runs a job.
  /// - Parameters:
  ///   - activity: the activity that begins now and ends with the job; nil for a job that nobody waits for.
  ///   - work: called on another thread.
  ///   - then: called with the result, before the actions that wait for the activity.
  func run<Value, Failure: Error>(
    _ activity: AppEvent?, _ work: @escaping @Sendable () throws(Failure) -> Value,
    then: @escaping @MainActor (Result<Value, Failure>) -> Void
  ) {
    // An earlier job that nobody waits for any longer may still be in progress.
    if let activity, !queue.activityIsInProgress(activity) { queue.started(activity) }
    runInBackground { [queue] in
      let box = TransferBox(Result { () throws(Failure) in try work() })
      queue.wait(for: [], named: activity.map { "the end of \($0)" }) {
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
