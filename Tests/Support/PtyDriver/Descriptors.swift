import Glibc

/// A descriptor that is read as data arrives.
final class Source {
  private(set) var descriptor: Int32
  private(set) var isAtEnd = false
  /// Bytes that were read but not yet returned.
  var unseen: [UInt8] = []

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close() }

  func takeIn() {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(descriptor, &bytes, bytes.count)
    if count > 0 { unseen += bytes[..<count] } else if count == 0 || errno != EINTR { isAtEnd = true }
  }

  func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
    isAtEnd = true
  }
}

/// A pseudo-terminal with both sides open.
final class Pseudoterminal {
  /// Constants missing from the system's module: TIOCSPTLCK and TIOCGPTN.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// The path of the program's side.
  let name: String
  /// The terminal's side.
  let source: Source
  /// The program's side, kept open to read its modes.
  private(set) var programSide: Int32
  private var modesBefore = termios()

  init(columns: UInt16, rows: UInt16) throws {
    source = Source(try Descriptors.moved(open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)))
    var (number, isLocked): (Int32, Int32) = (0, 0)
    _ = ioctl(source.descriptor, Pseudoterminal.unlock, &isLocked)
    _ = ioctl(source.descriptor, Pseudoterminal.getNumber, &number)
    name = "/dev/pts/\(number)"
    programSide = try Descriptors.moved(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC))
    guard tcgetattr(programSide, &modesBefore) == 0 else { throw PtySession.Failure(what: "no pseudo-terminal") }
    resize(columns: columns, rows: rows)
  }

  deinit { if programSide >= 0 { close(programSide) } }

  var isHungUp: Bool { programSide < 0 }

  var isCooked: Bool {
    var modes = termios()
    tcgetattr(programSide, &modes)
    return modes.c_lflag == modesBefore.c_lflag && modes.c_iflag == modesBefore.c_iflag
      && modes.c_oflag == modesBefore.c_oflag
  }

  /// Lets keys such as Ctrl+\ send signals, as another program on the terminal could.
  func turnOnSignals() {
    var modes = termios()
    tcgetattr(programSide, &modes)
    modes.c_lflag |= tcflag_t(ISIG)
    tcsetattr(programSide, TCSANOW, &modes)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(source.descriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Whether a short text can be written to the program's side without blocking.
  var hasRoom: Bool { isWritable(withinMilliseconds: 0) }

  private func isWritable(withinMilliseconds time: Int32) -> Bool {
    var polled = pollfd(fd: programSide, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, time) > 0
  }

  /// Writes blanks to the program's side until its buffer is full.
  func fill() {
    let flags = fcntl(programSide, F_GETFL)
    _ = fcntl(programSide, F_SETFL, flags | O_NONBLOCK)
    defer { _ = fcntl(programSide, F_SETFL, flags) }
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 1024)
    // The kernel passes written bytes to the other side with a delay, which makes room again.
    repeat {
      while write(programSide, blanks, blanks.count) > 0 {}
    } while isWritable(withinMilliseconds: 100)
  }

  func hangUp() {
    close(programSide)
    programSide = -1
    source.close()
  }
}

/// Creates descriptors and child processes.
enum Descriptors {
  /// POSIX_SPAWN_SETSID, missing from the system's module.
  private static let newSession: Int32 = 0x80

  /// A copy of a descriptor with a number that children don't use, closed on exec.
  static func moved(_ descriptor: Int32) throws -> Int32 {
    let high = fcntl(descriptor, F_DUPFD_CLOEXEC, 100)
    close(descriptor)
    if high < 0 { throw PtySession.Failure(what: "no free descriptor") }
    return high
  }

  static func pipe() throws -> (read: Int32, write: Int32) {
    // A socket pair instead of a pipe: it is created close-on-exec, so that no other test's child can inherit it.
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw PtySession.Failure(what: "no pipe") }
    return (try moved(ends[0]), try moved(ends[1]))
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      sent += count
    }
  }

  /// Starts a program as a session leader, with default signal handling.
  static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String], terminal: String, descriptors: [Int32: Int32]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    for (inChild, here) in descriptors { posix_spawn_file_actions_adddup2(&actions, here, inChild) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let argv = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer {
      for string in argv + variables { free(string) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var process: pid_t = 0
    let status = posix_spawn(&process, program, &actions, &attributes, argv, variables)
    if status != 0 { throw PtySession.Failure(what: "\(program) can't be started: \(status)") }
    return process
  }
}

/// The programs built beside this one.
public enum BuiltPrograms {
  /// The path of a product of this package.
  public static func path(of name: String) -> String {
    var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &characters, characters.count)
    let own = String(decoding: characters.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
  }
}
