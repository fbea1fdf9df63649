import Glibc
import PtyDriver
import Testing

/// The binary in its own pseudo-terminal, with keys typed one at a time.
final class EditorProcess {
  let session: PtySession

  /// Starts `mortise`.
  /// - Parameters:
  ///   - shell: sh commands to run first, such as a limit or a change of folder.
  ///   - environment: more variables.
  ///   - waits: whether to wait until it is idle.
  init(_ arguments: [String], shell: String? = nil, environment: [String: String] = [:], waits: Bool = true) throws {
    let environment = environment.merging(["MORTISE_IDLE_FD": "\(PtySession.lineDescriptor)"]) { $1 }
    if let shell {
      session = try PtySession(
        program: "/bin/sh", arguments: ["-c", "\(shell); exec \"$0\" \"$@\"", Tool.binary] + arguments,
        environment: environment)
    } else {
      session = try PtySession(program: Tool.binary, arguments: arguments, environment: environment)
    }
    if waits { _ = try session.nextLine() }
  }

  /// Types keys and waits for the response to each.
  func type(_ keys: [String]) throws {
    for key in keys {
      session.type(key)
      _ = try session.nextLine()
    }
  }

  func kill() throws {
    session.signal(SIGKILL)
    #expect(try session.end() == -SIGKILL)
  }

  /// The terminal output since the last call, with blanks for escape sequences.
  func shown() throws -> String {
    String(decoding: try session.bytesWritten(), as: UTF8.self).replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: " ")
  }
}
