import Glibc

/// Work on other threads.
enum Background {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread, which the caller must join.
  static func start(_ run: @escaping @Sendable () -> Void) -> pthread_t {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(run)).toOpaque()
    let result = pthread_create(
      &thread, nil,
      { pointer in
        if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, work)
    precondition(result == 0, "no thread could be started")
    return thread
  }

  /// Runs a closure on another thread, and waits until it ends.
  static func run(_ run: @escaping @Sendable () -> Void) { pthread_join(start(run), nil) }
}

/// A semaphore that any thread can ring. Waiting has a deadline. It stands in for the pipe of a main loop.
final class Bell: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func ring() { sem_post(semaphore) }

  /// The number of rings since the last wait.
  var count: Int {
    var value: Int32 = 0
    sem_getvalue(semaphore, &value)
    return Int(value)
  }

  /// Waits until it is rung.
  /// - Returns: false after ten seconds without a ring.
  func wait() -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += 10
    while sem_timedwait(semaphore, &deadline) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}
