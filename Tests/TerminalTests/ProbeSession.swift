import Glibc
import Testing

/// The probe program in a pseudo-terminal of its own. Nothing here sleeps: every wait is for a descriptor.
final class ProbeSession {
  /// What went wrong in the harness itself.
  struct Failure: Error {
    let what: String
  }

  private static let deadlineSeconds = 20
  /// Constants that the system's module leaves out: POSIX_SPAWN_SETSID, TIOCSPTLCK and TIOCGPTN.
  private static let newSession: Int32 = 0x80
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private(set) var process: pid_t = 0
  /// The terminal's side of the pseudo-terminal, and the program's, kept open to look at its modes.
  private var master: Int32 = -1
  private var slave: Int32 = -1
  private var events: Int32 = -1
  private var commands: Int32 = -1
  private var errors: Int32 = -1
  private var modesBefore = termios()
  private var unseenLines: [UInt8] = []
  private var marks = 0
  private var hasEnded = false
  /// What was written to the terminal after the last mark.
  private var unseenOutput: [UInt8] = []
  /// Everything that was written to the terminal.
  private(set) var output = ""

  /// Starts the probe. Without a terminal, its input and output are /dev/null.
  init(
    term: String? = "xterm-256color", locale: String = "C.UTF-8", environment: [String: String] = [:],
    columns: UInt16 = 80, rows: UInt16 = 24, onTerminal: Bool = true
  ) throws {
    master = try ProbeSession.moved(open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC))
    var (number, isLocked): (Int32, Int32) = (0, 0)
    _ = ioctl(master, ProbeSession.unlock, &isLocked)
    _ = ioctl(master, ProbeSession.getNumber, &number)
    let name = Array("/dev/pts/\(number)".utf8CString)
    slave = try ProbeSession.moved(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC))
    var modes = termios()
    guard tcgetattr(slave, &modes) == 0 else { throw Failure(what: "no pseudo-terminal") }
    modesBefore = modes
    resize(columns: columns, rows: rows)
    let eventPipe = try ProbeSession.pipe()
    let commandPipe = try ProbeSession.pipe()
    let errorPipe = try ProbeSession.pipe()
    (events, commands, errors) = (eventPipe.read, commandPipe.write, errorPipe.read)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // The first terminal that the leader of a session opens becomes its own.
    let path = onTerminal ? name : Array("/dev/null".utf8CString)
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, errorPipe.write, 2)
    posix_spawn_file_actions_adddup2(&actions, eventPipe.write, 3)
    posix_spawn_file_actions_adddup2(&actions, commandPipe.read, 4)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(
      &attributes, Int16(ProbeSession.newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)

    // A busy machine must not tear sequences apart.
    var variables = ["LC_ALL": locale, "SWIFT_BACKTRACE": "enable=no", "ESCDELAY": "500"].merging(environment) { $1 }
    variables["TERM"] = term
    let strings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    let program = try ProbeSession.programPath()
    let arguments = [strdup(program), nil]
    defer {
      for string in strings + arguments { free(string) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      for descriptor in [eventPipe.write, commandPipe.read, errorPipe.write] { Glibc.close(descriptor) }
    }
    let status = posix_spawn(&process, program, &actions, &attributes, arguments, strings)
    if status != 0 { throw Failure(what: "\(program) can't be started: \(status)") }
  }

  deinit {
    if !hasEnded, process > 0 {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    for descriptor in [master, slave, events, commands, errors] where descriptor >= 0 { Glibc.close(descriptor) }
  }

  // MARK: Talking

  /// Types bytes at the terminal.
  func type(_ text: String) {
    write(text, to: master)
  }

  /// Sends a command to the probe.
  func command(_ line: String) {
    write(line + "\n", to: commands)
  }

  /// The next line from the probe: an event's name, or an answer.
  func nextLine() throws -> String {
    while true {
      if let end = unseenLines.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unseenLines[..<end], as: UTF8.self)
        unseenLines.removeSubrange(...end)
        return line
      }
      guard let more = try readBytes(from: events) else {
        throw Failure(what: "the probe has ended: \(try errorText())")
      }
      unseenLines += more
    }
  }

  /// The next lines, as many as there are in `expected`, to compare with it.
  func nextLines(_ count: Int) throws -> [String] {
    try (0..<count).map { _ in try nextLine() }
  }

  /// What is written to the terminal because of a command.
  @discardableResult func bytes(after command: String) throws -> String {
    let mark = nextMark()
    self.command("\(command)\nmark \(mark)")
    return try outputUpTo("<mark \(mark)>")
  }

  /// What is written to the terminal until now.
  @discardableResult func bytesUntilNow() throws -> String {
    let mark = nextMark()
    command("mark \(mark)")
    return try outputUpTo("<mark \(mark)>")
  }

  /// Waits for the program's end and returns its exit status, or the negative number of the signal that killed it.
  func end() throws -> Int32 {
    // Its end closes the pipe.
    while let more = try readBytes(from: events) { unseenLines += more }
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else { throw Failure(what: "no child to wait for") }
    hasEnded = true
    // Through the same queue as the program's output, so that all of it has come before.
    let mark = "<mark \(nextMark())>"
    write(mark, to: slave)
    _ = try outputUpTo(mark)
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : -signal
  }

  /// What the program wrote to standard error.
  func errorText() throws -> String {
    var text = ""
    while let more = try readSome(from: errors) { text += more }
    return text
  }

  // MARK: The terminal

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  func signal(_ number: Int32) {
    kill(process, number)
  }

  /// Closes the terminal, as a broken connection does.
  func hangUp() {
    Glibc.close(slave)
    Glibc.close(master)
    (slave, master) = (-1, -1)
  }

  /// Waits for the end of a program whose terminal is gone.
  func endAfterHangUp() throws -> Int32 {
    while let more = try readBytes(from: events) { unseenLines += more }
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else { throw Failure(what: "no child to wait for") }
    hasEnded = true
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : -signal
  }

  /// Whether the terminal's line discipline is as it was before the program.
  var isCooked: Bool {
    var modes = termios()
    tcgetattr(slave, &modes)
    return modes.c_lflag == modesBefore.c_lflag && modes.c_iflag == modesBefore.c_iflag
      && modes.c_oflag == modesBefore.c_oflag
  }

  // MARK: Plumbing

  private func nextMark() -> Int {
    marks += 1
    return marks
  }

  private func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      sent += count
    }
  }

  private func outputUpTo(_ marker: String) throws -> String {
    let end = Array(marker.utf8)
    while true {
      if let range = unseenOutput.firstRange(of: end) {
        let text = String(decoding: unseenOutput[..<range.lowerBound], as: UTF8.self)
        unseenOutput.removeSubrange(..<range.upperBound)
        output += text
        return text
      }
      guard let more = try readBytes(from: master) else { throw Failure(what: "the terminal is gone") }
      unseenOutput += more
    }
  }

  private func readSome(from descriptor: Int32) throws -> String? {
    try readBytes(from: descriptor).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What is there to be read; nil at the end.
  private func readBytes(from descriptor: Int32) throws -> ArraySlice<UInt8>? {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, Int32(ProbeSession.deadlineSeconds * 1000)) == 1 else {
      let source = descriptor == events ? "the probe" : "its terminal"
      throw Failure(what: "nothing comes from \(source); before: \(output.suffix(200).debugDescription)")
    }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? bytes[..<count] : nil
  }

  /// A descriptor out of the way of those that the child gets, and not inherited by other children.
  private static func moved(_ descriptor: Int32) throws -> Int32 {
    let high = fcntl(descriptor, F_DUPFD_CLOEXEC, 100)
    Glibc.close(descriptor)
    if high < 0 { throw Failure(what: "no free descriptor") }
    return high
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    // Not a pipe: between making one and marking it, another test's child could inherit it.
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure(what: "no pipe") }
    return (try moved(ends[0]), try moved(ends[1]))
  }

  /// The probe is built beside the tests.
  private static func programPath() throws -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &bytes, bytes.count)
    let path = String(decoding: bytes.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let slash = path.lastIndex(of: "/") else { throw Failure(what: "no path to this program") }
    return path[..<slash] + "/terminal-probe"
  }
}
