import EventQueues
import Testing

/// Defects that implementations of such queues are prone to.
@MainActor @Suite struct QueueRegressionTests {
  private let probe = Probe()
  private var queue: EventQueue<Step> { probe.queue }

  @Test func aWaiterThatALaterActionMakesReadyIsNotDropped() {
    probe.wait("early", for: [.b])
    probe.wait("late", for: [.a]) { [queue] in queue.signal(event: .b) }
    queue.signal(event: .a)
    #expect(probe.log == ["late", "early"])
    #expect(queue.pending == [])
  }

  @Test func aLongChainOfWaitersRunsInTheSameCall() {
    let count = 5000
    for number in (0..<count).reversed() {
      probe.wait("\(number)", for: [.number(number)]) { [queue] in queue.signal(event: .number(number + 1)) }
    }
    queue.signal(event: .number(0))
    #expect(probe.log == (0..<count).map { "\($0)" })
  }

  @Test func anActionThatASiblingCancelsInTheSamePassDoesNotRun() {
    let token = ActionToken()
    var answer: Bool?
    probe.wait("first", for: [.a]) { [queue] in answer = queue.cancelAction(token: token) }
    probe.wait("second", for: [.a], token: token)
    queue.signal(event: .a)
    #expect(probe.log == ["first"])
    #expect(answer == true)
  }

  @Test func anActionWhoseActivityASiblingRestartsWaits() {
    probe.wait("first", for: [.a]) { [queue] in queue.started(.a) }
    probe.wait("second", for: [.a])
    queue.completed(.a)
    #expect(probe.log == ["first"])
    queue.completed(.a)
    #expect(probe.log == ["first", "second"])
  }

  @Test func cyclesAreRefusedRatherThanHangingSilently() throws {
    try queue.establishDependencies(for: .a, against: [.b])
    try queue.establishDependencies(for: .b, against: [.c])
    let cycle = #expect(throws: DependencyCycle<Step>.self) {
      try queue.establishDependencies(for: .c, against: [.a])
    }
    #expect(cycle?.description == "c → a → b → c")
  }

  @Test func strandedWaitersCanBeSeen() throws {
    try queue.establishDependencies(for: .e, against: [.a, .b, .c])
    probe.wait("saving", for: [.a, .b])
    probe.wait("the journal", for: [.e])
    queue.wait(for: .c) {}
    #expect(
      queue.pending == [
        "e waits for a, b, c", "saving waits for a, b", "the journal waits for e", "an action waits for c",
      ])
    queue.failed(.a, with: Refusal("line 3: no such block"))
    queue.started(.b)
    #expect(queue.pending[1] == "saving waits for a (failed: line 3: no such block), b (in progress)")
    queue.completed(.b)
    #expect(queue.pending[0] == "e waits for a (failed: line 3: no such block), c")
    queue.completed(.a)
    queue.signal(event: .c)
    #expect(queue.pending == [])
  }

  @Test func whatIsAboutToRunSaysSo() {
    probe.wait("first", for: [.a]) { [probe, queue] in probe.note(queue.pending.joined()) }
    probe.wait("second", for: [.a])
    queue.signal(event: .a)
    #expect(probe.log == ["first", "second is about to run", "second"])
  }

  @Test func finishedEventsCanBeForgotten() {
    queue.signal(event: .a)
    queue.failed(.b, with: Refusal("no"))
    queue.started(.c)
    for step in [Step.a, .b, .c, .d] { queue.forget(step) }
    #expect(!queue.hasSignalled(.a))
    #expect(queue.activityIsNotStarted(.b) && queue.error(of: .b) == nil)
    #expect(queue.activitiesInProgress.isEmpty)
    // The event can be used again, even as an activity.
    queue.started(.a)
    queue.completed(.a)
    #expect(queue.hasSignalled(.a) && probe.warnings == [])
  }

  @Test func nothingIsForgottenThatSomethingWaitsForOrDependsOn() throws {
    try queue.establishDependencies(for: .a, against: [.b])
    probe.wait("saving", for: [.c, .d])
    queue.signal(event: .b)
    queue.signal(event: .c)
    queue.forget(.b)
    queue.forget(.c)
    #expect(
      probe.warnings == [
        "b can't be forgotten: a depends on it", "c can't be forgotten: saving waits for it",
      ])
    #expect(queue.hasSignalled(.b) && queue.hasSignalled(.c))
    // The children can be forgotten after the parent.
    queue.forget(.a)
    queue.forget(.b)
    queue.signal(event: .a)
    #expect(queue.hasSignalled(.a) && !queue.hasSignalled(.b))
    #expect(probe.warnings.count == 2)
  }
}
