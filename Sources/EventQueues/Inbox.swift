/// Requests from other threads that the main thread hasn't handled yet, in order of arrival.
struct Inbox<Event: Hashable & Sendable> {
  private struct Entry {
    let number: Int
    let request: QueueRequest<Event>
  }

  private var incoming: [Entry] = []
  /// The earlier requests, in reverse order, so that the next one can be removed without moving the others.
  private var reversed: [Entry] = []

  /// The number of the next request.
  private(set) var next = 0

  var isEmpty: Bool { incoming.isEmpty && reversed.isEmpty }

  mutating func put(_ request: QueueRequest<Event>) {
    incoming.append(Entry(number: next, request: request))
    next += 1
  }

  /// Removes and returns the first request if its number is below the given one.
  mutating func take(before number: Int) -> QueueRequest<Event>? {
    if reversed.isEmpty {
      reversed = incoming.reversed()
      incoming.removeAll(keepingCapacity: true)
    }
    guard let entry = reversed.last, entry.number < number else { return nil }
    reversed.removeLast()
    return entry.request
  }

  /// Removes and returns the waiting actions with a token.
  mutating func takeWaits(_ token: ActionToken) -> [QueuedAction<Event>] {
    var taken: [QueuedAction<Event>] = []
    func isOther(_ entry: Entry) -> Bool {
      guard case .wait(let action) = entry.request, action.token == token else { return true }
      taken.append(action)
      return false
    }
    reversed = reversed.filter(isOther)
    incoming = incoming.filter(isOther)
    return taken
  }

  /// The requested dependencies that are not established yet.
  var dependencies: [(parent: Event, children: [Event])] {
    (reversed.reversed() + incoming).compactMap { entry in
      guard case .depend(let parent, let children) = entry.request else { return nil }
      return (parent, children)
    }
  }
}

/// A request to a queue: a state change, or an action that waits.
enum QueueRequest<Event: Hashable & Sendable>: Sendable {
  case wait(QueuedAction<Event>)
  case signal(Event)
  case started(Event, since: ContinuousClock.Instant, Progress?)
  case completed(Event)
  case failed(Event, any Error)
  case depend(parent: Event, children: [Event])
  case forget(Event)
}
