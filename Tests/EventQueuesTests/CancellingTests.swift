import EventQueues
import Testing

/// Actions that are cancelled.
@MainActor @Suite struct CancellingTests {
  private let probe = Probe()
  private var queue: EventQueue<Step> { probe.queue }

  @Test func cancelledActionsNeverRun() {
    let token = probe.wait("x", for: [.a])
    probe.wait("y", for: [.a])
    #expect(queue.cancelAction(token: token))
    queue.signal(event: .a)
    #expect(probe.log == ["y"])
  }

  @Test func cancellingAfterTheRunIsFalse() {
    let token = probe.wait("x", for: [.a])
    queue.signal(event: .a)
    #expect(!queue.cancelAction(token: token))
  }

  @Test func cancellingTwiceOrWhatNobodyKnowsIsFalse() {
    let token = probe.wait("x", for: [.a])
    #expect(queue.cancelAction(token: token))
    #expect(!queue.cancelAction(token: token))
    #expect(!queue.cancelAction(token: ActionToken()))
  }

  @Test func anActionThatCancelsItselfHasBegun() {
    let token = ActionToken()
    probe.wait("x", for: [.a], token: token) { [probe, queue] in
      probe.note("\(queue.cancelAction(token: token))")
    }
    queue.signal(event: .a)
    #expect(probe.log == ["x", "false"])
  }

  @Test func aCancelledTokenMayWaitAnew() {
    let token = probe.wait("x", for: [.a])
    queue.cancelAction(token: token)
    probe.wait("y", for: [.a], token: token)
    queue.signal(event: .a)
    #expect(probe.log == ["y"])
  }

  @Test func cancellingOnAnotherThreadIsTrueForWhatWaits() {
    let (queue, token) = (queue, probe.wait("x", for: [.a]))
    Background.run {
      #expect(queue.cancelAction(token: token))
      #expect(!queue.cancelAction(token: token))
    }
    queue.signal(event: .a)
    #expect(probe.log == [])
  }

  @Test func cancellingOnAnotherThreadOvertakesWhatHasArrived() {
    let (queue, probe) = (queue, probe)
    let token = probe.wait("x", for: [.a])
    Background.run {
      let own = queue.wait(for: []) { probe.note("own") }
      queue.signal(event: .a)
      #expect(queue.cancelAction(token: token))
      #expect(queue.cancelAction(token: own))
    }
    queue.deliver()
    #expect(probe.log == [])
  }

  @Test func cancellingOnAnotherThreadIsFalseForWhatHasBegun() {
    let queue = queue
    let token = ActionToken()
    probe.wait("x", for: [.a], token: token) {
      Background.run { #expect(!queue.cancelAction(token: token)) }
    }
    queue.signal(event: .a)
    #expect(probe.log == ["x"])
  }

  @Test func whatACancelledActionHoldsGoesOnTheMainThreadWithoutTheLock() {
    final class Held {
      let queue: EventQueue<Step>
      let log: Probe
      init(_ queue: EventQueue<Step>, _ log: Probe) {
        self.queue = queue
        self.log = log
      }
      deinit {
        let (isCompleted, log) = (queue.hasSignalled(.b), log)
        MainActor.assumeIsolated { log.note("gone \(isCompleted)") }
      }
    }
    let (queue, probe) = (queue, probe)
    func hold(token: ActionToken = ActionToken()) -> ActionToken {
      let held = Held(queue, probe)
      return queue.wait(for: .a, token: token) { withExtendedLifetime(held) {} }
    }
    let (first, second) = (hold(), hold())
    // The token is already waiting, so the new action is released at once.
    _ = hold(token: first)
    #expect(probe.log == ["gone false"])
    queue.cancelAction(token: first)
    #expect(probe.log.count == 2)
    Background.run { queue.cancelAction(token: second) }
    #expect(probe.log.count == 2)
    queue.deliver()
    #expect(probe.log.count == 3)
  }
}
