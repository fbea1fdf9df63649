import EventQueues
import Glibc
import SeededTesting
import Synchronization
import Testing

/// Several threads make requests while the main thread delivers.
@MainActor @Suite struct StressTests {
  @Test func everyActionOfManyThreadsRunsExactlyOnceOnTheMainOne() {
    let (threads, rounds) = (6, 500)
    let (queue, bell, counts, main) = (EventQueue<Step>(), Bell(), Counts(), pthread_self())
    queue.setWake { bell.ring() }
    let workers = (0..<threads).map { thread in
      Background.start {
        for round in 0..<rounds {
          let number = thread * rounds + round
          // Waits for its own event and a neighbour's, which may come earlier or later.
          let other = (number + rounds) % (threads * rounds)
          queue.wait(for: [.number(number), .number(other)]) {
            #expect(pthread_equal(pthread_self(), main) != 0)
            counts.ran[number, default: 0] += 1
          }
          if round % 2 == 0 { queue.signal(event: .number(number)) } else { queue.completed(.number(number)) }
        }
      }
    }
    while counts.ran.count < threads * rounds, bell.wait() { queue.deliver() }
    for worker in workers { pthread_join(worker, nil) }
    queue.deliver()
    #expect(counts.ran.count == threads * rounds)
    #expect(counts.ran.values.allSatisfy { $0 == 1 })
    #expect(queue.pending == [])
  }

  @Test func theAnswerToACancellationIsTrueWhateverTheOtherThreadsDo() {
    let (threads, rounds) = (4, 500)
    let (queue, bell, counts) = (EventQueue<Step>(), Bell(), Counts())
    let answers = Answers()
    queue.setWake { bell.ring() }
    let workers = (0..<threads).map { thread in
      Background.start {
        for round in 0..<rounds {
          let number = thread * rounds + round
          let token = queue.wait(for: .number(number)) { counts.ran[number, default: 0] += 1 }
          queue.signal(event: .number(number))
          // Gives the main thread a chance to be faster.
          if round % 3 == 0 { sched_yield() }
          if queue.cancelAction(token: token) { answers.cancelled.withLock { _ = $0.insert(number) } }
        }
        answers.finished.add(1, ordering: .releasing)
        bell.ring()
      }
    }
    while answers.finished.load(ordering: .acquiring) < threads, bell.wait() { queue.deliver() }
    for worker in workers { pthread_join(worker, nil) }
    queue.deliver()
    let gone = answers.cancelled.withLock { $0 }
    #expect(gone.isDisjoint(with: counts.ran.keys))
    #expect(gone.count + counts.ran.count == threads * rounds)
    #expect(counts.ran.values.allSatisfy { $0 == 1 })
    #expect(queue.pending == [])
  }

  @Test func threadsThatDependOnEachOtherNeverCloseACycle() {
    let (queue, count) = (EventQueue<Step>(), 40)
    let workers = (0..<4).map { thread in
      Background.start {
        var random = SeededGenerator(seed: UInt64(thread))
        for _ in 0..<200 {
          let (parent, child) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
          try? queue.establishDependencies(for: .number(parent), against: [.number(child)])
        }
      }
    }
    for _ in 0..<1000 { queue.deliver() }
    for worker in workers { pthread_join(worker, nil) }
    queue.deliver()
    // Since there is no cycle, signalling the events that aren't parents signals all others.
    queue.setWarning { _ in }
    for number in 0..<count { queue.signal(event: .number(number)) }
    #expect((0..<count).allSatisfy { queue.hasSignalled(.number($0)) })
  }
}

/// How often each action ran.
@MainActor private final class Counts {
  var ran: [Int: Int] = [:]
}

/// The results of the threads' calls.
private final class Answers: Sendable {
  let cancelled = Mutex<Set<Int>>([])
  let finished = Atomic<Int>(0)
}
