import Glibc

/// A program in a pseudo-terminal of its own. Nothing here sleeps: every wait is for a descriptor, with a deadline.
///
/// Beside the terminal the program has two channels of lines: what it writes to descriptor 3 (`lineDescriptor`, for
/// instance its idle signal) and what it reads from descriptor 4. Its standard error is kept apart.
public final class PtySession {
  /// What went wrong in the harness itself.
  public struct Failure: Error, CustomStringConvertible {
    public let what: String
    public var description: String { what }
  }

  /// The descriptor on which the program's lines are expected.
  public static let lineDescriptor: Int32 = 3

  private let terminal: Pseudoterminal
  private let lines: Source
  private let errors: Source
  private var commands: Int32
  private let process: pid_t
  private var hasEnded = false
  private var marks = 0
  /// Whether nothing is read from the terminal.
  private var isStalled = false
  /// How long a wait may take.
  private let deadlineSeconds: Int
  /// What was written to the terminal and asked for.
  public private(set) var output = ""

  /// Starts a program. Without a terminal, its input and output are /dev/null.
  /// - Parameter environment: all the variables that it gets beside TERM, LC_ALL and ESCDELAY.
  public init(
    program: String, arguments: [String] = [], term: String? = "xterm-256color", locale: String = "C.UTF-8",
    environment: [String: String] = [:], columns: UInt16 = 80, rows: UInt16 = 24, onTerminal: Bool = true,
    deadlineSeconds: Int = 20
  ) throws {
    self.deadlineSeconds = deadlineSeconds
    terminal = try Pseudoterminal(columns: columns, rows: rows)
    let linePipe = try Descriptors.pipe()
    let commandPipe = try Descriptors.pipe()
    let errorPipe = try Descriptors.pipe()
    (lines, commands, errors) = (Source(linePipe.read), commandPipe.write, Source(errorPipe.read))
    defer { for descriptor in [linePipe.write, commandPipe.read, errorPipe.write] { close(descriptor) } }

    // A busy machine must not tear sequences apart.
    var variables = ["LC_ALL": locale, "SWIFT_BACKTRACE": "enable=no", "ESCDELAY": "500"].merging(environment) { $1 }
    variables["TERM"] = term
    process = try Descriptors.spawn(
      program, arguments, variables.map { "\($0.key)=\($0.value)" },
      // The first terminal that the leader of a session opens becomes its own.
      terminal: onTerminal ? terminal.name : "/dev/null",
      descriptors: [2: errorPipe.write, PtySession.lineDescriptor: linePipe.write, 4: commandPipe.read])
  }

