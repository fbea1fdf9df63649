import Glibc
import Markup
import MortiseFiles

/// Python's own check of a program's syntax, which runs nothing of the program.
package enum PythonSyntax {
  private static let check = """
    import sys
    try: compile(sys.stdin.buffer.read(), 'program', 'exec', dont_inherit=True)
    except SyntaxError as error: print(error.lineno or 1, error.offset or 1, error.msg)
    except (ValueError, OverflowError, RecursionError, MemoryError) as error: print(1, 1, error)
    """

  private static let timeLimit = Duration.seconds(10)
  private static let longestMessage = 200

  /// Returns the first mistake in a program; nil if there is none, or if Python isn't installed.
  package static func mistake(in program: [UInt8]) -> (place: SourcePosition, message: String)? {
    guard let path = ProcessEnvironment.executable("python3", in: ProcessEnvironment.searchPath),
      let process = try? ChildProcess(
        path, ["-I", "-S", "-W", "ignore", "-c", check],
        environment: ProcessEnvironment.entries(beginningWith: ["PATH="]), timeLimit: timeLimit)
    else { return nil }
    process.send(program)
    process.endInput()
    guard let answer = try? process.readToEnd(limit: 1 << 16) else { return nil }
    let words = String(decoding: answer, as: UTF8.self).split(maxSplits: 2, whereSeparator: \.isWhitespace)
    guard words.count == 3, let line = Int(words[0]), let column = Int(words[1]) else { return nil }
    let message = words[2].prefix { !$0.isNewline }.prefix(longestMessage)
    return (SourcePosition(line: max(1, line), column: max(1, column)), "Python says: \(message)")
  }
}
