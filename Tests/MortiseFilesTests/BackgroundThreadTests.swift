import Glibc
import MortiseFiles
import Testing

@Suite struct BackgroundThreadTests {
  /// New work starts immediately, however much work is waiting for disks.
  @Test func blockedWorkDelaysNoOtherWork() {
    let (gate, begun, done) = (Semaphore(), Semaphore(), Semaphore())
    let count = 2 * max(4, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    for _ in 1...count {
      BackgroundThread.run {
        begun.signal()
        gate.wait()
        done.signal()
      }
    }
    for _ in 1...count { #expect(begun.wait(atMost: .seconds(20))) }
    BackgroundThread.run { done.signal() }
    #expect(done.wait(atMost: .seconds(20)))
    for _ in 1...count { gate.signal() }
    for _ in 1...count { #expect(done.wait(atMost: .seconds(20))) }
  }

  /// Signals are for the main thread, which waits for them.
  @Test func backgroundThreadsBlockSignals() {
    let done = Semaphore()
    BackgroundThread.run {
      var masked = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &masked)
      #expect(sigismember(&masked, SIGWINCH) == 1 && sigismember(&masked, SIGTERM) == 1)
      #expect(sigismember(&masked, SIGSEGV) == 0)
      done.signal()
    }
    #expect(done.wait(atMost: .seconds(20)))
  }

  @Test func waitingEndsAtTheTimeout() {
    let semaphore = Semaphore()
    #expect(!semaphore.wait(atMost: .milliseconds(1)))
    semaphore.signal()
    #expect(semaphore.wait(atMost: .zero))
  }
}
