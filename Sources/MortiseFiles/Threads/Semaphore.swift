import Glibc

/// A counting semaphore that blocks the waiting thread, without polling.
public nonisolated final class Semaphore: @unchecked Sendable {
  // A sem_t must not move in memory. Its functions are thread-safe.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// A semaphore at 0: the first `wait()` blocks until somebody signals.
  public init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Adds 1, and wakes one waiting thread if there is any. Never blocks.
  public func signal() { sem_post(semaphore) }

  /// Waits until the count is above 0, and takes 1. Never call it on the main actor for longer than a user can notice.
  public func wait() {
    while sem_wait(semaphore) != 0, errno == EINTR {}
  }

  /// Waits with a timeout.
  /// - Returns: false on a timeout.
  public func wait(atMost time: Duration) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    let (seconds, attoseconds) = time.components
    let nanoseconds = deadline.tv_nsec + Int(attoseconds / 1_000_000_000)
    deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    while sem_timedwait(semaphore, &deadline) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}
