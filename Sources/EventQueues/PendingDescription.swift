/// Describes the waiting parents and actions.
enum PendingDescription {
  /// The description of an action without a name.
  static let unnamedAction = "an action"

  static func lines<Event>(of state: QueueState<Event>) -> [String] {
    let parents = state.dependencies.parents.filter { !state.hasSignalled($0) }
    let waits = state.waits.actions
    return parents.map { line("\($0)", state.missingChildren(of: $0), state) }
      + waits.map { action in
        line(action.name ?? unnamedAction, action.events.filter { !state.hasSignalled($0) }, state)
      }
  }

  private static func line<Event>(_ name: String, _ events: [Event], _ state: QueueState<Event>) -> String {
    // An action with no event left to wait for runs right after the actions before it.
    guard !events.isEmpty else { return "\(name) is about to run" }
    let descriptions = events.map { event in
      switch state.status(of: event) {
      case .inProgress: "\(event) (in progress)"
      case .failed(let error): "\(event) (failed: \(error))"
      default: "\(event)"
      }
    }
    return "\(name) waits for \(descriptions.joined(separator: ", "))"
  }
}
