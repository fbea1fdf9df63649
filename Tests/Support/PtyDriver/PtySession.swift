import Glibc

/// A program in its own pseudo-terminal. Nothing here sleeps: every wait is for a descriptor, with a deadline.
///
/// Besides the terminal there are two line-based channels: the program writes to descriptor 3 (`lineDescriptor`, for
/// instance its idle signal) and reads from descriptor 4. Its standard error is a separate pipe.
public final class PtySession {
  /// An error of the harness itself.
  public struct Failure: Error, CustomStringConvertible {
    public let what: String
    public var description: String { what }
  }

  /// The descriptor to which the program writes lines.
  public static let lineDescriptor: Int32 = 3

  private let terminal: Pseudoterminal
  private let lines: Source
  private let errors: Source
  private var commands: Int32
  private let process: pid_t
  private var hasEnded = false
  private var marks = 0
  /// Whether the terminal's output is currently not read.
  private var isStalled = false
  /// The maximum time of a wait.
  private let deadlineSeconds: Int
  /// The terminal output returned so far.
  public private(set) var output = ""

  /// Starts a program. Without a terminal, its input and output are /dev/null.
  /// - Parameter environment: all its variables except TERM, LC_ALL and ESCDELAY.
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

    // A long ESCDELAY: on a busy machine, escape sequences may arrive in pieces.
    var variables = ["LC_ALL": locale, "SWIFT_BACKTRACE": "enable=no", "ESCDELAY": "500"].merging(environment) { $1 }
    variables["TERM"] = term
    process = try Descriptors.spawn(
      program, arguments, variables.map { "\($0.key)=\($0.value)" },
      // The first terminal that a session leader opens becomes its controlling terminal.
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

  // MARK: - Input and output

  /// Types text at the terminal.
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

  /// The next line; nil if none arrives in time.
  public func nextLine(within time: Duration) throws -> String? {
    let limit = ContinuousClock.now + time
    while !lines.unseen.contains(UInt8(ascii: "\n")) {
      let remaining = ContinuousClock.now.duration(to: limit)
      if remaining <= .zero || lines.isAtEnd { return nil }
      try readAvailable(within: remaining)
    }
    return try nextLine()
  }

  /// The next `count` lines.
  public func nextLines(_ count: Int) throws -> [String] {
    try (0..<count).map { _ in try nextLine() }
  }

  /// The terminal output up to the next line on descriptor 3. If that is the idle signal, this is the response to what
  /// was typed.
  public func bytesUntilIdle() throws -> [UInt8] {
    _ = try nextLine()
    return try bytesWritten()
  }

  /// The terminal output up to a marker, which is dropped.
  public func outputUpTo(_ marker: String) throws -> String {
    String(decoding: try bytesUpTo(Array(marker.utf8)), as: UTF8.self)
  }

  /// Waits until the program has written these bytes to the terminal. Returns its output up to and including them.
  public func bytesThrough(_ pattern: [UInt8]) throws -> [UInt8] { try bytesUpTo(pattern) + pattern }

  /// The terminal output that was not returned yet.
  public func bytesWritten() throws -> [UInt8] {
    while !terminal.hasRoom, try readAvailable(within: .seconds(deadlineSeconds)) {}
    // The mark goes through the same queue as the program's output, so all of that comes before it.
    let mark = Array("<mark \(nextMark())>".utf8)
    Descriptors.write(mark, to: terminal.programSide)
    return try bytesUpTo(mark)
  }

  /// A new number for a mark.
  public func nextMark() -> Int {
    marks += 1
    return marks
  }

  /// Waits for the program to end. Returns its exit status, or the negative number of the signal that killed it.
  public func end() throws -> Int32 {
    // The channel closes when the program ends.
    try pump(what: "its end") { lines.isAtEnd }
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else { throw Failure(what: "no child to wait for") }
    hasEnded = true
    goOn()
    if !terminal.isHungUp { _ = try bytesWritten() }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : -signal
  }

  /// Everything that the program writes to standard error until it ends.
  public func errorText() throws -> String {
    try pump(what: "the end of standard error") { errors.isAtEnd }
    defer { errors.unseen = [] }
    return String(decoding: errors.unseen, as: UTF8.self)
  }

  // MARK: - The terminal

  public func resize(columns: UInt16, rows: UInt16) { terminal.resize(columns: columns, rows: rows) }

  /// The program's memory, in bytes.
  public var memory: Int {
    guard let file = fopen("/proc/\(process)/statm", "r") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 200)
    guard fgets(&text, Int32(text.count), file) != nil else { return 0 }
    let numbers = String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
    return (numbers.count > 1 ? Int(numbers[1]) ?? 0 : 0) * Int(getpagesize())
  }

  /// The processor time that the program has used, in seconds.
  public var processorTime: Double {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 1000)
    guard fgets(&text, Int32(text.count), file) != nil else { return 0 }
    // The name, in parentheses, may have spaces.
    let line = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let fields = line[(line.lastIndex(of: ")") ?? line.startIndex)...].split(separator: " ")
    let ticks = [12, 13].compactMap { fields.count > $0 ? Int(fields[$0]) : nil }.reduce(0, +)
    return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  public func signal(_ number: Int32) { kill(process, number) }

  /// Whether the program catches a signal: after its start, it takes a moment until it does.
  public func catches(_ number: Int32) -> Bool {
    guard let file = fopen("/proc/\(process)/status", "r") else { return false }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 200)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("SigCgt:") else { continue }
      return UInt64(text.dropFirst(7).filter(\.isHexDigit), radix: 16).map { $0 >> UInt64(number - 1) & 1 == 1 }
        ?? false
    }
    return false
  }

  /// Fills the terminal so that it accepts no more output, like one behind a dead connection, until `goOn`.
  public func stall() {
    isStalled = true
    terminal.fill()
  }

  /// Resumes reading the terminal's output.
  public func goOn() { isStalled = false }

  /// Closes the terminal, as when a connection breaks.
  public func hangUp() { terminal.hangUp() }

  /// Lets keys such as Ctrl+\ send signals.
  public func turnOnSignals() { terminal.turnOnSignals() }

  /// Whether the terminal's line discipline has its original settings.
  public var isCooked: Bool { terminal.isCooked }

  // MARK: - Waiting

  private func bytesUpTo(_ end: [UInt8]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var searched = 0
    try pump(what: "\(String(decoding: end, as: UTF8.self).debugDescription) on the terminal") {
      let unseen = terminal.source.unseen
      // Bytes are searched only once, so that reading much output takes linear time.
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

  /// Reads from all descriptors, the terminal included, so that the program never blocks on its output.
  private func pump(what: String, until isDone: () throws -> Bool) throws {
    let limit = ContinuousClock.now + .seconds(deadlineSeconds)
    while try !isDone() {
      guard try readAvailable(within: ContinuousClock.now.duration(to: limit)) else {
        throw Failure(what: "waited too long for \(what); before: \(output.suffix(200).debugDescription)")
      }
    }
  }

  /// - Returns: whether anything arrived in time.
  @discardableResult
  private func readAvailable(within time: Duration) throws -> Bool {
    let open = ((isStalled ? [] : [terminal.source]) + [lines, errors]).filter { !$0.isAtEnd }
    var polled = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let remaining = time / .milliseconds(1)
    guard remaining > 0, poll(&polled, nfds_t(polled.count), Int32(remaining) + 1) > 0 else { return false }
    for (source, entry) in zip(open, polled) where entry.revents != 0 { source.takeIn() }
    return true
  }
}
