/// An operation on a queue. Actions are identified by number, and perform the operations of `then`.
indirect enum Operation: Sendable, CustomStringConvertible {
  case wait(Int, for: [Int], then: [Operation])
  case signal(Int)
  case started(Int)
  case completed(Int)
  case failed(Int)
  case depend(Int, on: [Int])
  case cancel(Int)
  case forget(Int)
  /// Performed on another thread.
  case elsewhere(Operation)
  case deliver

  var description: String {
    switch self {
    case .wait(let action, let events, let then): "wait \(action) for \(events) then \(then)"
    case .signal(let event): "signal \(event)"
    case .started(let event): "started \(event)"
    case .completed(let event): "completed \(event)"
    case .failed(let event): "failed \(event)"
    case .depend(let parent, let children): "depend \(parent) on \(children)"
    case .cancel(let action): "cancel \(action)"
    case .forget(let event): "forget \(event)"
    case .elsewhere(let operation): "elsewhere: \(operation)"
    case .deliver: "deliver"
    }
  }
}

/// A simple model of a queue, which checks everything again each time.
struct QueueModel {
  enum Status: Equatable { case signalled, inProgress, completed, failed }

  var statuses: [Int: Status] = [:]
  var children: [Int: [Int]] = [:]
  var waiting: [(action: Int, events: [Int], then: [Operation])] = []
  private var inbox: [(number: Int, operation: Operation)] = []
  private var arrived = 0
  private var isDraining = false
  /// The actions that ran, and the results of calls.
  var log: [String] = []

  func hasSignalled(_ event: Int) -> Bool { statuses[event] == .signalled || statuses[event] == .completed }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .elsewhere(let inner): post(inner)
    case .cancel(let action): cancel(action)
    case .deliver:
      applyInbox()
      drain()
    default:
      applyInbox()
      apply(operation)
      drain()
      if case .wait(let action, _, _) = operation, isDraining,
        let index = waiting.firstIndex(where: { $0.action == action && $0.events.allSatisfy(hasSignalled) })
      {
        run(at: index)
      }
    }
  }

  private mutating func post(_ operation: Operation) {
    if case .cancel(let action) = operation { return cancel(action) }
    if case .depend(let parent, let added) = operation, closesCycle(parent, added) { return log.append("cycle") }
    inbox.append((arrived, operation))
    arrived += 1
  }

  private mutating func cancel(_ action: Int) {
    let count = waiting.count + inbox.count
    waiting.removeAll { $0.action == action }
    inbox.removeAll { if case .wait(action, _, _) = $0.operation { true } else { false } }
    log.append("cancelled \(action): \(waiting.count + inbox.count < count)")
  }

  private mutating func applyInbox() {
    // Operations that arrive meanwhile wait, unless a call inside an action handles them.
    let end = arrived
    while let first = inbox.first, first.number < end {
      inbox.removeFirst()
      apply(first.operation)
      drain()
    }
  }

  private mutating func drain() {
    if isDraining { return }
    isDraining = true
    while let index = waiting.firstIndex(where: { $0.events.allSatisfy(hasSignalled) }) { run(at: index) }
    isDraining = false
  }

  private mutating func run(at index: Int) {
    let entry = waiting.remove(at: index)
    log.append("ran \(entry.action)")
    for operation in entry.then { perform(operation) }
  }

  private mutating func apply(_ operation: Operation) {
    switch operation {
    case .wait(let action, let events, let then):
      if !waiting.contains(where: { $0.action == action }) { waiting.append((action, events, then)) }
    case .signal(let event):
      if statuses[event] == nil, children[event] == nil { statuses[event] = .signalled }
    case .started(let event): change(event, to: .inProgress)
    case .completed(let event): change(event, to: .completed)
    case .failed(let event): change(event, to: .failed)
    case .depend(let parent, let added):
      if closesCycle(parent, added) {
        log.append("cycle")
      } else if statuses[parent] == nil || statuses[parent] == .signalled {
        children[parent, default: []] += added
      }
    case .forget(let event):
      if children.values.contains(where: { $0.contains(event) }) { break }
      if waiting.contains(where: { $0.events.contains(event) }) { break }
      statuses[event] = nil
      children[event] = nil
    case .cancel, .elsewhere, .deliver: break
    }
    var isSettled = false
    while !isSettled {
      isSettled = true
      for (parent, all) in children where statuses[parent] == nil && all.allSatisfy(hasSignalled) {
        statuses[parent] = .signalled
        isSettled = false
      }
    }
  }

  private mutating func change(_ event: Int, to status: Status) {
    if children[event] == nil, statuses[event] != .signalled { statuses[event] = status }
  }

  private func closesCycle(_ parent: Int, _ added: [Int]) -> Bool {
    var edges = children
    for case .depend(let parent, let added) in inbox.map(\.operation) { edges[parent, default: []] += added }
    var reached = Set(added)
    for _ in 0..<20 { reached.formUnion(reached.flatMap { edges[$0] ?? [] }) }
    return reached.contains(parent)
  }
}
