import MortiseFiles
import ProgramRunning
import Synchronization

/// A program that runs.
package struct RunningScene {
  package let session: RunSession
  package let events: RunEvents

  package var output: String { String(decoding: session.progress.output, as: UTF8.self) }

  /// Waits until the output contains a text.
  package func output(containing text: String) throws -> String {
    while true {
      let output = output
      if output.contains(text) { return output }
      _ = try events.next()
    }
  }

  /// Waits until the program stops.
  package func stop() throws -> RunState {
    while true {
      if case .stopped(let state, _, let problem) = try events.next() {
        if let problem { throw RunScene.Missing(what: problem) }
        return state
      }
    }
  }

  /// Waits until the program has ended.
  package func end() throws -> (end: RunEnd, error: RunError?) {
    var failure: RunError?
    while true {
      switch try events.next() {
      case .failed(let error): failure = error
      case .ended(let end): return (end, failure)
      case .progress, .stopped, .traced: break
      }
    }
  }
}

/// The events of a session, in order.
package final class RunEvents: Sendable {
  private let events = Mutex<[RunEvent]>([])
  private let arrival = Semaphore()

  package init() {}

  package func take(_ event: RunEvent) {
    events.withLock { $0.append(event) }
    arrival.signal()
  }

  /// Waits for an event.
  package func next() throws -> RunEvent {
    guard arrival.wait(atMost: .seconds(20)) else { throw RunScene.Missing(what: "an event") }
    return events.withLock { $0.removeFirst() }
  }
}
