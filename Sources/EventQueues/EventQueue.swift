import Glibc
import Synchronization

/// Runs actions once the events that they wait for have been signalled.
///
/// An event is either signalled once, or it is an activity, which starts, completes or fails, and may start again. All
/// methods can be called from any thread. State changes and actions run on the main actor only: requests from other
/// threads are queued in order until the main actor calls `deliver()` or any other method. A call on the main actor
/// takes effect before it returns, and runs the actions that it makes ready, in the order in which they were enqueued.
/// A call inside an action only changes the state; actions that it makes ready run after the current one. The exception
/// is an enqueued action that has no event left to wait for, which runs at once.
///
/// A program with its own main loop can have the queue wake it; see `setWake`. Otherwise the queue delivers in a task
/// on the main actor. The parameter `isolation` identifies where a call comes from; leave it at its default.
public final class EventQueue<Event: Hashable & Sendable>: Sendable {
  private struct Shared {
    var state = QueueState<Event>()
    var inbox = Inbox<Event>()
    var wake: (@Sendable () -> Void)?
    /// Whether a delivery task is scheduled. Used only without a `wake` function.
    var hasDeliveryTask = false
    /// Actions cancelled by other threads. They are released on the main thread.
    var cancelled: [QueuedAction<Event>] = []
  }

  private let mainThread = Atomic<UInt>(0)
  private let shared = Mutex(Shared())
  @MainActor private var warning: @MainActor (String) -> Void = { _ in }
  /// Whether a caller further up the stack is running the ready actions.
  @MainActor private var isDraining = false

  /// A queue without events. `AppEventQueue` is the editor's.
  public init() {}

  /// Sets the function that is called when another thread makes a request, on that thread. It must make the main loop
  /// call `deliver()`. It is called at once if requests are already waiting.
  @MainActor public func setWake(_ wake: @escaping @Sendable () -> Void) {
    noteMainThread()
    let isLate = shared.withLock { shared in
      shared.wake = wake
      return !shared.inbox.isEmpty
    }
    if isLate { wake() }
  }

  /// Sets the function that receives a one-line warning for each misuse, such as an event that is signalled twice.
  @MainActor public func setWarning(_ warning: @escaping @MainActor (String) -> Void) { self.warning = warning }

  /// Wakes the main loop. If there is none, schedules a task that delivers.
  private func wakeMainActor() {
    let (wake, needsTask) = shared.withLock { shared in
      defer { if shared.wake == nil { shared.hasDeliveryTask = true } }
      return (shared.wake, shared.wake == nil && !shared.hasDeliveryTask)
    }
    if let wake { return wake() }
    guard needsTask else { return }
    Task { @MainActor in
      // If `setWake` was called meanwhile, the main loop delivers instead.
      let isAlone = shared.withLock { shared in
        shared.hasDeliveryTask = false
        return shared.wake == nil
      }
      if isAlone { deliver() }
    }
  }

  // MARK: - Waiting

  /// Runs an action once all events have been signalled. If there are none left to wait for, runs it before returning.
  /// Ignored while an action with the same token waits.
  /// - Parameter name: the action's name in `pending`.
  /// - Returns: the token that cancels the action.
  @discardableResult public func wait(
    for events: [Event], token: ActionToken = ActionToken(), named name: String? = nil,
    isolation: (any Actor)? = #isolation, then action: @escaping @MainActor () -> Void
  ) -> ActionToken {
    request(.wait(QueuedAction(token: token, name: name, events: events, run: action)), from: isolation)
    return token
  }

  /// Runs an action on the main actor: before returning if the caller is there.
  /// - Parameter name: the action's name in `pending`.
  package func enqueue(
    named name: String? = nil, isolation: (any Actor)? = #isolation, _ action: @escaping @MainActor () -> Void
  ) {
    wait(for: [], named: name, isolation: isolation, then: action)
  }

  /// Runs an action once the event has been signalled.
  @discardableResult public func wait(
    for event: Event, token: ActionToken = ActionToken(), named name: String? = nil,
    isolation: (any Actor)? = #isolation, then action: @escaping @MainActor () -> Void
  ) -> ActionToken {
    wait(for: [event], token: token, named: name, isolation: isolation, then: action)
  }

