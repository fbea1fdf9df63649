/// What other threads have asked for and the main thread hasn't done yet, in the order of arrival.
struct Inbox<Event: Hashable & Sendable> {
  private struct Letter {
    let number: Int
    let request: QueueRequest<Event>
  }

  private var arrived: [Letter] = []
  /// The ones before those, last first, so that taking one out moves none of the others.
  private var opened: [Letter] = []

  /// The number that the next request gets.
  private(set) var next = 0

  var isEmpty: Bool { arrived.isEmpty && opened.isEmpty }

  mutating func put(_ request: QueueRequest<Event>) {
    arrived.append(Letter(number: next, request: request))
    next += 1
  }

  /// Takes out the first request, if it came before the one of that number.
  mutating func take(before number: Int) -> QueueRequest<Event>? {
    if opened.isEmpty {
      opened = arrived.reversed()
      arrived.removeAll(keepingCapacity: true)
    }
    guard let letter = opened.last, letter.number < number else { return nil }
    opened.removeLast()
    return letter.request
  }

  /// Takes out the actions of a token.
  mutating func takeWaits(_ token: ActionToken) -> [QueuedAction<Event>] {
    var taken: [QueuedAction<Event>] = []
    func isOther(_ letter: Letter) -> Bool {
      guard case .wait(let action) = letter.request, action.token == token else { return true }
      taken.append(action)
      return false
    }
    opened = opened.filter(isOther)
    arrived = arrived.filter(isOther)
    return taken
  }

  /// The dependencies that are still to be established.
  var dependencies: [(parent: Event, children: [Event])] {
    (opened.reversed() + arrived).compactMap { letter in
      guard case .depend(let parent, let children) = letter.request else { return nil }
      return (parent, children)
    }
  }
}
