import Glibc
import PtyDriver

/// A running `mortise serve`.
final class HostProcess {
  let session: PtySession
  /// What it says first: how to join.
  let greeting: String

  /// Starts it, and waits until it serves.
  /// - Parameter shell: sh commands to run first, such as a limit.
  init(_ arguments: [String], shell: String? = nil) throws {
    let arguments = ["serve"] + arguments
    if let shell {
      session = try PtySession(
        program: "/bin/sh", arguments: ["-c", "\(shell); exec \"$0\" \"$@\"", Tool.binary] + arguments)
    } else {
      session = try PtySession(program: Tool.binary, arguments: arguments)
    }
    greeting = String(decoding: try session.bytesThrough(Array("\n".utf8)), as: UTF8.self)
  }

  /// Ends it with a signal, as Ctrl+C does.
  /// - Returns: its exit status.
  func stop() throws -> Int32 {
    session.signal(SIGTERM)
    return try session.end()
  }

  func kill() throws {
    session.signal(SIGKILL)
    _ = try session.end()
  }

  /// The token in the greeting.
  var token: String? {
    greeting.firstRange(of: "--token '").map { String(greeting[$0.upperBound...].prefix { $0 != "'" }) }
  }
}
