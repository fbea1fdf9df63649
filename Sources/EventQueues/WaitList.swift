/// The actions that wait, in the order in which they were enqueued. It counts for each how many events it misses, so that
/// a signal looks only at those that wait for it.
struct WaitList<Event: Hashable & Sendable> {
  private struct Entry {
    let action: QueuedAction<Event>
    var missing: Int
  }

  /// By their number in the order.
  private var entries: [Int: Entry] = [:]
  private var numbers: [ActionToken: Int] = [:]
  /// Who waits for an event; also those who have it already, as it may be taken back.
  private var waiting: [Event: Set<Int>] = [:]
  private var ready = ReadyList()
  private var next = 0

  func contains(_ token: ActionToken) -> Bool { numbers[token] != nil }

  /// The action that was enqueued first of those that wait for an event.
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

  /// An event has been signalled.
  mutating func gain(_ event: Event) {
    for number in waiting[event, default: []].sorted() {
      entries[number]?.missing -= 1
      if entries[number]?.missing == 0 { ready.insert(number) }
    }
  }

  /// An event that was signalled is so no more.
  mutating func lose(_ event: Event) {
    for number in waiting[event] ?? [] {
      if entries[number]?.missing == 0 { ready.remove(number) }
      entries[number]?.missing += 1
    }
  }

  /// Takes out the action that was enqueued first of those that miss nothing.
  mutating func takeReady() -> QueuedAction<Event>? { ready.first.flatMap { remove($0) } }

  /// Takes out an action if it misses nothing.
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
