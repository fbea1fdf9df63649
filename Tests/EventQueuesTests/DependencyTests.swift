import EventQueues
import Testing

/// Events that depend on others.
@MainActor @Suite struct DependencyTests {
  private let probe = Probe()
  private var queue: EventQueue<Step> { probe.queue }

  @Test func aParentSignalsOnlyAfterAllItsChildren() throws {
    try queue.establishDependencies(for: .a, against: [.b, .c, .d])
    probe.wait("x", for: [.a])
    queue.signal(event: .b)
    queue.completed(.c)
    #expect(!queue.hasSignalled(.a) && probe.log == [])
    queue.signal(event: .d)
    #expect(queue.hasSignalled(.a) && probe.log == ["x"])
  }

  @Test func parentsMayHaveParents() throws {
    try queue.establishDependencies(for: .a, against: [.b, .c])
    try queue.establishDependencies(for: .b, against: [.d])
    probe.wait("a", for: [.a])
    probe.wait("b", for: [.b])
    queue.signal(event: .c)
    queue.signal(event: .d)
    #expect(probe.log == ["a", "b"])
  }

  @Test func childrenOfSeveralCallsAddUp() throws {
    try queue.establishDependencies(for: .a, against: [.b])
    try queue.establishDependencies(for: .a, against: [.c, .b])
    queue.signal(event: .b)
    #expect(!queue.hasSignalled(.a))
    queue.signal(event: .c)
    #expect(queue.hasSignalled(.a))
  }

  @Test func childrenThatWereSignalledBeforeCount() throws {
    queue.signal(event: .b)
    probe.wait("x", for: [.a])
    try queue.establishDependencies(for: .a, against: [.b])
    #expect(probe.log == ["x"])
    try queue.establishDependencies(for: .c, against: [])
    #expect(queue.hasSignalled(.c))
  }

  @Test func aParentThatIsSignalledByHandIsWarnedOfAndWaits() throws {
    try queue.establishDependencies(for: .a, against: [.b, .c])
    queue.signal(event: .b)
    queue.signal(event: .a)
    queue.started(.a)
    queue.completed(.a)
    #expect(!queue.hasSignalled(.a))
    queue.signal(event: .c)
    queue.signal(event: .a)
    #expect(
      probe.warnings == [
        "a was signalled, but that happens automatically after c",
        "a started, but it isn't an activity: it depends on other events",
        "a completed, but it isn't an activity: it depends on other events",
        "a was signalled again",
      ])
  }

  @Test func aParentStaysSignalledWhenAChildStartsAgain() throws {
    try queue.establishDependencies(for: .a, against: [.b])
    queue.completed(.b)
    queue.started(.b)
    #expect(queue.hasSignalled(.a) && !queue.hasSignalled(.b))
    queue.completed(.b)
    #expect(queue.hasSignalled(.a) && probe.warnings == [])
  }

  @Test func aParentWaitsForAChildThatStartedAgainBeforeTheLastOne() throws {
    try queue.establishDependencies(for: .a, against: [.b, .c])
    queue.completed(.b)
    queue.started(.b)
    queue.signal(event: .c)
    #expect(!queue.hasSignalled(.a))
    queue.completed(.b)
    #expect(queue.hasSignalled(.a))
  }

  @Test func aFailedChildHoldsItsParentUntilItSucceeds() throws {
    try queue.establishDependencies(for: .a, against: [.b])
    queue.failed(.b, with: Refusal("no"))
    #expect(!queue.hasSignalled(.a))
    queue.completed(.b)
    #expect(queue.hasSignalled(.a))
  }

  @Test func dependenciesThatComeTooLateAreWarnedOf() throws {
    queue.signal(event: .a)
    try queue.establishDependencies(for: .a, against: [.b])
    #expect(queue.hasSignalled(.a))
    queue.started(.c)
    try queue.establishDependencies(for: .c, against: [.b])
    queue.completed(.c)
    #expect(queue.hasSignalled(.c))
    #expect(
      probe.warnings == [
        "a stays signalled, though it now depends on b", "c is an activity and can't depend on other events",
      ])
  }

  @Test func aCycleIsRefusedWithItsNameAndChangesNothing() throws {
    try queue.establishDependencies(for: .a, against: [.b])
    let cycle = #expect(throws: DependencyCycle<Step>.self) {
      try queue.establishDependencies(for: .b, against: [.c, .a])
    }
    #expect(cycle?.description == "b → a → b")
    #expect(cycle?.events == [.b, .a, .b])
    // Neither child was added, so b is an ordinary event.
    queue.signal(event: .b)
    #expect(queue.hasSignalled(.a) && probe.warnings == [])
  }

  @Test func anEventIsNotItsOwnChild() {
    let cycle = #expect(throws: DependencyCycle<Step>.self) {
      try queue.establishDependencies(for: .a, against: [.a])
    }
    #expect(cycle?.description == "a → a")
  }

  @Test func aLongCycleThroughSeveralCallsIsRefused() throws {
    let count = 20_000
    for number in 0..<count {
      try queue.establishDependencies(for: .number(number), against: [.number(number + 1)])
    }
    let cycle = #expect(throws: DependencyCycle<Step>.self) {
      try queue.establishDependencies(for: .number(count), against: [.number(0)])
    }
    #expect(cycle?.events.count == count + 2)
    queue.signal(event: .number(count))
    #expect(queue.hasSignalled(.number(0)))
  }

  @Test func twoWaysToTheSameChildAreNoCycle() throws {
    try queue.establishDependencies(for: .a, against: [.b, .c])
    try queue.establishDependencies(for: .b, against: [.d])
    try queue.establishDependencies(for: .c, against: [.d])
    queue.signal(event: .d)
    #expect(queue.hasSignalled(.a) && probe.warnings == [])
  }

  @Test func aCycleWithWhatAnotherThreadHasAskedForIsRefused() throws {
    let queue = queue
    Background.run {
      try? queue.establishDependencies(for: .a, against: [.b])
      let cycle = #expect(throws: DependencyCycle<Step>.self) {
        try queue.establishDependencies(for: .b, against: [.a])
      }
      #expect(cycle?.description == "b → a → b")
    }
    #expect(throws: DependencyCycle<Step>.self) { try queue.establishDependencies(for: .b, against: [.a]) }
    queue.signal(event: .b)
    #expect(queue.hasSignalled(.a))
  }
}
