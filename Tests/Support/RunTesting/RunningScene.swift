import MortiseFiles
import ProgramRunning
import Synchronization

/// A program that runs.
public struct RunningScene {
  public let session: RunSession
  public let events: RunEvents

  public var output: String { String(decoding: session.progress.output, as: UTF8.self) }

  /// Waits until the output contains a text.
  public func output(containing text: String) throws -> String {
    while true {
      let output = output
      if output.contains(text) { return output }
      _ = try events.next()
    }
  }

  /// Waits until the program stops.
  public func stop() throws -> RunState {
    while true {
      if case .stopped(let state, _, let problem) = try events.next() {
        if let problem { throw RunScene.Missing(what: problem) }
        return state
      }
    }
  }

  /// Waits until the program has ended.
  public func end() throws -> (end: RunEnd, error: RunError?) {
    var failure: RunError?
    while true {
      switch try events.next() {
      case .failed(let error): failure = error
      case .ended(let end): return (end, failure)
      case .progress, .stopped: break
      }
    }
  }
}

/// The events of a session, in order.
public final class RunEvents: Sendable {
  private let events = Mutex<[RunEvent]>([])
  private let arrival = Semaphore()

  public init() {}

  public func take(_ event: RunEvent) {
    events.withLock { $0.append(event) }
    arrival.signal()
  }

  /// Waits for an event.
  public func next() throws -> RunEvent {
    guard arrival.wait(atMost: .seconds(20)) else { throw RunScene.Missing(what: "an event") }
    return events.withLock { $0.removeFirst() }
  }
}
