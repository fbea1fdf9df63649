import EventQueues
import Testing

/// Activities, which can start again.
@MainActor @Suite struct ActivityTests {
  private let probe = Probe()
  private var queue: EventQueue<Step> { probe.queue }

  private func states(_ step: Step) -> [Bool] {
    [
      queue.activityIsNotStarted(step), queue.activityIsInProgress(step), queue.activityIsCompleted(step),
      queue.activityIsFailed(step),
    ]
  }

  @Test func theFourStatesAndTheirChanges() {
    #expect(states(.a) == [true, false, false, false])
    queue.started(.a)
    #expect(states(.a) == [false, true, false, false])
    queue.completed(.a)
    #expect(states(.a) == [false, false, true, false])
    queue.started(.a)
    #expect(states(.a) == [false, true, false, false])
    queue.failed(.a, with: Refusal("no"))
    #expect(states(.a) == [false, false, false, true])
    queue.started(.a)
    #expect(states(.a) == [false, true, false, false])
    #expect(states(.b) == [true, false, false, false])
    #expect(probe.warnings == [])
  }

  @Test func actionsRunOnCompletionNotOnStart() {
    probe.wait("x", for: [.a])
    queue.started(.a)
    #expect(probe.log == [])
    #expect(!queue.hasSignalled(.a))
    queue.completed(.a)
    #expect(probe.log == ["x"])
    #expect(queue.hasSignalled(.a))
  }

  @Test func eventsAndActivitiesMix() {
    probe.wait("x", for: [.a, .b])
    queue.started(.a)
    queue.signal(event: .b)
    #expect(probe.log == [])
    queue.completed(.a)
    #expect(probe.log == ["x"])
  }

  @Test func aSecondOccurrenceDoesNotRunAgain() {
    probe.wait("x", for: [.a])
    for _ in 0..<2 {
      queue.started(.a)
      queue.completed(.a)
    }
    #expect(probe.log == ["x"])
  }

  @Test func aLateWaiterRunsAtOnce() {
    queue.started(.a)
    queue.completed(.a)
    probe.wait("late", for: [.a])
    #expect(probe.log == ["late"])
  }

  @Test func aWaiterThatIsAddedDuringARestartWaitsForThatCompletion() {
    queue.started(.a)
    queue.completed(.a)
    queue.started(.a)
    #expect(!queue.hasSignalled(.a))
    probe.wait("x", for: [.a])
    #expect(probe.log == [])
    queue.completed(.a)
    #expect(probe.log == ["x"])
  }

  @Test func aStartTakesACompletionBackForThoseWhoWaitForMore() {
    probe.wait("x", for: [.a, .b])
    queue.completed(.a)
    queue.started(.a)
    queue.signal(event: .b)
    #expect(probe.log == [])
    queue.completed(.a)
    #expect(probe.log == ["x"])
  }

  @Test func aFailureRunsNothingAndItsWaitersRunOnALaterSuccess() {
    probe.wait("x", for: [.a])
    queue.started(.a)
    queue.failed(.a, with: Refusal("no"))
    #expect(probe.log == [])
    #expect(!queue.hasSignalled(.a))
    probe.wait("late", for: [.a])
    queue.started(.a)
    queue.completed(.a)
    #expect(probe.log == ["x", "late"])
  }

  @Test func theErrorOfAFailureCanBeAskedFor() {
    #expect(queue.error(of: .a) == nil)
    queue.failed(.a, with: Refusal("the disk is full"))
    #expect((queue.error(of: .a) as? Refusal)?.description == "the disk is full")
    queue.started(.a)
    #expect(queue.error(of: .a) == nil)
  }

  @Test func whatIsInProgressIsListedInTheOrderOfStarting() {
    let before = ContinuousClock.now
    for step in [Step.b, .a, .c] { queue.started(step) }
    #expect(queue.activitiesInProgress.map(\.event) == [.b, .a, .c])
    queue.completed(.a)
    queue.failed(.b, with: Refusal("no"))
    queue.started(.b)
    let running = queue.activitiesInProgress
    #expect(running.map(\.event) == [.c, .b])
    #expect(running.allSatisfy { $0.since >= before && $0.since <= .now })
    #expect(running[0].since <= running[1].since)
  }

  @Test func misuseIsWarnedOfAndIgnored() {
    queue.started(.a)
    queue.started(.a)
    queue.signal(event: .a)
    queue.completed(.a)
    queue.completed(.a)
    queue.signal(event: .b)
    queue.started(.b)
    queue.completed(.b)
    queue.failed(.b, with: Refusal("no"))
    #expect(
      probe.warnings == [
        "a was started, but it is in progress",
        "a was signalled, but it is an activity: it starts and completes",
        "a was completed again without being started",
        "b started, but it isn't an activity: it was signalled",
        "b completed, but it isn't an activity: it was signalled",
        "b failed, but it isn't an activity: it was signalled",
      ])
    #expect(queue.activityIsCompleted(.a))
    #expect(queue.hasSignalled(.b) && queue.activitiesInProgress.isEmpty)
  }
}
