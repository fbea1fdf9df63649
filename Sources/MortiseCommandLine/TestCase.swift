import Glibc
import MortiseFiles
import ProgramRunning

/// An input of a program with the output that it has to give.
struct TestCase {
  let name: String
  private let input: [UInt8]
  /// nil if there is none.
  private let expected: [UInt8]?

  /// Reads the tests in a folder, in the order of their names.
  /// - Throws: `FileError` if the folder or a file can't be read.
  static func all(in folder: String) throws(FileError) -> [TestCase] {
    let files: [String]
    do throws(SystemError) { files = try FileSystem.names(in: folder, beginningWith: []) } catch {
      throw FileError(.read, folder, code: error.code)
    }
    let inputs = Set(files.filter { $0.hasSuffix(".in") }.map { String($0.dropLast(3)) })
    let outputs = Set(files.filter { $0.hasSuffix(".out") }.map { String($0.dropLast(4)) })
    var cases: [TestCase] = []
    for name in inputs.union(outputs).sorted() {
      let path = "\(folder)/\(name)"
      let input = try inputs.contains(name) ? FileReader.read(path + ".in").bytes : []
      let expected = try outputs.contains(name) ? FileReader.read(path + ".out").bytes : nil
      cases.append(TestCase(name: name, input: input, expected: expected))
    }
    return cases
  }

  /// Runs a program.
  /// - Returns: what is wrong, a line each; empty if the test passed.
  func run(_ program: RunnableProgram, _ settings: RunSettings) -> [String] {
    guard let expected else { return ["\(name).out is missing"] }
    var settings = settings
    settings.streams = .text(input: input)
    let result = RunResult()
    let session: RunSession
    do throws(RunProblem) {
      session = try RunSession(program.plan, with: program.interpreter, settings: settings) { result.take($0) }
    } catch {
      return ["\(error)"]
    }
    let (end, error) = result.wait()
    var problems = error.map { program.description(of: $0) } ?? Self.problem(end, program, settings).map { [$0] } ?? []
    // What a program wrote before it was ended may be cut anywhere.
    if end != .reachedTimeLimit, end != .reachedOutputLimit,
      let difference = Self.difference(session.progress.output, expected)
    {
      problems.append(difference)
    }
    return problems
  }

  private static func problem(_ end: RunEnd, _ program: RunnableProgram, _ settings: RunSettings) -> String? {
    switch end {
    case .exited(0): nil
    case .exited(let code): "it ended with the exit status \(code)"
    case .signalled(SIGXCPU),
      .signalled(SIGKILL) where settings.processorSeconds != nil:
      "it took more than \(settings.processorSeconds ?? 0) s of processor time"
    // That is how node reports its limit.
    case .signalled(SIGABRT) where program.interpreter.runtime.memoryOption != nil:
      "it took more than \((settings.memory ?? 0) >> 20) MB of memory"
    case .signalled(let number): "it ended: \(String(cString: strsignal(number)))"
    case .notStarted(let code): "it can't be started: \(String(cString: strerror(code)))"
    case .reachedTimeLimit: "it took more than \(settings.time?.components.seconds ?? 0) s"
    case .reachedOutputLimit: "it wrote more than \((settings.output ?? 0) >> 20) MB"
    }
  }

  /// Returns the first difference between an output and the expected one; nil if there is none.
  static func difference(_ output: [UInt8], _ expected: [UInt8]) -> String? {
    let (lines, others) = (lines(output), lines(expected))
    for index in 0..<max(lines.count, others.count) {
      let line = index < lines.count ? lines[index] : nil
      let other = index < others.count ? others[index] : nil
      if line == other { continue }
      return "line \(index + 1): expected \(quoted(other)), not \(quoted(line))"
    }
    return nil
  }

  /// The lines without the blanks at their ends and the empty lines at the end.
  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Array(line[..<(line.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? line.startIndex)])
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static let longestQuote = 200

  private static func quoted(_ line: [UInt8]?) -> String {
    guard let line else { return "the end" }
    let text = String(decoding: line, as: UTF8.self)
    return "“\(text.prefix(longestQuote))\(text.count > longestQuote ? "…" : "")”"
  }
}
