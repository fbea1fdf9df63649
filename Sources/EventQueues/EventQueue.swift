import Glibc
import Synchronization

/// Runs actions once the events that they wait for have been signalled.
///
/// An event is signalled once and for all, or it is an activity, which starts, completes or fails, and may start again.
/// All may be called from any thread. The state changes, and actions run, on the main actor only: what is asked for
/// elsewhere is kept in the order of arrival, until the main actor does it in `deliver()`, or at its own next call. A
/// call on the main actor takes effect before it returns, with all the actions that become ready by it; of these, the
/// one that was enqueued first runs first. Inside an action, a call only changes the state, and what becomes ready runs
/// after the action; only an action that waits for what is there already runs at once, as ever.
///
/// A program with a main loop of its own has the queue wake it, see `setWake`. Without that the queue delivers by a task on
/// the main actor, on whichever thread that runs. The parameter `isolation` tells where a call comes from; leave it out.
public final class EventQueue<Event: Hashable & Sendable>: Sendable {
  private struct Shared {
    var state = QueueState<Event>()
    var inbox = Inbox<Event>()
    var wake: (@Sendable () -> Void)?
    /// Whether a task is to deliver, where nobody is woken.
    var hasDeliveryTask = false
    /// Actions that another thread has cancelled: what they hold is let go of on the main thread.
    var cancelled: [QueuedAction<Event>] = []
  }

  private let mainThread = Atomic<UInt>(0)
  private let shared = Mutex(Shared())
  @MainActor private var warning: @MainActor (String) -> Void = { _ in }
  /// Whether somebody further up the stack runs what is ready.
  @MainActor private var isDraining = false

  public init() {}

  /// Sets what is called, on the asking thread, when another thread has asked for something: it must make the main
  /// loop call `deliver()`. What has been asked for by now wakes at once.
  @MainActor public func setWake(_ wake: @escaping @Sendable () -> Void) {
    noteMainThread()
    let isLate = shared.withLock { shared in
      shared.wake = wake
      return !shared.inbox.isEmpty
    }
    if isLate { wake() }
  }

  /// Sets what is called with one line for each misuse, such as an event that is signalled twice.
  @MainActor public func setWarning(_ warning: @escaping @MainActor (String) -> Void) { self.warning = warning }

  /// Wakes the main loop, or has a task deliver where there is none.
  private func wakeMainActor() {
    let (wake, needsTask) = shared.withLock { shared in
      defer { if shared.wake == nil { shared.hasDeliveryTask = true } }
      return (shared.wake, shared.wake == nil && !shared.hasDeliveryTask)
    }
    if let wake { return wake() }
    guard needsTask else { return }
    Task { @MainActor in
      // A main loop that has come meanwhile delivers itself, and knows until when.
      let isAlone = shared.withLock { shared in
        shared.hasDeliveryTask = false
        return shared.wake == nil
      }
      if isAlone { deliver() }
    }
  }

  // MARK: - Waiting

  /// Runs an action once all the events have been signalled: before it returns, if they have been, or there are none.
  /// While an action of the same token waits, this is taken for the same one, and ignored.
  /// - Parameter name: what waits, for `pending`.
  /// - Returns: the token, with which the action can be cancelled.
  @discardableResult public func wait(
    for events: [Event], token: ActionToken = ActionToken(), named name: String? = nil,
    isolation: (any Actor)? = #isolation, then action: @escaping @MainActor () -> Void
  ) -> ActionToken {
    request(.wait(QueuedAction(token: token, name: name, events: events, run: action)), from: isolation)
    return token
  }

  /// Runs an action once the event has been signalled.
  @discardableResult public func wait(
    for event: Event, token: ActionToken = ActionToken(), named name: String? = nil,
    isolation: (any Actor)? = #isolation, then action: @escaping @MainActor () -> Void
  ) -> ActionToken {
    wait(for: [event], token: token, named: name, isolation: isolation, then: action)
  }

