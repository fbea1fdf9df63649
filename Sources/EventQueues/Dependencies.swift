/// Which event is signalled by which others: a parent by its children.
struct Dependencies<Event: Hashable & Sendable> {
  /// The parents, in the order in which they got their first children.
  private(set) var parents: [Event] = []
  private var childrenByParent: [Event: [Event]] = [:]
  private var parentsByChild: [Event: [Event]] = [:]

  func isParent(_ event: Event) -> Bool { childrenByParent[event] != nil }

  /// The children of an event, in the order in which they were added.
  func children(of parent: Event) -> [Event] { childrenByParent[parent] ?? [] }

  func parents(of child: Event) -> [Event] { parentsByChild[child] ?? [] }

  /// Adds children to those that the parent has.
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

  /// Makes a parent an event like others.
  mutating func removeChildren(of parent: Event) {
    for child in childrenByParent.removeValue(forKey: parent) ?? [] {
      parentsByChild[child]?.removeAll { $0 == parent }
      if parentsByChild[child]?.isEmpty == true { parentsByChild[child] = nil }
    }
    parents.removeAll { $0 == parent }
  }

  /// The cycle that new children of a parent would close; nil when there is none. It goes without recursion, so that
  /// long chains are no danger.
  func cycle(adding children: [Event], to parent: Event) -> DependencyCycle<Event>? {
    var cameFrom: [Event: Event] = [:]
    var waiting: [Event] = []
    for child in children where cameFrom[child] == nil {
      cameFrom[child] = parent
      waiting.append(child)
    }
    while let event = waiting.popLast() {
      if event == parent { return DependencyCycle(events: way(to: parent, cameFrom)) }
      for child in self.children(of: event) where cameFrom[child] == nil {
        cameFrom[child] = event
        waiting.append(child)
      }
    }
    return nil
  }

  private func way(to parent: Event, _ cameFrom: [Event: Event]) -> [Event] {
    var way = [parent]
    var event = cameFrom[parent]
    while let here = event, here != parent {
      way.append(here)
      event = cameFrom[here]
    }
    return [parent] + way.reversed()
  }
}
