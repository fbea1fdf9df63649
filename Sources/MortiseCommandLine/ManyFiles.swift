import EventQueues
import Glibc
import MortiseFiles
import MortiseScreen
import Synchronization

/// Processes files, on as many threads as there are cores. The results are used in the order of the files.
enum ManyFiles {
  /// The state that the threads share.
  private nonisolated final class Work<Outcome: Sendable>: Sendable {
    let state = Mutex((next: 0, outcomes: [Int: Outcome]()))
    let isNew = Semaphore()
    let paths: [String]

    init(_ paths: [String]) { self.paths = paths }

    func run(_ work: (String) -> Outcome) {
      while true {
        let index = state.withLock { state in
          state.next += 1
          return state.next - 1
        }
        guard index < paths.count else { return }
        let outcome = work(paths[index])
        state.withLock { $0.outcomes[index] = outcome }
        isNew.signal()
      }
    }

    func take(_ index: Int) -> Outcome? { state.withLock { $0.outcomes.removeValue(forKey: index) } }

    func stop() { state.withLock { $0.next = paths.count } }
  }

  /// - Parameters:
  ///   - doing: the action, such as “checking”, for the line on standard error.
  ///   - onOneThread: whether to process all files on this thread.
  ///   - work: processes a single file, on this thread.
  ///   - makeWork: makes such a function for another thread, as block factories can't be shared.
  ///   - use: called on this thread; returns whether to continue.
  static func process<Outcome: Sendable>(
    _ paths: [String], doing: String, onOneThread: Bool, _ work: (String) -> Outcome,
    onOtherThreads makeWork: @escaping @Sendable () -> (String) -> Outcome, use: (String, Outcome) -> Bool
  ) {
    let line = ProgressLine(doing, of: paths.count)
    guard paths.count > 1, !onOneThread else {
      let progress = Progress { progress in MainActor.assumeIsolated { line.show(progress.fraction) } }
      for path in paths {
        let outcome = Progress.$current.withValue(progress) { work(path) }
        line.clear()
        if !use(path, outcome) { return }
      }
      return
    }
    let shared = Work<Outcome>(paths)
    for _ in 0..<min(coreCount, paths.count) { BackgroundThread.run { shared.run(makeWork()) } }
    for (index, path) in paths.enumerated() {
      var outcome = shared.take(index)
      while outcome == nil {
        if !shared.isNew.wait(atMost: ProgressBar.interval) { line.show(Double(index) / Double(paths.count), index) }
        outcome = shared.take(index)
      }
      line.show(Double(index) / Double(paths.count), index)
      guard let outcome else { return }
      line.clear()
      if !use(path, outcome) { return shared.stop() }
    }
  }

  private static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
