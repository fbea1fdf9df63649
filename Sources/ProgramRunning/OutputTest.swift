import Glibc

/// An input of a program and the expected output, which is compared without blanks at the ends of lines and empty lines
/// at the end.
package struct OutputTest: Hashable, Sendable {
  package var input: [UInt8]
  package var expected: [UInt8]
  /// Whether capital and small letters are the same, as in the patterns of lessons.
  package var ignoresCase: Bool

  package init(input: [UInt8], expected: [UInt8], ignoringCase ignoresCase: Bool = false) {
    self.input = input
    self.expected = expected
    self.ignoresCase = ignoresCase
  }

  /// The default limits: of time and processor time in seconds, and of memory and output in MB.
  package static let (seconds, memory, size) = (10, 512, 1)

  /// Returns the settings with which a test runs a program.
  package func settings(
    _ settings: RunSettings, seconds: Int = Self.seconds, memory: Int = Self.memory, size: Int = Self.size
  ) -> RunSettings {
    var settings = settings
    settings.streams = .text(input: input)
    (settings.time, settings.processorSeconds, settings.memory) = (.seconds(seconds), seconds, memory << 20)
    (settings.output, settings.keptOutput) = (size << 20, size << 20)
    return settings
  }

  /// Returns the problem with the end of a run; nil if it succeeded.
  package static func problem(_ end: RunEnd, _ interpreter: Interpreter, _ settings: RunSettings) -> String? {
    switch end {
    case .exited(0): nil
    case .exited(let code): "it ended with the exit status \(code)"
    case .signalled(SIGXCPU),
      .signalled(SIGKILL) where settings.processorSeconds != nil:
      "it took more than \(settings.processorSeconds ?? 0) s of processor time"
    // node aborts at its memory limit.
    case .reachedMemoryLimit,
      .signalled(SIGABRT) where interpreter.runtime.memoryOption != nil:
      "it took more than \((settings.memory ?? 0) >> 20) MB of memory"
    case .signalled(let number): "it ended: \(String(cString: strsignal(number)))"
    case .notStarted(let code): "it can't be started: \(String(cString: strerror(code)))"
    case .reachedTimeLimit: "it took more than \(settings.time?.components.seconds ?? 0) s"
    case .reachedOutputLimit: "it wrote more than \((settings.output ?? 0) >> 20) MB"
    }
  }

  /// The first line of an output that differs from the expected one. A line after the end is nil.
  package struct Difference: CustomStringConvertible, Sendable {
    package let line: Int
    package let expected: String?
    package let found: String?

    package var description: String { "line \(line): expected \(Self.words(expected)), not \(Self.words(found))" }

    private static func words(_ text: String?) -> String { text.map { "“\($0)”" } ?? "the end" }
  }

  /// Returns the first difference of an output; nil if there is none.
  package func difference(of output: [UInt8]) -> Difference? {
    let (lines, others) = (Self.lines(output), Self.lines(expected))
    for index in 0..<max(lines.count, others.count) {
      let line = index < lines.count ? lines[index] : nil
      let other = index < others.count ? others[index] : nil
      if line == other || ignoresCase && line.map(Self.folded) == other.map(Self.folded) { continue }
      return Difference(line: index + 1, expected: other.map(Self.text), found: line.map(Self.text))
    }
    return nil
  }

  private static func folded(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self).lowercased() }

  /// Returns the lines without the blanks at their ends and the empty lines at the end.
  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Array(line[..<(line.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? line.startIndex)])
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static let longestQuote = 200

  private static func text(_ line: [UInt8]) -> String {
    let text = String(decoding: line, as: UTF8.self)
    return text.prefix(longestQuote) + (text.count > longestQuote ? "…" : "")
  }
}
