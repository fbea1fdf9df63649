import Glibc
import Synchronization

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

  /// Ends the process while such threads continue. `exit` would destroy C++ objects that they may be using, such as
  /// those of the JSON parser.
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

/// Transfers a value from one thread to another, once: for example, a program that was opened in the background,
/// together with its block factory.
///
///     let task = Task.detached { TransferBox(try Document.open(path, factory: StockBlocks.factory())) }
///     let document = try await task.value.take()
public nonisolated final class TransferBox<Value>: Sendable {
  private let content: Mutex<Value?>

  /// - Parameter value: the caller gives it up; the compiler checks that.
  public init(_ value: sending Value) { content = Mutex(value) }

  /// Returns the value; nil when it has already been taken.
  public func take() -> sending Value? {
    content.withLock { content in
      let value = content
      content = nil
      return value
    }
  }
}

/// A counting semaphore that blocks the waiting thread, without polling.
public nonisolated final class Semaphore: @unchecked Sendable {
  // A sem_t must not move in memory. Its functions are thread-safe.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// A semaphore at 0: the first `wait()` blocks until a `signal()`.
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
