import EventQueues
import Testing

@testable import TerminalUI

/// A job is an activity of the queue from its beginning to its end.
@MainActor @Suite struct BackgroundJobsTests {
  private struct Problem: Error {}

  private let queue = EventQueue<AppEvent>()
  /// The jobs that have begun and not run yet.
  private final class Threads {
    var waiting: [@Sendable () -> Void] = []
  }
  private let threads = Threads()
  private var jobs: BackgroundJobs {
    BackgroundJobs(queue: queue) { [threads] in threads.waiting.append($0) }
  }

  /// Runs the jobs, and what follows from them.
  private func finish() {
    while !threads.waiting.isEmpty { threads.waiting.removeFirst()() }
    queue.deliver()
  }

  @Test func theResultComesBeforeWhatWaits() {
    var order: [String] = []
    jobs.run(.saving) {
      7
    } then: { result in
      order.append("result \(result.get())")
    }
    #expect(jobs.isInProgress(.saving))
    queue.wait(for: .saving) { order.append("next") }
    finish()
    #expect(order == ["result 7", "next"] && !jobs.isInProgress(.saving))
  }

  @Test func aFailureIsKept() {
    var isFailure = false
    jobs.run(.codeSaved) { () throws(Problem) in
      throw Problem()
    } then: { (result: Result<Void, Problem>) in
      if case .failure = result { isFailure = true }
    }
    finish()
    #expect(isFailure && queue.error(of: .codeSaved) is Problem)
  }

  /// What was given up may end after the next job has begun.
  @Test func aJobMayBeginWhileAnEarlierOneOfItsKindRuns() {
    var results: [Int] = []
    for number in [1, 2] {
      jobs.run(.folderListed) {
        number
      } then: { result in
        if case .success(let value) = result { results.append(value) }
      }
    }
    var warnings: [String] = []
    queue.setWarning { warnings.append($0) }
    finish()
    #expect(results == [1, 2] && warnings.isEmpty && !jobs.isInProgress(.folderListed))
  }

  @Test func aJobWithoutActivityIsNotShown() {
    var isDone = false
    jobs.run(nil) {
    } then: { _ in
      isDone = true
    }
    #expect(queue.activitiesInProgress.isEmpty)
    finish()
    #expect(isDone)
  }
}
