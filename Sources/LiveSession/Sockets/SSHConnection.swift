import Glibc
import MortiseFiles

/// Connections to sessions on other machines: `ssh` runs `mortise join --pipe PATH` there.
package nonisolated enum SSHConnection {
  /// Starts `ssh`.
  /// - Parameter asks: whether it may ask for passwords on the terminal, as `ssh` usually does; false while an editor
  ///   has the screen.
  /// - Throws: `SocketError` if it can't be started.
  static func open(host: String, path: String, asks: Bool) throws(SocketError) -> LineSocket {
    if host.hasPrefix("-") { throw SocketError("“\(host)” is not a host: it begins with a “-”") }
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw SocketError("can’t create a connection: \(String(cString: strerror(errno)))")
    }
    var messages: [Int32] = [-1, -1]
    guard pipe(&messages) == 0 else {
      for end in ends { close(end) }
      throw SocketError("can’t create a connection: \(String(cString: strerror(errno)))")
    }
    for end in ends + messages { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    // Later messages must not get onto the editor's screen.
    posix_spawn_file_actions_adddup2(&actions, messages[1], STDERR_FILENO)
    let words = ["ssh"] + (asks ? [] : ["-o", "BatchMode=yes"]) + ["--", host, "mortise join --pipe \(quoted(path))"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let code = posix_spawnp(&process, "ssh", &actions, nil, arguments, environ)
    close(ends[1])
    close(messages[1])
    guard code == 0 else {
      close(ends[0])
      close(messages[0])
      throw SocketError("ssh can’t be started: \(String(cString: strerror(code)))")
    }
    ServerProcess.wait(for: process)
    return LineSocket(ends[0], messages: messages[0])
  }

  /// Summarises the messages of `ssh` in one line: the last one, after the warning that the host's key has changed, if
  /// any.
  /// - Returns: nil if there are none.
  static func summary(of text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline).map { String($0.drop { $0 == " " }) }
    guard let last = lines.last else { return nil }
    let change = "REMOTE HOST IDENTIFICATION HAS CHANGED"
    guard lines.contains(where: { $0.contains(change) }) else { return last }
    let key = lines.last { $0.hasPrefix("Offending ") }
    return [change, key, last].compactMap(\.self).joined(separator: "; ")
  }

  /// Quotes a word for a shell.
  package static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
