import FileTesting
import Glibc
import TerminalTesting
import Testing

/// The binary in tmux, with a tmux server of its own. Nothing here sleeps: after every key it waits for the program's
/// idle signal.
final class TmuxSession {
  /// An error of the harness itself.
  struct Failure: Error, CustomStringConvertible { var description: String }

  static let isThere = (try? run(["sh", "-c", "command -v tmux"]).code) == 0
  /// Where tests must not be skipped (CI), a missing tmux is an error.
  static let isNeeded = isThere || getenv("CI") != nil

  private let server: String
  private let folder: TemporaryFolder
  /// A pipe for the program's idle signals. It is also kept open for writing, so that it never ends.
  private let signals: Int32
  private var unread: [UInt8] = []
  private static let deadlineMilliseconds: Int32 = 20_000
  private static let settlingTime = Duration.seconds(20)

  /// Starts `mortise` with some arguments.
  /// - Parameters:
  ///   - shell: sh commands to run first, such as a change of folder; on the server, if there is one.
  ///   - stateFolder: the user's state folder; without one, the user has used the editor before.
  ///   - server: the server on which the program runs; nil to run it without ssh.
  init(
    _ arguments: [String], columns: Int = 80, rows: Int = 24, term: String = "xterm-256color",
    locale: String = "C.UTF-8", shell: String = "true", stateFolder: String = "/dev/null",
    on server: SSHServer? = nil
  ) throws {
    folder = try TemporaryFolder()
    self.server = "mortise-" + (folder.path.split(separator: "-").last ?? "test")
    let pipe = folder.file("signals")
    guard mkfifo(pipe, 0o600) == 0 else { throw Failure(description: "no pipe") }
    signals = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    let command = ([Tool.binary] + arguments).map { "'\($0)'" }.joined(separator: " ")
    // Other editors' clipboards are none of its business.
    let places = "XDG_RUNTIME_DIR= XDG_CACHE_HOME= XDG_STATE_HOME='\(stateFolder)' HOME='\(folder.path)'"
    // A long ESCDELAY: on a busy machine, escape sequences may arrive in pieces.
    let variables = "\(places) TERM=\(term) LC_ALL=\(locale) ESCDELAY=200 MORTISE_IDLE_FD=9"
    var start = "env -u NO_COLOR \(variables) \(command) 9>'\(pipe)'"
    var shell = shell
    if let server {
      try Tool.write("\(shell); \(start)", to: folder.file("start"))
      shell = "true"
      start = "TERM=\(term) " + server.command(running: folder.file("start")).joined(separator: " ")
    }
    let script = "\(shell); \(start); echo ended $? >'\(pipe)'; read wait"
    let outcome = try tmux(["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", script])
    guard outcome.code == 0 else { throw Failure(description: "tmux: \(outcome.output)") }
    _ = try nextSignal()
  }

  deinit {
    _ = try? tmux(["kill-server"])
    close(signals)
    unlink("/tmp/tmux-\(getuid())/\(server)")
  }

  // MARK: - Input

  /// Presses keys, named as in the test cases: plain characters, and names in angle brackets.
  func press(_ keys: String) throws {
    var rest = keys[...]
    while let first = rest.first {
      let name = first == "<" ? rest.prefix { $0 != ">" } + ">" : rest.prefix(1)
      rest = rest.dropFirst(name.count)
      if let key = Self.names[String(name)] { try send([key]) } else { try send(["-l", "--", String(name)]) }
    }
  }

  /// Types a line for another program that has the terminal, which gives no idle signal.
  func answer(_ line: String) throws {
    for arguments in [["-l", "--", line], ["Enter"]] { _ = try tmux(["send-keys"] + arguments) }
  }

  private static let names = [
    "<Enter>": "Enter", "<Esc>": "Escape", "<Up>": "Up", "<Down>": "Down", "<Left>": "Left", "<Right>": "Right",
    "<Home>": "Home", "<End>": "End", "<Delete>": "DC", "<PageDown>": "PageDown", "<Tab>": "Tab",
    "<Backspace>": "BSpace",
    "<F3>": "F3", "<F4>": "F4", "<F5>": "F5", "<F9>": "F9", "<F10>": "F10", "<F11>": "F11", "<S-F5>": "S-F5",
    "<A-w>": "M-w", "<A-e>": "M-e", "<A-k>": "M-k", "<A-r>": "M-r", "<C-d>": "C-d", "<C-u>": "C-u", "<C-x>": "C-x",
    "<C-s>": "C-s", "<A-j>": "M-j", "<A-t>": "M-t", "<A-.>": "M-.", "<A-R>": "M-R", "<A-S>": "M-S",
    "<A-Home>": "M-Home", "<A-v>": "M-v", "<A-I>": "M-I", "<A-W>": "M-W", "<A-?>": "M-?",
    "<lt>": "<", "<C-z>": "C-z", "<C-y>": "C-y", "<C-q>": "C-q",
  ]

  /// Clicks with the left button.
  func click(_ x: Int, _ y: Int) throws {
    try mouse(0, x, y, "M")
    try mouse(0, x, y, "m")
  }

  func click(_ place: (Int, Int)) throws { try click(place.0, place.1) }