  /// Cancels an action that waits. This takes effect at once, on whichever thread, before anything else that has been
  /// asked for: an action that was cancelled never runs.
  /// - Returns: whether the action waited; false when it was begun, or cancelled, or nobody knows of it.
  @discardableResult public func cancelAction(token: ActionToken, isolation: (any Actor)? = #isolation) -> Bool {
    let isHere = isOnMainActor(isolation)
    // What an action holds may call the queue when it goes, so nothing may go while the lock is held.
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

  /// Signals an event, once and for all. A second signal is warned of and ignored.
  public func signal(event: Event, isolation: (any Actor)? = #isolation) { request(.signal(event), from: isolation) }

  /// An activity is in progress, for the first time or again. If it was completed, it isn't any more.
  public func started(_ activity: Event, isolation: (any Actor)? = #isolation) {
    request(.started(activity, since: .now), from: isolation)
  }

  /// An activity is completed: what waits for it may run.
  public func completed(_ activity: Event, isolation: (any Actor)? = #isolation) {
    request(.completed(activity), from: isolation)
  }

  /// An activity has failed. What waits for it goes on waiting for a later success, and may ask for the error.
  public func failed(_ activity: Event, with error: any Error, isolation: (any Actor)? = #isolation) {
    request(.failed(activity, error), from: isolation)
  }

  /// Makes an event a parent that is signalled by itself as soon as all its children are. The children of several calls
  /// add up; without any, it is signalled now. A parent that has been signalled stays so.
  /// - Throws: `DependencyCycle` when a child would wait for the parent, also through others; nothing is changed then.
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

  /// The cycle that new children would close; those count too that other threads have asked for.
  private static func cycle(in shared: Shared, adding children: [Event], to parent: Event) -> DependencyCycle<Event>? {
    var dependencies = shared.state.dependencies
    for entry in shared.inbox.dependencies { dependencies.add(entry.children, to: entry.parent) }
    return dependencies.cycle(adding: children, to: parent)
  }

  /// Drops all that is known of an event, which can then be used anew. This is warned of and ignored while something
  /// waits for the event or depends on it.
  public func forget(_ event: Event, isolation: (any Actor)? = #isolation) { request(.forget(event), from: isolation) }

  // MARK: - What is known

  /// Whether an event has been signalled, or an activity is completed.
  public func hasSignalled(_ event: Event) -> Bool { shared.withLock { $0.state.hasSignalled(event) } }

  /// Whether nothing has been heard of an activity.
  public func activityIsNotStarted(_ activity: Event) -> Bool { status(of: activity) == nil }

  public func activityIsInProgress(_ activity: Event) -> Bool {
    if case .inProgress = status(of: activity) { true } else { false }
  }

  public func activityIsCompleted(_ activity: Event) -> Bool {
    if case .completed = status(of: activity) { true } else { false }
  }

  public func activityIsFailed(_ activity: Event) -> Bool { error(of: activity) != nil }

  /// Why the last run of an activity failed; nil if it didn't.
  public func error(of activity: Event) -> (any Error)? {
    if case .failed(let error) = status(of: activity) { error } else { nil }
  }

  private func status(of event: Event) -> EventStatus? { shared.withLock { $0.state.status(of: event) } }

  /// The activities that are in progress, in the order in which they started, and since when they are.
  public var activitiesInProgress: [(event: Event, since: ContinuousClock.Instant)] {
    shared.withLock { $0.state.running }
  }

  /// Whether another thread has asked for something that the main one hasn't done yet.
  public var hasArrivals: Bool { shared.withLock { !$0.inbox.isEmpty } }

  /// What waits for what, a line each: first the parents, then the actions in the order in which they were enqueued;
  /// “saving waits for fileParsed (failed: …)”.
  public var pending: [String] { shared.withLock { PendingDescription.lines(of: $0.state) } }

  // MARK: - On the main actor

  /// Does what other threads have asked for up to now. A main loop that is woken through a pipe empties the pipe first.
  @MainActor public func deliver() {
    noteMainThread()
    applyInbox()
    drain()
  }

  @MainActor private func noteMainThread() { mainThread.store(UInt(pthread_self()), ordering: .relaxed) }

  /// Whether a call comes from the main actor. Where the caller's isolation does not tell, it does if it is on the thread
  /// of a main loop. In a task that thread means nothing: the main actor may have left it to others.
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

  /// Does what has arrived by now. What arrives meanwhile wakes anew, so that busy threads can't hold the main one.
  @MainActor private func applyInbox() {
    let (end, gone) = shared.withLock { shared in
      defer { shared.cancelled = [] }
      return (shared.inbox.next, shared.cancelled)
    }
    withExtendedLifetime(gone) {}
    while apply({ $0.take(before: end) }) {}
  }

  /// Does one thing. It is taken out and done under one lock, so that other threads see it in either place.
  /// - Returns: whether there was anything to do.
  @discardableResult
  @MainActor private func apply(_ take: (inout Inbox<Event>) -> QueueRequest<Event>?) -> Bool {
    let (request, problem) = shared.withLock { shared -> (QueueRequest<Event>?, String?) in
      let request = take(&shared.inbox)
      return (request, request.flatMap { shared.state.apply($0) })
    }
    guard let request else { return false }
    // An action that isn't taken up goes only now that the lock has been given back.
    withExtendedLifetime(request) {
      if let problem { warning(problem) }
    }
    drain()
    return true
  }

  /// Runs all that is ready, and what becomes ready by that, unless a caller further up is about to.
  @MainActor private func drain() {
    if isDraining { return }
    isDraining = true
    defer { isDraining = false }
    while run({ $0.takeReady() }) {}
  }

  /// Runs the action that is taken out of the list. So nothing runs twice, and each is looked at right before it runs.
  @discardableResult
  @MainActor private func run(_ take: (inout WaitList<Event>) -> QueuedAction<Event>?) -> Bool {
    guard let action = shared.withLock({ take(&$0.state.waits) }) else { return false }
    action.run()
    return true
  }
}
