import Glibc

/// Runs work that waits for disks. Swift's tasks share as many threads as there are cores: on a small machine, a slow
/// disk would block all of them, including those of the journal.
public nonisolated enum BackgroundThread {
  /// Runs work on a thread of its own.
  public static func run(_ work: @escaping @Sendable () -> Void) {
    let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { work in
      if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
      return nil
    }
    let retainedWork = Unmanaged.passRetained(Work(run: work))
    if create(start, retainedWork.toOpaque()) { return }
    // No thread is available: run the work on the shared threads.
    retainedWork.release()
    Task.detached { work() }
  }

  /// Ends the process while such threads go on. `exit` would destroy C++ objects that they may be using, such as those
  /// of the JSON parser.
  public static func endProcess(_ code: Int32) -> Never {
    fflush(nil)
    _exit(code)
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
    // The main thread handles signals, but each thread must handle its own crashes.
    var (blocked, previous) = (sigset_t(), sigset_t())
    sigfillset(&blocked)
    for crash in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP] { sigdelset(&blocked, crash) }
    pthread_sigmask(SIG_SETMASK, &blocked, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    var thread = pthread_t()
    return pthread_create(&thread, &attributes, start, argument) == 0
  }
}
