import EventQueues
import SeededTesting
import Testing

/// A queue behaves like the model, for random operations in random order, including those of its own actions.
@MainActor @Suite struct PropertyTests {
  @Test(arguments: Seeds.first(80)) func aQueueDoesWhatTheModelDoes(seed: UInt64) {
    var maker = OperationMaker(seed: seed)
    let player = Player()
    var model = QueueModel()
    var done: [Operation] = []
    for _ in 0..<60 {
      let operation = maker.operation(depth: 2)
      done.append(operation)
      player.perform(operation)
      model.perform(operation)
      guard player.log == model.log, player.states == model.states, player.waiting == model.waitingActions else {
        Issue.record(
          """
          seed \(seed), after \(done.count) operations, the last one \(operation):
          log    \(player.log.suffix(10)), not \(model.log.suffix(10))
          states \(player.states), not \(model.states)
          waits  \(player.waiting), not \(model.waitingActions)
          """)
        return
      }
    }
  }
}

/// The events of these tests.
private let events = 0..<6

extension QueueModel {
  fileprivate var states: [String] {
    events.map { event in
      let state =
        switch statuses[event] {
        case nil: "n"
        case .signalled: "s"
        case .inProgress: "p"
        case .completed: "sc"
        case .failed: "f"
        }
      return "\(event)\(state)"
    }
  }

  fileprivate var waitingActions: [String] { waiting.map { "\($0.action)" } }
}

/// Performs operations on a queue.
@MainActor private final class Player {
  private let queue = EventQueue<Step>()
  private var tokens: [Int: ActionToken] = [:]
  private(set) var log: [String] = []

  func perform(_ operation: Operation) {
    guard case .elsewhere(let inner) = operation else {
      if let answer = play(operation) { log.append(answer) }
      return
    }
    let token = token(of: inner)
    let answer = Answer()
    Background.run { answer.words = self.play(inner, token: token) }
    if let words = answer.words { log.append(words) }
  }

  private func play(_ operation: Operation) -> String? {
    if case .deliver = operation {
      queue.deliver()
      return nil
    }
    return play(operation, token: token(of: operation))
  }

  private nonisolated func play(
    _ operation: Operation, token: ActionToken, isolation: (any Actor)? = #isolation
  ) -> String? {
    switch operation {
    case .wait(let action, let events, let then):
      queue.wait(for: events.map(Step.number), token: token, named: "\(action)", isolation: isolation) {
        self.log.append("ran \(action)")
        for operation in then { self.perform(operation) }
      }
    case .signal(let event): queue.signal(event: .number(event), isolation: isolation)
    case .started(let event): queue.started(.number(event), isolation: isolation)
    case .completed(let event): queue.completed(.number(event), isolation: isolation)
    case .failed(let event): queue.failed(.number(event), with: Refusal("no"), isolation: isolation)
    case .forget(let event): queue.forget(.number(event), isolation: isolation)
    case .cancel(let action): return "cancelled \(action): \(queue.cancelAction(token: token, isolation: isolation))"
    case .depend(let parent, let children):
      do throws(DependencyCycle<Step>) {
        try queue.establishDependencies(for: .number(parent), against: children.map(Step.number), isolation: isolation)
      } catch {
        return "cycle"
      }
    case .elsewhere, .deliver: break
    }
    return nil
  }

  private func token(of operation: Operation) -> ActionToken {
    switch operation {
    case .wait(let action, _, _), .cancel(let action):
      let token = tokens[action] ?? ActionToken()
      tokens[action] = token
      return token
    default: return ActionToken()
    }
  }

  /// The state of each event, as letters.
  var states: [String] {
    events.map { number in
      let event = Step.number(number)
      var letters = "\(number)"
      if queue.activityIsNotStarted(event) { letters += "n" }
      if queue.activityIsInProgress(event) { letters += "p" }
      if queue.hasSignalled(event) { letters += "s" }
      if queue.activityIsCompleted(event) { letters += "c" }
      if queue.activityIsFailed(event) { letters += "f" }
      return letters
    }
  }

  /// The waiting actions, in order. Lines about parents begin with the number of an event, which is below 100.
  var waiting: [String] {
    queue.pending.compactMap { line in
      line.split(separator: " ").first.map(String.init).flatMap { Int($0).map { $0 >= 100 } == true ? $0 : nil }
    }
  }
}

/// The result of a call on another thread.
private final class Answer: @unchecked Sendable {
  var words: String?
}

/// Generates random operations.
private struct OperationMaker {
  private var random: SeededGenerator
  /// The number of the next action. Those of events are lower.
  private var nextAction = 100

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func operation(depth: Int) -> Operation {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: .deliver
    case 1...5: .elsewhere(simple(depth: depth))
    default: simple(depth: depth)
    }
  }

  private mutating func simple(depth: Int) -> Operation {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...6: wait(depth: depth)
    case 7...8: .signal(event())
    case 9...10: .started(event())
    case 11...13: .completed(event())
    case 14: .failed(event())
    case 15: .depend(event(), on: [event(), event()])
    case 16...17: .cancel(action())
    default: .forget(event())
    }
  }

  private mutating func wait(depth: Int) -> Operation {
    var action = action()
    if Int.random(in: 0..<5, using: &random) > 0 {
      nextAction += 1
      action = nextAction
    }
    let count = Int.random(in: 0..<3, using: &random)
    var then: [Operation] = []
    if depth > 0 {
      for _ in 0..<Int.random(in: 0..<3, using: &random) { then.append(operation(depth: depth - 1)) }
    }
    return .wait(action, for: Array(Set((0..<count).map { _ in event() })).sorted(), then: then)
  }

  private mutating func event() -> Int { events.randomElement(using: &random) ?? 0 }

  /// One of the last actions.
  private mutating func action() -> Int { max(100, nextAction - Int.random(in: 0..<5, using: &random)) }
}