  deinit {
    if !hasEnded {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    close(commands)
  }

  // MARK: - Talking

  /// Types at the terminal.
  public func type(_ text: String) {
    Descriptors.write(Array(text.utf8), to: terminal.source.descriptor)
  }

  /// Sends a line to the program's descriptor 4.
  public func send(line: String) {
    Descriptors.write(Array((line + "\n").utf8), to: commands)
  }

  /// The next line that the program writes to descriptor 3.
  public func nextLine() throws -> String {
    var line: String?
    try pump(what: "a line") {
      guard let end = lines.unseen.firstIndex(of: UInt8(ascii: "\n")) else {
        if lines.isAtEnd { throw Failure(what: "the program has ended: \(try errorText())") }
        return false
      }
      line = String(decoding: lines.unseen[..<end], as: UTF8.self)
      lines.unseen.removeSubrange(...end)
      return true
    }
    return line ?? ""
  }

  /// The next line, if it comes in time.
  public func nextLine(within time: Duration) throws -> String? {
    let limit = ContinuousClock.now + time
    while !lines.unseen.contains(UInt8(ascii: "\n")) {
      let left = ContinuousClock.now.duration(to: limit)
      if left <= .zero || lines.isAtEnd { return nil }
      try takeIn(within: left)
    }
    return try nextLine()
  }

  /// The next lines, to compare with as many expected ones.
  public func nextLines(_ count: Int) throws -> [String] {
    try (0..<count).map { _ in try nextLine() }
  }

  /// What is written to the terminal until the next line on descriptor 3: with the idle signal there, the answer to
  /// what was typed.
  public func bytesUntilIdle() throws -> [UInt8] {
    _ = try nextLine()
    return try bytesWritten()
  }

  /// What is written to the terminal up to a text, without that.
  public func outputUpTo(_ marker: String) throws -> String {
    String(decoding: try bytesUpTo(Array(marker.utf8)), as: UTF8.self)
  }

  /// Waits until the program has written these bytes to the terminal, and returns all that it wrote with them.
  public func bytesThrough(_ pattern: [UInt8]) throws -> [UInt8] { try bytesUpTo(pattern) + pattern }

  /// What was written to the terminal and not yet asked for.
  public func bytesWritten() throws -> [UInt8] {
    while !terminal.hasRoom, try takeIn(within: .seconds(deadlineSeconds)) {}
    // Through the same queue as the program's output, so that all of it has come before.
    let mark = Array("<mark \(nextMark())>".utf8)
    Descriptors.write(mark, to: terminal.programSide)
    return try bytesUpTo(mark)
  }

  /// A number that no mark had before.
  public func nextMark() -> Int {
    marks += 1
    return marks
  }

  /// Waits for the program's end and returns its exit status, or the negative number of the signal that killed it.
  public func end() throws -> Int32 {
    // Its end closes the channel.
    try pump(what: "its end") { lines.isAtEnd }
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else { throw Failure(what: "no child to wait for") }
    hasEnded = true
    goOn()
    if !terminal.isHungUp { _ = try bytesWritten() }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : -signal
  }

  /// All that the program writes to standard error until it ends.
  public func errorText() throws -> String {
    try pump(what: "the end of standard error") { errors.isAtEnd }
    defer { errors.unseen = [] }
    return String(decoding: errors.unseen, as: UTF8.self)
  }

  // MARK: - The terminal

  public func resize(columns: UInt16, rows: UInt16) { terminal.resize(columns: columns, rows: rows) }

  public func signal(_ number: Int32) { kill(process, number) }

  /// Fills the terminal so that it takes no output any more, as one behind a dead connection, until `goOn`.
  public func stall() {
    isStalled = true
    terminal.fill()
  }

  /// Reads again what is written to the terminal.
  public func goOn() { isStalled = false }

  /// Closes the terminal, as a broken connection does.
  public func hangUp() { terminal.hangUp() }

  /// Whether the terminal's line discipline is as it was before the program.
  public var isCooked: Bool { terminal.isCooked }

  // MARK: - Plumbing

  private func bytesUpTo(_ end: [UInt8]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var searched = 0
    try pump(what: "\(String(decoding: end, as: UTF8.self).debugDescription) on the terminal") {
      let unseen = terminal.source.unseen
      // What was searched before is not searched again, so that much output is read in linear time.
      let start = max(0, searched - end.count + 1)
      searched = unseen.count
      guard let range = unseen[start...].firstRange(of: end) else {
        if terminal.source.isAtEnd { throw Failure(what: "the terminal is gone") }
        return false
      }
      bytes = Array(unseen[..<range.lowerBound])
      terminal.source.unseen.removeSubrange(..<range.upperBound)
      output += String(decoding: bytes, as: UTF8.self)
      return true
    }
    return bytes
  }

  /// Takes in whatever comes, from the terminal too, so that the program never waits for it to be read.
  private func pump(what: String, until isDone: () throws -> Bool) throws {
    let limit = ContinuousClock.now + .seconds(deadlineSeconds)
    while try !isDone() {
      guard try takeIn(within: ContinuousClock.now.duration(to: limit)) else {
        throw Failure(what: "waited too long for \(what); before: \(output.suffix(200).debugDescription)")
      }
    }
  }

  /// - Returns: whether anything came in time.
  @discardableResult
  private func takeIn(within time: Duration) throws -> Bool {
    let open = ((isStalled ? [] : [terminal.source]) + [lines, errors]).filter { !$0.isAtEnd }
    var polled = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let left = time / .milliseconds(1)
    guard left > 0, poll(&polled, nfds_t(polled.count), Int32(left) + 1) > 0 else { return false }
    for (source, entry) in zip(open, polled) where entry.revents != 0 { source.takeIn() }
    return true
  }
}
