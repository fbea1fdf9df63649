import Glibc

/// The built `notes-editor` in a pseudo-terminal of its own, so that it can be killed.
final class EditorOnTerminal {
  struct Failure: Error { var what: String }

  /// Constants missing from the system's module: TIOCSPTLCK and TIOCGPTN.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private let terminal: Int32
  private let idleSignal: Int32
  private var process = pid_t()
  /// All that the editor has drawn, with the terminal's control sequences.
  private(set) var output = ""

  /// The binary is built beside the tests.
  private static let binary: String = {
    let tests = CommandLine.arguments.first ?? ""
    let folder = tests.firstRange(of: "notes-editorPackageTests").map { tests[..<$0.lowerBound] } ?? ".build/debug/"
    return folder + "notes-editor"
  }()

  init(editing path: String) throws {
    terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, isLocked): (Int32, Int32) = (0, 0)
    guard terminal >= 0, ioctl(terminal, Self.unlock, &isLocked) == 0, ioctl(terminal, Self.getNumber, &number) == 0
    else { throw Failure(what: "no pseudo-terminal") }
    let program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    var pipeEnds: [Int32] = [0, 0]
    guard program >= 0, ioctl(program, UInt(TIOCSWINSZ), &size) == 0, pipe(&pipeEnds) == 0 else {
      throw Failure(what: "no pseudo-terminal")
    }
    idleSignal = pipeEnds[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in 0...2 as ClosedRange<Int32> { posix_spawn_file_actions_adddup2(&actions, program, descriptor) }
    posix_spawn_file_actions_adddup2(&actions, pipeEnds[1], 9)
    let arguments = Self.copies([Self.binary, path])
    let environment = Self.copies(["TERM=xterm-256color", "LANG=C.UTF-8", "MORTISE_IDLE_FD=9"])
    defer { for text in arguments + environment { free(text) } }
    let code = posix_spawn(&process, Self.binary, &actions, nil, arguments, environment)
    close(program)
    close(pipeEnds[1])
    if code != 0 { throw Failure(what: "\(Self.binary): \(String(cString: strerror(code)))") }
    try awaitIdle()
  }

  deinit {
    close(terminal)
    close(idleSignal)
  }

  /// Types keys, and waits until all that follows from them is done.
  func type(_ keys: [String]) throws {
    for key in keys {
      _ = key.withCString { write(terminal, $0, strlen($0)) }
      try awaitIdle()
    }
  }

  func kill() {
    Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Strings as C expects them, to be freed.
  private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }

  /// Reads what the editor draws until it signals that it is idle.
  private func awaitIdle() throws {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      var descriptors = [
        pollfd(fd: idleSignal, events: Int16(POLLIN), revents: 0),
        pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&descriptors, 2, 30_000) > 0 else { throw Failure(what: "the editor is not idle after 30 seconds") }
      if descriptors[1].revents & Int16(POLLIN) != 0 {
        let count = max(0, read(terminal, &bytes, bytes.count))
        output += String(decoding: bytes[..<count], as: UTF8.self)
      }
      if descriptors[0].revents != 0 {
        guard read(idleSignal, &bytes, bytes.count) > 0 else { throw Failure(what: "the editor has ended") }
        return
      }
    }
  }
}
