/// The dependencies between events: a parent is signalled once all its children are.
struct Dependencies<Event: Hashable & Sendable> {
  /// The parents, in the order in which they got their first children.
  private(set) var parents: [Event] = []
  private var childrenByParent: [Event: [Event]] = [:]
  private var parentsByChild: [Event: [Event]] = [:]

  func isParent(_ event: Event) -> Bool { childrenByParent[event] != nil }

  /// The children of an event, in the order in which they were added.
  func children(of parent: Event) -> [Event] { childrenByParent[parent] ?? [] }

  func parents(of child: Event) -> [Event] { parentsByChild[child] ?? [] }

  /// Adds children to a parent's existing ones.
  mutating func add(_ children: [Event], to parent: Event) {
    if childrenByParent[parent] == nil {
      childrenByParent[parent] = []
      parents.append(parent)
    }
    var known = Set(self.children(of: parent))
    for child in children where known.insert(child).inserted {
      childrenByParent[parent, default: []].append(child)
      parentsByChild[child, default: []].append(parent)
    }
  }

  /// Removes all children of an event, so that it is no longer a parent.
  mutating func removeChildren(of parent: Event) {
    for child in childrenByParent.removeValue(forKey: parent) ?? [] {
      parentsByChild[child]?.removeAll { $0 == parent }
      if parentsByChild[child]?.isEmpty == true { parentsByChild[child] = nil }
    }
    parents.removeAll { $0 == parent }
  }

  /// Returns the cycle that new children of a parent would close, or nil if there is none. Iterative, because chains
  /// can be long.
  func cycle(adding children: [Event], to parent: Event) -> DependencyCycle<Event>? {
    var cameFrom: [Event: Event] = [:]
    var waiting: [Event] = []
    for child in children where cameFrom[child] == nil {
      cameFrom[child] = parent
      waiting.append(child)
    }
    while let event = waiting.popLast() {
      if event == parent { return DependencyCycle(events: path(to: parent, cameFrom)) }
      for child in self.children(of: event) where cameFrom[child] == nil {
        cameFrom[child] = event
        waiting.append(child)
      }
    }
    return nil
  }

  private func path(to parent: Event, _ cameFrom: [Event: Event]) -> [Event] {
    var path = [parent]
    var event = cameFrom[parent]
    while let here = event, here != parent {
      path.append(here)
      event = cameFrom[here]
    }
    return [parent] + path.reversed()
  }
}

/// Dependencies that form a cycle, so that none of its events could ever be signalled.
public struct DependencyCycle<Event: Hashable & Sendable>: Error, Hashable, CustomStringConvertible {
  /// The events of the cycle: each depends on the next, and the last equals the first.
  public let events: [Event]

  /// The cycle in one line, such as “a → b → a”.
  public var description: String { events.map { String(describing: $0) }.joined(separator: " → ") }
}
