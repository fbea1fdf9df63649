import Glibc
import MortiseFiles

/// Starts `mortise serve` as a process of its own, for an editor that shares its program.
public nonisolated enum ServerProcess {
  /// The time limit for opening the program.
  private static let timeout = Duration.seconds(20)

  /// Starts a server that ends when the last client has left, and waits until it can be joined.
  /// - Parameter arguments: the arguments of `mortise serve`, with the program's path.
  /// - Throws: `SocketError` with the server's message.
  public static func start(_ arguments: [String], of path: String) throws(SocketError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SocketError("can’t start a server: \(String(cString: strerror(errno)))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let messages = FileDescriptor(number: ends[0])
    let process: pid_t
    do {
      defer { close(ends[1]) }
      process = try spawn(["mortise", "serve", "--while-used"] + arguments, messages: ends[1])
    }
    _ = fcntl(messages.number, F_SETFL, O_NONBLOCK)
    let end = ContinuousClock.now + timeout
    while ContinuousClock.now < end {
      if try SessionAddress(path: path).isJoinable() { return wait(for: process) }
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process {
        let text = (try? messages.readAll(expected: 0, limit: 1 << 16)) ?? nil
        throw SocketError(
          String(decoding: text ?? [], as: UTF8.self).split(separator: "\n").last.map(String.init)
            ?? "the server has ended")
      }
      var poll = pollfd(fd: messages.number, events: Int16(POLLIN), revents: 0)
      _ = Glibc.poll(&poll, 1, 20)
    }
    wait(for: process)
    throw SocketError("the server didn’t start in time")
  }

  /// Waits for the end of a process on a thread of its own, so that no zombie remains.
  static func wait(for process: pid_t) {
    BackgroundThread.run { while waitpid(process, nil, 0) < 0, errno == EINTR {} }
  }

  private static func spawn(_ words: [String], messages: Int32) throws(SocketError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A session of its own: closing the editor's terminal must not end it.
    let setsid: Int16 = 0x80
    posix_spawnattr_setflags(&attributes, setsid)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let code = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments, environ)
    if code != 0 { throw SocketError("can’t start a server: \(String(cString: strerror(code)))") }
    return process
  }
}
