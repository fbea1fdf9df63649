import Glibc

/// Counts wake-ups, and waits for one.
final class WakeCount: @unchecked Sendable {
  // The system wants it to stay where it is; its own functions may be called from any thread.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func signal() { sem_post(semaphore) }

  /// Waits for a wake-up that nobody has waited for yet, but not for ever: what never comes is a defect to be seen.
  func wait() {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += 30
    while sem_timedwait(semaphore, &deadline) != 0, errno == EINTR {}
  }
}
