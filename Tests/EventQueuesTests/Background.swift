import Glibc

/// Work on threads of its own.
enum Background {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread, which is to be joined.
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

  /// Runs something on another thread, and waits for it to end.
  static func run(_ run: @escaping @Sendable () -> Void) { pthread_join(start(run), nil) }
}

/// Is rung by any thread, and waited for with a deadline, as a main loop waits for its pipe.
final class Bell: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func ring() { sem_post(semaphore) }

  /// How often it was rung since somebody last waited.
  var count: Int {
    var value: Int32 = 0
    sem_getvalue(semaphore, &value)
    return Int(value)
  }

  /// Waits until it has been rung.
  /// - Returns: false when it wasn't, within ten seconds.
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
