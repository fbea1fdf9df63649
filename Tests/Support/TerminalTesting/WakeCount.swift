import Glibc

/// Counts wake-ups and waits for them.
final class WakeCount: @unchecked Sendable {
  // A semaphore must not move in memory; its functions may be called from any thread.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func signal() { sem_post(semaphore) }

  /// Waits for the next wake-up, at most 30 s, so that a missing one fails the test instead of blocking it.
  func wait() {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += 20
    while sem_timedwait(semaphore, &deadline) != 0, errno == EINTR {}
  }
}
