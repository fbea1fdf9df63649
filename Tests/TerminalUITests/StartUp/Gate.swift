import EventQueues
import MortiseFiles
import Synchronization
import Testing
import Workbench

/// Holds back what is done in the background until a test lets it go, or fails it.
nonisolated final class Gate: Sendable {
  private struct State {
    var isHeld: Bool
    var failure: OpenError?
    var hasSomebody = false
    /// Is called, in the background, when somebody comes to the gate.
    var whenReached: @Sendable () -> Void = {}
  }

  private let state: Mutex<State>
  private let opened = Semaphore()

  private let activity: Progress.Activity?

  /// - Parameter activity: what whoever is at the gate waits for; nil for nothing of its own.
  init(isHeld: Bool = false, failure: OpenError? = nil, activity: String? = nil) {
    state = Mutex(State(isHeld: isHeld, failure: failure))
    self.activity = activity.map { Progress.Activity($0) }
  }

  /// What never comes is a defect to be seen.
  private static let deadline = Duration.seconds(20)

  /// In the background: waits until the gate is open.
  /// - Throws: the failure that the test wants.
  func pass() throws {
    let whenReached = state.withLock { state in
      state.hasSomebody = true
      return state.whenReached
    }
    if state.withLock({ $0.isHeld }) {
      Progress.within(nil, activity) {
        whenReached()
        #expect(opened.wait(atMost: Self.deadline), "the gate stays shut")
      }
    } else {
      whenReached()
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Whether somebody is, or was, at the gate.
  var hasSomebody: Bool { state.withLock { $0.hasSomebody } }

  func whenReached(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.whenReached = action } }

  /// Lets through whoever is there or comes, or fails them.
  func open(failing failure: OpenError? = nil) {
    state.withLock { state in
      state.isHeld = false
      state.failure = failure
    }
    opened.signal()
  }
}
