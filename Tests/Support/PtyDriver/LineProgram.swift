import Glibc

/// A program that answers each line on its standard input with a line on its standard output. Nothing here sleeps:
/// every wait is for a descriptor, with a deadline.
public final class LineProgram {
  /// An error of the harness or the program.
  public struct Failure: Error, CustomStringConvertible {
    public let what: String
    public var description: String { what }
  }

  private let process: pid_t
  private let input: Int32
  private let output: Source
  private let errors: Source
  private let deadlineSeconds: Int

  /// Starts a program, looked up in PATH.
  /// - Parameter environment: all its variables.
  public init(_ command: [String], environment: [String: String], deadlineSeconds: Int = 20) throws {
    self.deadlineSeconds = deadlineSeconds
    let (inputPipe, outputPipe, errorPipe) = (
      try Descriptors.pipe(), try Descriptors.pipe(), try Descriptors.pipe()
    )
    (input, output, errors) = (inputPipe.write, Source(outputPipe.read), Source(errorPipe.read))
    defer { for descriptor in [inputPipe.read, outputPipe.write, errorPipe.write] { close(descriptor) } }
    process = try Descriptors.spawn(
      "/usr/bin/env", command, environment.map { "\($0.key)=\($0.value)" }, terminal: "/dev/null",
      descriptors: [0: inputPipe.read, 1: outputPipe.write, 2: errorPipe.write])
  }

  deinit {
    close(input)
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// The program's answer to a line.
  /// - Throws: `Failure` if there is none in time.
  public func answer(to line: String) throws -> String {
    let bytes = Array((line + "\n").utf8)
    var sent = 0
    while sent < bytes.count {
      // MSG_NOSIGNAL: if the program has ended, SIGPIPE would kill this process too.
      let count = bytes[sent...].withUnsafeBytes { send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { throw Failure(what: "the program takes nothing more: \(errorText)") }
      sent += count
    }
    return try nextLine()
  }

  private var errorText: String { String(decoding: errors.unseen, as: UTF8.self) }

  private func nextLine() throws -> String {
    let limit = ContinuousClock.now + .seconds(deadlineSeconds)
    var searched = 0
    while true {
      if let end = output.unseen[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { output.unseen.removeSubrange(...end) }
        return String(decoding: output.unseen[..<end], as: UTF8.self)
      }
      searched = output.unseen.count
      if output.isAtEnd { throw Failure(what: "the program has ended: \(errorText)") }
      let open = [output, errors].filter { !$0.isAtEnd }
      var polled = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      let remaining = ContinuousClock.now.duration(to: limit) / .milliseconds(1)
      guard remaining > 0, poll(&polled, nfds_t(polled.count), Int32(remaining) + 1) > 0 else {
        throw Failure(what: "waited too long for an answer: \(errorText)")
      }
      for (source, entry) in zip(open, polled) where entry.revents != 0 { source.takeIn() }
    }
  }
}
