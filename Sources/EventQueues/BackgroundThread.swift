import Glibc

/// Does things beside the main thread.
public enum BackgroundThread {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Does something on a thread of its own. A `Task` would start the whole machinery of the concurrency library, which takes
  /// a millisecond of the time until the first frame.
  public static func run(_ work: @escaping @Sendable () -> Void) {
    let handle = Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { handle in
        handle.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, handle.toOpaque())
    if failure == 0 {
      pthread_detach(thread)
    } else {
      // Where the system has no more threads, it is done all the same.
      handle.takeRetainedValue().run()
    }
  }
}
