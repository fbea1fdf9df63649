import Glibc
import PtyDriver

/// A running `mortise serve`.
final class HostProcess {
  let session: PtySession
  /// The lines that it prints first, up to how to join.
  let greeting: String

  /// Starts it, and waits until it serves.
  /// - Parameters:
  ///   - program: the program and its first arguments.
  ///   - shell: sh commands to run first, such as a limit.
  init(_ arguments: [String], program: [String] = [Tool.binary], shell: String = ":") throws {
    session = try PtySession(
      program: "/bin/sh", arguments: ["-c", "\(shell); exec \"$0\" \"$@\""] + program + ["serve"] + arguments)
    let start = try session.bytesThrough(Array("join with: ".utf8))
    greeting = String(decoding: start + (try session.bytesThrough(Array("\n".utf8))), as: UTF8.self)
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
    greeting.firstRange(of: "--token ").map { String(greeting[$0.upperBound...].prefix { $0.isHexDigit }) }
  }
}
