import Glibc

/// Work that waits for disks. The threads that Swift's tasks share are no more than the machine has cores: on a small one,
/// a file on a disk that takes its time would hold up the journal, and whoever waits for that.
public nonisolated enum BackgroundThread {
  /// Does something on a thread of its own.
  public static func run(_ work: @escaping @Sendable () -> Void) {
    let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { work in
      if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
      return nil
    }
    let passed = Unmanaged.passRetained(Work(run: work))
    if create(start, passed.toOpaque()) { return }
    // No more threads can be had: better slow than not at all.
    passed.release()
    Task.detached { work() }
  }

  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func create(
    _ start: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
    _ argument: UnsafeMutableRawPointer
  ) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    // Signals are the main thread's, which waits for them; but a crash is this one's own.
    var (masked, before) = (sigset_t(), sigset_t())
    sigfillset(&masked)
    for crash in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP] { sigdelset(&masked, crash) }
    pthread_sigmask(SIG_SETMASK, &masked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    return pthread_create(&thread, &attributes, start, argument) == 0
  }
}
