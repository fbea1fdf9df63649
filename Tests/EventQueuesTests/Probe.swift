import EventQueues

enum Step: Hashable, Sendable, CustomStringConvertible {
  case a, b, c, d, e
  case number(Int)

  var description: String {
    switch self {
    case .a: "a"
    case .b: "b"
    case .c: "c"
    case .d: "d"
    case .e: "e"
    case .number(let number): "\(number)"
    }
  }
}

struct Refusal: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// A queue with a log of its actions.
@MainActor final class Probe {
  let queue = EventQueue<Step>()
  private(set) var log: [String] = []
  private(set) var warnings: [String] = []

  init() { queue.setWarning { [weak self] in self?.warnings.append($0) } }

  func note(_ name: String) { log.append(name) }

  /// Waits with an action that logs its name and then runs `more`.
  @discardableResult func wait(
    _ name: String, for events: [Step], token: ActionToken = ActionToken(),
    then more: @escaping @MainActor () -> Void = {}
  ) -> ActionToken {
    queue.wait(for: events, token: token, named: name) { [weak self] in
      self?.log.append(name)
      more()
    }
  }
}
