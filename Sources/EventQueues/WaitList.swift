import Synchronization

/// The waiting actions, in the order in which they were enqueued. Each counts its missing events, so that a signal only
/// touches the actions that wait for it.
struct WaitList<Event: Hashable & Sendable> {
  private struct Entry {
    let action: QueuedAction<Event>
    var missing: Int
  }

  /// Entries by their number in the order.
  private var entries: [Int: Entry] = [:]
  private var numbers: [ActionToken: Int] = [:]
  /// The actions that wait for an event. Includes events already signalled, because an activity can start again.
  private var waiting: [Event: Set<Int>] = [:]
  private var ready = ReadyList()
  private var next = 0

  func contains(_ token: ActionToken) -> Bool { numbers[token] != nil }

  /// Returns the first enqueued action that waits for an event.
  func first(waitingFor event: Event) -> QueuedAction<Event>? {
    waiting[event]?.min().flatMap { entries[$0]?.action }
  }

  /// All actions, in the order in which they were enqueued.
  var actions: [QueuedAction<Event>] { entries.sorted { $0.key < $1.key }.map(\.value.action) }

  mutating func add(_ action: QueuedAction<Event>, missing: Int) {
    let number = next
    next += 1
    entries[number] = Entry(action: action, missing: missing)
    numbers[action.token] = number
    for event in action.events { waiting[event, default: []].insert(number) }
    if missing == 0 { ready.insert(number) }
  }

  /// Records that an event has been signalled.
  mutating func signalled(_ event: Event) {
    for number in waiting[event, default: []].sorted() {
      entries[number]?.missing -= 1
      if entries[number]?.missing == 0 { ready.insert(number) }
    }
  }

  /// Records that an event is no longer signalled.
  mutating func reset(_ event: Event) {
    for number in waiting[event] ?? [] {
      if entries[number]?.missing == 0 { ready.remove(number) }
      entries[number]?.missing += 1
    }
  }

  /// Removes and returns the first enqueued action that has no missing events.
  mutating func takeReady() -> QueuedAction<Event>? { ready.first.flatMap { remove($0) } }

  /// Removes and returns an action if it has no missing events.
  mutating func takeReady(_ token: ActionToken) -> QueuedAction<Event>? {
    guard let number = numbers[token], entries[number]?.missing == 0 else { return nil }
    return remove(number)
  }

  mutating func remove(_ token: ActionToken) -> QueuedAction<Event>? { numbers[token].flatMap { remove($0) } }

  private mutating func remove(_ number: Int) -> QueuedAction<Event>? {
    guard let entry = entries.removeValue(forKey: number) else { return nil }
    numbers[entry.action.token] = nil
    if entry.missing == 0 { ready.remove(number) }
    for event in entry.action.events {
      waiting[event]?.remove(number)
      if waiting[event]?.isEmpty == true { waiting[event] = nil }
    }
    return entry.action
  }
}

/// An action that waits for events.
struct QueuedAction<Event: Hashable & Sendable>: Sendable {
  let token: ActionToken
  /// The name in `EventQueue.pending`.
  let name: String?
  /// The events it waits for, without duplicates.
  let events: [Event]
  let run: @MainActor () -> Void

  init(token: ActionToken, name: String?, events: [Event], run: @escaping @MainActor () -> Void) {
    self.token = token
    self.name = name
    var known: Set<Event> = []
    self.events = events.filter { known.insert($0).inserted }
    self.run = run
  }
}

/// Identifies an action that waits in an `EventQueue`. While it waits, another action with the same token counts as the
/// same one.
public struct ActionToken: Hashable, Sendable {
  private static let last = Atomic<Int>(0)

  private let number: Int

  /// Creates a unique token.
  public init() { number = ActionToken.last.add(1, ordering: .relaxed).newValue }
}

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
