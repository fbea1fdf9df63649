/// What is known of an event. One of which nothing is known hasn't been signalled or started.
enum EventStatus: Sendable {
  case signalled
  case inProgress
  case completed
  case failed(any Error)

  /// Whether those that wait for the event may run.
  var isSignalled: Bool {
    switch self {
    case .signalled, .completed: true
    case .inProgress, .failed: false
    }
  }

  /// Whether it is the status of an activity, which comes again and again.
  var isOfActivity: Bool {
    if case .signalled = self { return false }
    return true
  }
}
