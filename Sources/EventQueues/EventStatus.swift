/// The status of an event that has been signalled or started. Other events have no status.
enum EventStatus: Sendable {
  case signalled
  case inProgress
  case completed
  case failed(any Error)

  /// Whether actions that wait for the event may run.
  var isSignalled: Bool {
    switch self {
    case .signalled, .completed: true
    case .inProgress, .failed: false
    }
  }

  /// Whether this is the status of an activity, which can start again.
  var isOfActivity: Bool {
    if case .signalled = self { return false }
    return true
  }
}
