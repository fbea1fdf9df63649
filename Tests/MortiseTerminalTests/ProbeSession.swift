import PtyDriver

/// The probe program in its own pseudo-terminal.
typealias ProbeSession = PtySession

extension PtySession {
  /// Starts the probe. Without a terminal, its input and output are /dev/null.
  convenience init(
    term: String? = "xterm-256color", locale: String = "C.UTF-8", environment: [String: String] = [:],
    columns: UInt16 = 80, rows: UInt16 = 24, onTerminal: Bool = true
  ) throws {
    try self.init(
      program: BuiltPrograms.path(of: "terminal-probe"), term: term, locale: locale, environment: environment,
      columns: columns, rows: rows, onTerminal: onTerminal)
  }

  /// Sends a command to the probe.
  func command(_ line: String) { send(line: line) }

  /// The terminal output caused by a command.
  @discardableResult func bytes(after command: String) throws -> String {
    let mark = nextMark()
    send(line: "\(command)\nmark \(mark)")
    return try outputUpTo("<mark \(mark)>")
  }

  /// The terminal output so far.
  @discardableResult func bytesUntilNow() throws -> String {
    let mark = nextMark()
    send(line: "mark \(mark)")
    return try outputUpTo("<mark \(mark)>")
  }
}