  /// The column and row of the first cell of a text on the screen.
  func place(of text: String) throws -> (Int, Int) {
    for (y, row) in try screen().split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let range = row.firstRange(of: text) { return (row.distance(from: row.startIndex, to: range.lowerBound), y) }
    }
    throw MissingText(description: "there is no “\(text)” on the screen")
  }

  private struct MissingText: Error, CustomStringConvertible { var description: String }

  /// Drags with the left button.
  func drag(from start: (Int, Int), to end: (Int, Int)) throws {
    try mouse(0, start.0, start.1, "M")
    try mouse(32, end.0, end.1, "M")
    try mouse(0, end.0, end.1, "m")
  }

  private func mouse(_ flags: Int, _ x: Int, _ y: Int, _ final: String) throws {
    try send(["-l", "--", "\u{1B}[<\(flags);\(x + 1);\(y + 1)\(final)"])
  }

  /// Sends a key, which makes the program draw once.
  private func send(_ arguments: [String]) throws {
    // What ends in the background, such as a journal that can't be written, draws once more. Its signal isn't the key's:
    // after Esc, the next key would come too early and be Alt and that key.
    while readSignals() {}
    unread = []
    guard try tmux(["send-keys"] + arguments).code == 0 else { throw Failure(description: "no key could be sent") }
    _ = try nextSignal()
  }

  /// Presses a key that ends the program.
  /// - Returns: its exit status.
  func pressLast(_ key: String) throws -> String {
    _ = try tmux(["send-keys", "-l", "--", key])
    var line = try nextSignal()
    while !line.hasPrefix("ended") { line = try nextSignal() }
    return line
  }

  // MARK: - Output

  /// The screen between the title line and the status line, without the keys that windows name, once it is as expected, or after the settling time.
  func canvas(expecting expected: String?) throws -> String {
    let limit = ContinuousClock.now + Self.settlingTime
    var last = ""
    var repeats = 0
    while ContinuousClock.now < limit {
      let rows = try tmux(["capture-pane", "-p"]).output.split(separator: "\n", omittingEmptySubsequences: false)
      // The last line is ended, too.
      let canvas = WindowHints.removed(fromFramesIn: rows.dropFirst().dropLast(2).map(String.init))
        .joined(separator: "\n")
      if canvas == expected { return canvas }
      repeats = canvas == last ? repeats + 1 : 0
      if expected == nil, repeats > 4 { return canvas }
      last = canvas
    }
    return last
  }

  /// Waits until a text is on the screen.
  /// - Returns: false if it doesn't appear.
  func sees(_ text: String) throws -> Bool { try firstSeen(of: [text]) != nil }

  /// Waits until one of some texts is on the screen.
  /// - Returns: nil if none appears.
  func firstSeen(of texts: [String]) throws -> String? {
    let limit = ContinuousClock.now + Self.settlingTime
    while ContinuousClock.now < limit {
      let screen = try tmux(["capture-pane", "-p"]).output
      if let text = texts.first(where: screen.contains) { return text }
    }
    return nil
  }

  /// The rows of the screen.
  func screen() throws -> String { try tmux(["capture-pane", "-p"]).output }

  /// What the status line says, without the keys beside it, once it is as expected, or after the settling time.
  func status(until isExpected: (String) -> Bool) throws -> String {
    let limit = ContinuousClock.now + Self.settlingTime
    var status = ""
    while ContinuousClock.now < limit, !isExpected(status) {
      let rows = try tmux(["capture-pane", "-p"]).output.split(separator: "\n", omittingEmptySubsequences: false)
      let row = (rows.last { !$0.isEmpty } ?? "").drop { $0 == " " }
      status = String(row.firstRange(of: "  ").map { row[..<$0.lowerBound] } ?? row)
    }
    return status
  }

  /// The position of the cursor.
  func cursor() throws -> String {
    try tmux(["display-message", "-p", "#{cursor_x},#{cursor_y}"]).output.filter { !$0.isNewline }
  }

  // MARK: - Processes

  private func tmux(_ arguments: [String]) throws -> (code: Int32, output: String) {
    try Self.run(["tmux", "-u", "-L", server, "-f", "/dev/null"] + arguments)
  }

  private func nextSignal() throws -> String {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        return line
      }
      var waiting = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Self.deadlineMilliseconds) > 0 else {
        throw Failure(description: "waited too long; the screen is\n\(try tmux(["capture-pane", "-p"]).output)")
      }
      readSignals()
    }
  }

  /// Reads what there is without waiting.
  @discardableResult
  private func readSignals() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(signals, &bytes, bytes.count)
    if count > 0 { unread += bytes[..<count] }
    return count > 0
  }

  /// Runs a program and returns its exit status and output.
  static func run(_ arguments: [String]) throws -> (code: Int32, output: String) {
    let folder = try TemporaryFolder()
    let output = folder.file("out")
    var process = pid_t()
    let all = ["/bin/sh", "-c", "exec \"$@\" >'\(output)' 2>&1 </dev/null", "sh"] + arguments
    var pointers = all.map { strdup($0) } + [nil]
    // The test process's threads block signals, but tmux is ended by one.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    defer {
      for pointer in pointers { free(pointer) }
      posix_spawnattr_destroy(&attributes)
    }
    guard posix_spawn(&process, "/bin/sh", nil, &attributes, &pointers, environ) == 0 else {
      throw Failure(description: "\(arguments[0]) can't be started")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return ((status >> 8) & 0xFF, Tool.read(output))
  }
}