  /// Cancels a waiting action. This takes effect at once, on any thread and before all pending requests: a cancelled
  /// action never runs.
  /// - Returns: whether the action was waiting; false if it has begun, was cancelled, or is unknown.
  @discardableResult public func cancelAction(token: ActionToken, isolation: (any Actor)? = #isolation) -> Bool {
    let isHere = isOnMainActor(isolation)
    // Releasing an action's captures may call the queue, so actions are released after the lock.
    let (isCancelled, gone) = shared.withLock { shared -> (Bool, [QueuedAction<Event>]) in
      let waits = [shared.state.waits.remove(token)].compactMap(\.self) + shared.inbox.takeWaits(token)
      if isHere { return (!waits.isEmpty, waits) }
      shared.cancelled += waits
      return (!waits.isEmpty, [])
    }
    if isCancelled, !isHere { wakeMainActor() }
    return withExtendedLifetime(gone) { isCancelled }
  }

  // MARK: - Events and activities

  /// Signals an event, once. A second signal causes a warning and is ignored.
  public func signal(event: Event, isolation: (any Actor)? = #isolation) { request(.signal(event), from: isolation) }

  /// Marks an activity as in progress, for the first time or again. It no longer counts as completed.
  /// - Parameter progress: its progress; nil if unknown.
  public func started(_ activity: Event, progress: Progress? = nil, isolation: (any Actor)? = #isolation) {
    request(.started(activity, since: .now, progress), from: isolation)
  }

  /// Marks an activity as completed. Actions that wait for it may run.
  public func completed(_ activity: Event, isolation: (any Actor)? = #isolation) {
    request(.completed(activity), from: isolation)
  }

  /// Marks an activity as failed. Actions that wait for it keep waiting until it completes. They may ask for the error.
  public func failed(_ activity: Event, with error: any Error, isolation: (any Actor)? = #isolation) {
    request(.failed(activity, error), from: isolation)
  }

  /// Makes an event a parent, which is signalled automatically once all its children are. Each call adds children. A
  /// parent without children is signalled now. A parent that has been signalled stays signalled.
  /// - Throws: `DependencyCycle` if a child depends on the parent, directly or indirectly. Nothing has changed then.
  public func establishDependencies(
    for parent: Event, against children: [Event], isolation: (any Actor)? = #isolation
  ) throws(DependencyCycle<Event>) {
    guard isOnMainActor(isolation) else {
      let cycle = shared.withLock { shared in
        let cycle = Self.cycle(in: shared, adding: children, to: parent)
        if cycle == nil { shared.inbox.put(.depend(parent: parent, children: children)) }
        return cycle
      }
      if let cycle { throw cycle }
      wakeMainActor()
      return
    }
    let cycle = MainActor.assumeIsolated {
      applyInbox()
      let (cycle, problem) = shared.withLock { shared -> (DependencyCycle<Event>?, String?) in
        if let cycle = Self.cycle(in: shared, adding: children, to: parent) { return (cycle, nil) }
        return (nil, shared.state.apply(.depend(parent: parent, children: children)))
      }
      if let problem { warning(problem) }
      drain()
      return cycle
    }
    if let cycle { throw cycle }
  }

  /// Returns the cycle that new children would close, including dependencies that other threads have requested.
  private static func cycle(in shared: Shared, adding children: [Event], to parent: Event) -> DependencyCycle<Event>? {
    var dependencies = shared.state.dependencies
    for entry in shared.inbox.dependencies { dependencies.add(entry.children, to: entry.parent) }
    return dependencies.cycle(adding: children, to: parent)
  }

  /// Forgets an event, which can then be reused. While an action waits for it or a parent depends on it, this causes a
  /// warning and is ignored.
  public func forget(_ event: Event, isolation: (any Actor)? = #isolation) { request(.forget(event), from: isolation) }

  // MARK: - What is known

  /// Whether an event has been signalled, or an activity is completed.
  public func hasSignalled(_ event: Event) -> Bool { shared.withLock { $0.state.hasSignalled(event) } }

  /// Whether an activity has never been started, completed or failed.
  public func activityIsNotStarted(_ activity: Event) -> Bool { status(of: activity) == nil }

  /// Whether an activity was started and has neither completed nor failed since.
  public func activityIsInProgress(_ activity: Event) -> Bool {
    if case .inProgress = status(of: activity) { true } else { false }
  }

  /// Whether an activity has completed, and was not started again since.
  public func activityIsCompleted(_ activity: Event) -> Bool {
    if case .completed = status(of: activity) { true } else { false }
  }

  /// Whether an activity failed last; `error(of:)` returns the reason.
  public func activityIsFailed(_ activity: Event) -> Bool { error(of: activity) != nil }

  /// The error with which an activity last failed; nil if it hasn't failed.
  public func error(of activity: Event) -> (any Error)? {
    if case .failed(let error) = status(of: activity) { error } else { nil }
  }

  private func status(of event: Event) -> EventStatus? { shared.withLock { $0.state.status(of: event) } }

  /// An activity in progress, its start time, and its progress if known.
  public typealias RunningActivity = (event: Event, since: ContinuousClock.Instant, progress: Progress?)

  /// The activities in progress, in the order in which they started.
  public var activitiesInProgress: [RunningActivity] {
    shared.withLock { $0.state.running }
  }

  /// Whether other threads have made requests that the main actor hasn't handled yet.
  public var hasPendingRequests: Bool { shared.withLock { !$0.inbox.isEmpty } }

  /// Describes the waiting parents and actions, one line each: parents first, then actions in the order in which they
  /// were enqueued, such as “saving waits for fileParsed (failed: …)”.
  public var pending: [String] { shared.withLock { PendingDescription.lines(of: $0.state) } }

  // MARK: - On the main actor

  /// Handles the requests that other threads have made so far. A main loop that is woken through a pipe must first
  /// empty the pipe.
  @MainActor public func deliver() {
    noteMainThread()
    applyInbox()
    drain()
  }

  @MainActor private func noteMainThread() { mainThread.store(UInt(pthread_self()), ordering: .relaxed) }

  /// Whether a call comes from the main actor. A call without an isolation does if it is on the main loop's thread and
  /// not in a task: tasks may run on that thread while the main actor isn't using it.
  private func isOnMainActor(_ isolation: (any Actor)?) -> Bool {
    if let isolation { return isolation === MainActor.shared }
    return mainThread.load(ordering: .relaxed) == UInt(pthread_self()) && withUnsafeCurrentTask { $0 == nil }
  }

  private func request(_ request: QueueRequest<Event>, from isolation: (any Actor)?) {
    if isOnMainActor(isolation) {
      MainActor.assumeIsolated {
        applyInbox()
        apply { _ in request }
        if case .wait(let action) = request, isDraining { run { $0.takeReady(action.token) } }
      }
    } else {
      shared.withLock { $0.inbox.put(request) }
      wakeMainActor()
    }
  }

  /// Handles the requests that have arrived so far. Later ones wake the main actor again, so that busy threads can't
  /// block it.
  @MainActor private func applyInbox() {
    let (end, gone) = shared.withLock { shared in
      defer { shared.cancelled = [] }
      return (shared.inbox.next, shared.cancelled)
    }
    withExtendedLifetime(gone) {}
    while apply({ $0.take(before: end) }) {}
  }

  /// Handles one request. Taking and applying it under one lock means that other threads never see it missing.
  /// - Returns: whether there was a request.
  @discardableResult
  @MainActor private func apply(_ take: (inout Inbox<Event>) -> QueueRequest<Event>?) -> Bool {
    let (request, problem) = shared.withLock { shared -> (QueueRequest<Event>?, String?) in
      let request = take(&shared.inbox)
      return (request, request.flatMap { shared.state.apply($0) })
    }
    guard let request else { return false }
    // Release an ignored action only now, after the lock.
    withExtendedLifetime(request) {
      if let problem { warning(problem) }
    }
    drain()
    return true
  }

  /// Runs all ready actions, and those that they make ready, unless a caller further up the stack already does.
  @MainActor private func drain() {
    if isDraining { return }
    isDraining = true
    defer { isDraining = false }
    while run({ $0.takeReady() }) {}
  }

  /// Runs the action that `take` removes from the list. Removing it first ensures that no action runs twice.
  @discardableResult
  @MainActor private func run(_ take: (inout WaitList<Event>) -> QueuedAction<Event>?) -> Bool {
    guard let action = shared.withLock({ take(&$0.state.waits) }) else { return false }
    action.run()
    return true
  }
}
