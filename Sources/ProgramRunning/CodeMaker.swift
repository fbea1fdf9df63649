import Glibc
import MortiseFiles

/// A user's command that makes the code beside a program's blocks, such as an app's own generator. It reads the
/// program, in Blockly's XML, from its standard input, and writes the code to its standard output.
package struct CodeMaker: Hashable, Sendable {
  /// The reason why there is no code, as a clause in one line.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  private let words: [String]
  private let timeLimit: Duration

  private static let mostCode = 16 << 20
  private static let longestReason = 300

  /// - Parameters:
  ///   - words: the program, by its path or its name in PATH, and its arguments; at least one.
  ///   - timeLimit: the maximum time that it may take.
  package init(_ words: [String], timeLimit: Duration = .seconds(10)) {
    (self.words, self.timeLimit) = (words, timeLimit)
  }

  /// Runs the command.
  /// - Parameter program: the program in Blockly's XML.
  /// - Throws: `Failure` if it fails, writes to its standard error, takes too long or writes too much.
  package func code(of program: [UInt8]) throws(Failure) -> [UInt8] {
    let name = words[0]
    guard
      let path = name.contains("/") ? name : ProcessEnvironment.executable(name, in: ProcessEnvironment.searchPath)
    else { throw Failure(description: "the program “\(name)” was not found") }
    let (status, code, errors): (Int32, [UInt8], [UInt8])
    do throws(ChildProcess.Failure) {
      let process = try ChildProcess(
        path, Array(words.dropFirst()), environment: ProcessEnvironment.entries(beginningWith: [""]),
        timeLimit: timeLimit)
      process.send(program)
      process.endInput()
      code = try process.readToEnd(limit: Self.mostCode)
      status = try process.finish()
      errors = process.errorText
    } catch {
      throw Failure(description: "“\(name)” \(reason(error))")
    }
    if status != 0 || !errors.isEmpty {
      let line = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).first
      let reason = line.map { String($0.prefix(Self.longestReason)) } ?? "exit status \(status)"
      throw Failure(description: "“\(name)” failed: \(reason)")
    }
    guard String(validating: code, as: UTF8.self) != nil else {
      throw Failure(description: "“\(name)” wrote output that isn't UTF-8")
    }
    return code
  }

  private func reason(_ failure: ChildProcess.Failure) -> String {
    switch failure {
    case .notStarted(let number): "can't be started: \(String(cString: strerror(number)))"
    case .tooSlow: "took longer than \(timeLimit.components.seconds) s"
    case .tooMuch: "wrote more than \(Self.mostCode >> 20) MiB"
    case .ended: "was ended by a signal"
    }
  }
}
