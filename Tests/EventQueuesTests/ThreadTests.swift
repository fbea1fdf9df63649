import EventQueues
import Glibc
import Synchronization
import Testing

/// Calls from threads other than the main one.
@MainActor @Suite struct ThreadTests {
  private let probe = Probe()
  private var queue: EventQueue<Step> { probe.queue }

  @Test func waitsAndSignalsOfAnotherThreadRunOnTheMainOne() {
    let (queue, probe, bell, main) = (queue, probe, Bell(), pthread_self())
    queue.setWake { bell.ring() }
    let thread = Background.start {
      queue.wait(for: [.a, .b]) {
        #expect(pthread_equal(pthread_self(), main) != 0)
        probe.note("x")
      }
      queue.signal(event: .a)
      queue.completed(.b)
    }
    while probe.log.isEmpty, bell.wait() { queue.deliver() }
    pthread_join(thread, nil)
    #expect(probe.log == ["x"])
  }

  @Test func arrivalsAreThereUntilTheyAreDelivered() {
    let (queue, probe) = (queue, probe)
    probe.wait("x", for: [.a])
    #expect(!queue.hasPendingRequests)
    Background.run { queue.signal(event: .a) }
    #expect(queue.hasPendingRequests && probe.log == [])
    queue.deliver()
    #expect(!queue.hasPendingRequests && probe.log == ["x"])
  }

  @Test func aTaskMaySignal() async {
    let (queue, probe) = (queue, probe)
    queue.setWake {}
    probe.wait("x", for: [.a])
    await Task.detached { queue.signal(event: .a) }.value
    #expect(probe.log == [])
    queue.deliver()
    #expect(probe.log == ["x"])
  }

  /// As in a program with an async `main`: there is no main loop, and the main actor changes threads.
  @Test func actionsRunThoughNobodyDelivers() async {
    let queue = queue
    for round in 1...3 {
      await withCheckedContinuation { continuation in
        queue.wait(for: [.a, .b]) { continuation.resume() }
        Background.run { queue.signal(event: .a) }
        Task.detached { queue.completed(.b) }
      }
      queue.forget(.a)
      queue.forget(.b)
      #expect(!queue.hasSignalled(.a) && !queue.hasSignalled(.b), "round \(round)")
    }
  }

  /// Actions may capture objects that end with the main loop.
  @Test func aMainLoopThatComesLaterIsTheOnlyOneToDeliver() async {
    let (queue, probe) = (queue, probe)
    probe.wait("x", for: [.a])
    Background.run { queue.signal(event: .a) }
    queue.setWake {}
    for _ in 1...5 { await Task.detached {}.value }
    #expect(probe.log == [])
    queue.deliver()
    #expect(probe.log == ["x"])
  }

  @Test func aCallOnTheMainActorTakesEffectAtOnceOnWhicheverThreadThatIs() async {
    let (queue, probe) = (queue, probe)
    queue.deliver()
    for round in 1...5 {
      probe.wait("x", for: [.a])
      // The main actor usually resumes on another thread.
      await Task.detached { Background.run {} }.value
      queue.signal(event: .a)
      #expect(probe.log.count == round)
      queue.forget(.a)
    }
  }

  @Test func theSharedQueueMayBeNamedOnAnyThread() {
    let token = ActionToken()
    Background.run { AppEventQueue.wait(for: .ready, token: token) {} }
    #expect(AppEventQueue.cancelAction(token: token))
  }

  @Test func everyRequestOfAnotherThreadWakes() {
    let (queue, bell) = (queue, Bell())
    queue.setWake { bell.ring() }
    Background.run {
      for step in [Step.a, .b] { queue.signal(event: step) }
      queue.started(.c)
      queue.failed(.c, with: Refusal("no"))
      queue.cancelAction(token: queue.wait(for: .d) {})
      try? queue.establishDependencies(for: .e, against: [.d])
      queue.forget(.b)
    }
    #expect(bell.count == 8)
    // Calls on the main thread need no waking.
    queue.signal(event: .d)
    #expect(bell.count == 8)
  }

  @Test func whatWasAskedForBeforeThereWasAWakeWakes() {
    let (queue, bell) = (queue, Bell())
    Background.run { queue.signal(event: .a) }
    queue.setWake { bell.ring() }
    #expect(bell.count == 1)
    queue.deliver()
    queue.setWake { bell.ring() }
    #expect(bell.count == 1)
  }

  @Test func requestsAreDoneInTheOrderOfArrival() {
    let (queue, probe) = (queue, probe)
    Background.run {
      queue.started(.a)
      queue.wait(for: .a) { probe.note("1") }
      queue.completed(.a)
      queue.wait(for: .a) { probe.note("2") }
      queue.started(.a)
      queue.wait(for: .a) { probe.note("3") }
    }
    queue.deliver()
    #expect(probe.log == ["1", "2"])
    queue.completed(.a)
    #expect(probe.log == ["1", "2", "3"])
  }

  @Test func aCallOnTheMainThreadComesAfterWhatHasArrived() {
    let (queue, probe) = (queue, probe)
    Background.run {
      queue.started(.a)
      queue.signal(event: .b)
    }
    #expect(!queue.hasSignalled(.b))
    queue.completed(.a)
    #expect(queue.activityIsCompleted(.a) && queue.hasSignalled(.b))
    #expect(probe.warnings == [])
  }

  @Test func aCallInsideAnActionComesAfterWhatHasArrivedToo() {
    let (queue, probe) = (queue, probe)
    probe.wait("outer", for: [.a]) {
      Background.run {
        queue.wait(for: .a) { probe.note("from outside") }
        queue.completed(.b)
      }
      queue.started(.b)
      probe.note("b \(queue.activityIsInProgress(.b))")
    }
    queue.signal(event: .a)
    #expect(probe.log == ["outer", "b true", "from outside"])
    #expect(probe.warnings == [])
  }

  @Test func nothingChangesUntilTheMainThreadDelivers() {
    let queue = queue
    let seen = Mutex<[Bool]>([])
    Background.run {
      queue.signal(event: .a)
      seen.withLock { $0.append(queue.hasSignalled(.a)) }
    }
    queue.deliver()
    Background.run { seen.withLock { $0.append(queue.hasSignalled(.a)) } }
    #expect(seen.withLock { $0 } == [false, true])
  }

  @Test func theLockIsNotHeldWhileAnActionRuns() {
    let queue = queue
    probe.wait("x", for: [.a]) {
      Background.run {
        #expect(queue.hasSignalled(.a))
        #expect(queue.pending.isEmpty)
        queue.signal(event: .b)
      }
    }
    queue.signal(event: .a)
    queue.deliver()
    #expect(probe.log == ["x"] && queue.hasSignalled(.b))
  }

  @Test func anActivityBeganWhenItWasStartedOnItsThread() {
    let queue = queue
    Background.run { queue.started(.a) }
    let after = ContinuousClock.now
    queue.deliver()
    #expect(queue.activitiesInProgress.map { $0.since <= after } == [true])
  }

  @Test func warningsOfOtherThreadsComeOnTheMainOne() {
    let queue = queue
    Background.run {
      queue.signal(event: .a)
      queue.signal(event: .a)
    }
    #expect(probe.warnings == [])
    queue.deliver()
    #expect(probe.warnings == ["a was signalled again"])
  }
}
