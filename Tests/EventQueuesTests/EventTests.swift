import EventQueues
import Testing

/// Events that are signalled once.
@MainActor @Suite struct EventTests {
  private let probe = Probe()
  private var queue: EventQueue<Step> { probe.queue }

  @Test func anActionRunsAfterItsEventAndNotBefore() {
    probe.wait("x", for: [.a])
    #expect(probe.log == [])
    #expect(!queue.hasSignalled(.a))
    queue.signal(event: .a)
    #expect(probe.log == ["x"])
    #expect(queue.hasSignalled(.a))
  }

  @Test func anActionNeverRunsOnAnotherEvent() {
    probe.wait("x", for: [.a])
    queue.signal(event: .b)
    queue.completed(.c)
    #expect(probe.log == [])
  }

  @Test func severalEventsRunAnActionOnlyAfterAll() {
    probe.wait("x", for: [.a, .b, .c, .b])
    queue.signal(event: .c)
    queue.signal(event: .a)
    #expect(probe.log == [])
    queue.signal(event: .b)
    #expect(probe.log == ["x"])
  }

  @Test func associatedValuesTellEventsApart() {
    probe.wait("x", for: [.number(1)])
    queue.signal(event: .number(2))
    #expect(probe.log == [])
    #expect(!queue.hasSignalled(.number(1)))
    queue.signal(event: .number(1))
    #expect(probe.log == ["x"])
  }

  @Test func whatIsSignalledAlreadyRunsBeforeTheWaitReturns() {
    queue.signal(event: .a)
    queue.signal(event: .b)
    probe.wait("x", for: [.a, .b])
    #expect(probe.log == ["x"])
  }

  @Test func anEmptyListRunsBeforeTheWaitReturns() {
    probe.wait("x", for: [])
    #expect(probe.log == ["x"])
  }

  @Test func oneEventMayBeWaitedForWithoutAList() {
    var ran = false
    queue.wait(for: .a) { ran = true }
    #expect(!ran)
    queue.signal(event: .a)
    #expect(ran)
  }

  @Test func signallingAgainIsWarnedOfAndIgnored() {
    probe.wait("x", for: [.a])
    queue.signal(event: .a)
    #expect(probe.warnings == [])
    queue.signal(event: .a)
    #expect(probe.warnings == ["a was signalled again"])
    #expect(probe.log == ["x"])
  }

  @Test func actionsThatBecomeReadyTogetherRunInTheOrderOfEnqueuing() {
    probe.wait("1", for: [.a, .b])
    probe.wait("2", for: [.b])
    probe.wait("3", for: [.c])
    for number in 4...40 { probe.wait("\(number)", for: [.b]) }
    queue.signal(event: .a)
    queue.signal(event: .b)
    #expect(probe.log == ["1", "2"] + (4...40).map { "\($0)" })
  }

  @Test func aTokenStandsForOnePendingAction() {
    let token = ActionToken()
    probe.wait("first", for: [.a], token: token)
    probe.wait("again", for: [.a], token: token)
    // It is ignored even though it could run at once.
    probe.wait("ready", for: [], token: token)
    #expect(probe.log == [])
    queue.signal(event: .a)
    #expect(probe.log == ["first"])
    // The action has run, so the token is free.
    #expect(probe.wait("later", for: [.b], token: token) == token)
    queue.signal(event: .b)
    #expect(probe.log == ["first", "later"])
  }

  @Test func tokensAreUnique() {
    #expect(Set((0..<1000).map { _ in ActionToken() }).count == 1000)
  }

  @Test func anActionThatChangesItsOwnDependencyRunsOnce() {
    probe.wait("activity", for: [.a]) { [queue] in
      queue.started(.a)
      queue.completed(.a)
    }
    probe.wait("event", for: [.b]) { [queue] in queue.signal(event: .b) }
    queue.completed(.a)
    queue.signal(event: .b)
    #expect(probe.log == ["activity", "event"])
  }

  @Test func aNestedWaitOnSomethingSignalledRunsBeforeItReturns() {
    queue.signal(event: .a)
    probe.wait("outer", for: [.b]) { [probe] in
      probe.wait("inner", for: [.a])
      probe.note("outer ends")
    }
    probe.wait("next", for: [.b])
    queue.signal(event: .b)
    #expect(probe.log == ["outer", "inner", "outer ends", "next"])
  }

  @Test func aNestedSignalOnlyChangesTheState() {
    probe.wait("waiter", for: [.b])
    probe.wait("outer", for: [.a]) { [probe, queue] in
      queue.signal(event: .b)
      probe.note("signalled \(queue.hasSignalled(.b))")
    }
    queue.signal(event: .a)
    #expect(probe.log == ["outer", "signalled true", "waiter"])
  }

  @Test func aSignalInAnActionThatRunsAtOnceIsNestedToo() {
    probe.wait("waiter", for: [.b])
    probe.wait("outer", for: []) { [probe, queue] in
      queue.signal(event: .b)
      probe.note("signalled")
    }
    #expect(probe.log == ["outer", "signalled", "waiter"])
  }
}
