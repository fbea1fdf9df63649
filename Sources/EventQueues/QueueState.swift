/// The state of a queue: the status of its events, their dependencies, and the waiting actions. It runs no actions.
struct QueueState<Event: Hashable & Sendable> {
  private var statuses: [Event: EventStatus] = [:]
  /// The activities in progress, in the order in which they started.
  private(set) var running: [EventQueue<Event>.RunningActivity] = []
  private(set) var dependencies = Dependencies<Event>()
  var waits = WaitList<Event>()

  func status(of event: Event) -> EventStatus? { statuses[event] }

  func hasSignalled(_ event: Event) -> Bool { statuses[event]?.isSignalled ?? false }

  /// Handles a request.
  /// - Returns: the problem with the request; nil if there is none. With a problem, nothing has changed unless the
  ///   message says otherwise.
  mutating func apply(_ request: QueueRequest<Event>) -> String? {
    switch request {
    case .wait(let action):
      // An action with this token is already waiting.
      if !waits.contains(action.token) {
        waits.add(action, missing: action.events.count { !hasSignalled($0) })
      }
      return nil
    case .signal(let event): return signal(event)
    case .started(let event, let since, let progress): return start(event, since: since, progress)
    case .completed(let event): return complete(event)
    case .failed(let event, let error): return fail(event, error)
    case .depend(let parent, let children): return depend(parent, on: children)
    case .forget(let event): return forget(event)
    }
  }

  // MARK: - Events

  private mutating func signal(_ event: Event) -> String? {
    switch statuses[event] {
    case .signalled: return "\(event) was signalled again"
    case .some: return "\(event) was signalled, but it is an activity: it starts and completes"
    case nil:
      if dependencies.isParent(event) {
        return "\(event) was signalled, but that happens automatically after \(list(missingChildren(of: event)))"
      }
      statuses[event] = .signalled
      propagate(event)
      return nil
    }
  }

  /// Updates the actions that wait for a signalled event, and signals the parents that it completes.
  private mutating func propagate(_ event: Event) {
    var signalled = [event]
    while let event = signalled.popLast() {
      waits.signalled(event)
      for parent in dependencies.parents(of: event) where isComplete(parent) {
        statuses[parent] = .signalled
        signalled.append(parent)
      }
    }
  }

  // MARK: - Activities

  private mutating func start(_ event: Event, since: ContinuousClock.Instant, _ progress: Progress?) -> String? {
    if let problem = noActivity(event, "started") { return problem }
    if case .inProgress = statuses[event] { return "\(event) was started, but it is in progress" }
    change(event, to: .inProgress)
    running.append((event, since, progress))
    return nil
  }

  private mutating func complete(_ event: Event) -> String? {
    if let problem = noActivity(event, "completed") { return problem }
    if case .completed = statuses[event] { return "\(event) was completed again without being started" }
    change(event, to: .completed)
    propagate(event)
    return nil
  }

  private mutating func fail(_ event: Event, _ error: any Error) -> String? {
    if let problem = noActivity(event, "failed") { return problem }
    change(event, to: .failed(error))
    return nil
  }

  private func noActivity(_ event: Event, _ verb: String) -> String? {
    if dependencies.isParent(event) { return "\(event) \(verb), but it isn't an activity: it depends on other events" }
    guard let status = statuses[event], !status.isOfActivity else { return nil }
    return "\(event) \(verb), but it isn't an activity: it was signalled"
  }

  private mutating func change(_ event: Event, to status: EventStatus) {
    if hasSignalled(event) { waits.reset(event) }
    running.removeAll { $0.event == event }
    statuses[event] = status
  }

  // MARK: - Dependencies

  private mutating func depend(_ parent: Event, on children: [Event]) -> String? {
    let status = statuses[parent]
    if status?.isOfActivity == true { return "\(parent) is an activity and can't depend on other events" }
    dependencies.add(children, to: parent)
    if status != nil {
      let missing = missingChildren(of: parent)
      return missing.isEmpty ? nil : "\(parent) stays signalled, though it now depends on \(list(missing))"
    }
    if isComplete(parent) {
      statuses[parent] = .signalled
      propagate(parent)
    }
    return nil
  }

  /// Whether a parent can be signalled now.
  private func isComplete(_ parent: Event) -> Bool {
    statuses[parent] == nil && dependencies.children(of: parent).allSatisfy(hasSignalled)
  }

  func missingChildren(of parent: Event) -> [Event] { dependencies.children(of: parent).filter { !hasSignalled($0) } }

  // MARK: - Forgetting

  private mutating func forget(_ event: Event) -> String? {
    if let parent = dependencies.parents(of: event).first {
      return "\(event) can't be forgotten: \(parent) depends on it"
    }
    if let action = waits.first(waitingFor: event) {
      return "\(event) can't be forgotten: \(action.name ?? PendingDescription.unnamedAction) waits for it"
    }
    running.removeAll { $0.event == event }
    statuses[event] = nil
    dependencies.removeChildren(of: event)
    return nil
  }

  private func list(_ events: [Event]) -> String { events.map { "\($0)" }.joined(separator: ", ") }
}

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
