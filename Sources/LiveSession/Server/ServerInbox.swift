import Glibc
import Synchronization
import Workbench

/// Work for the server's thread, from other threads and from signals. A pipe wakes the thread.
nonisolated final class ServerInbox: Sendable {
  private let work = Mutex<[@MainActor @Sendable () -> Void]>([])
  private let reader: Int32
  let writer: Int32

  /// - Throws: `OpenError` if there are no descriptors left.
  init() throws(OpenError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw OpenError("can’t create a pipe: \(String(cString: strerror(errno)))") }
    (reader, writer) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// The descriptor for `poll`.
  var pollfd: pollfd { Glibc.pollfd(fd: reader, events: Int16(POLLIN), revents: 0) }

  /// Adds work. May be called on any thread.
  func put(_ action: @escaping @MainActor @Sendable () -> Void) {
    work.withLock { $0.append(action) }
    _ = write(writer, "x", 1)
  }

  /// Does the waiting work.
  @MainActor func handle() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reader, &bytes, bytes.count) > 0 {}
    let actions = work.withLock { work in
      defer { work = [] }
      return work
    }
    for action in actions { action() }
  }
}

/// The signals that end a server, caught for as long as this object lives.
final class ServerSignals {
  private nonisolated(unsafe) static var writer: Int32 = -1
  /// The descriptor for `poll`, which is readable when a signal has arrived; nil if none are caught.
  private(set) static var pollfd: pollfd?
  private nonisolated(unsafe) static var arrived: sig_atomic_t = 0
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private var former: [(Int32, sigaction)] = []

  /// Whether a signal has arrived.
  static var hasArrived: Bool { arrived != 0 }

  /// Catches the signals, and lets them wake the inbox's thread.
  init(_ inbox: ServerInbox) {
    (Self.writer, Self.pollfd) = (inbox.writer, inbox.pollfd)
    Self.arrived = 0
    for number in Self.numbers {
      var (action, old) = (sigaction(), sigaction())
      action.__sigaction_handler.sa_handler = { _ in
        ServerSignals.arrived = 1
        _ = write(ServerSignals.writer, "s", 1)
      }
      sigaction(number, &action, &old)
      former.append((number, old))
    }
  }

  isolated deinit {
    for (number, action) in former {
      var action = action
      sigaction(number, &action, nil)
    }
  }
}
