import CProcess
import Glibc
import MortiseFiles
import MortiseScreen

/// The output of a program to our terminal. The program gets a terminal of its own, from which its output is passed on
/// without the characters that would control ours.
package final class ProgramOutput: Sendable {
  /// The program's output and errors: its own terminal in place of ours. Other descriptors stay as they are.
  package let streams: RunSettings.Streams
  private let leader: FileDescriptor
  private let follower: Int32
  /// Closing it ends the wait for output.
  private let stopper: Int32
  private let isDone = Semaphore()

  /// The control characters that are kept: those that only move the cursor along the line or to the next one.
  private static let kept: Set<Unicode.Scalar> = ["\n", "\r", "\t", "\u{8}"]
  /// The time to wait for an ended program's output, in milliseconds, if a process that can't be killed holds it open.
  private static let lastOutput: Int32 = 500

  /// Returns nil if neither output nor errors are a terminal.
  package init?() throws(RunProblem) {
    let terminals = [STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) != 0 }
    guard let target = terminals.first else { return nil }
    var size = winsize()
    _ = ioctl(target, UInt(TIOCGWINSZ), &size)
    var (leader, follower): (Int32, Int32) = (-1, -1)
    let code = cp_open_terminal(Int32(size.ws_row), Int32(size.ws_col), &leader, &follower)
    if code != 0 { throw RunProblem(code: code) }
    var ends: [Int32] = [-1, -1]
    let pipeCode = cp_open_pipe(&ends)
    self.leader = FileDescriptor(number: leader)
    (self.follower, stopper) = (follower, ends[1])
    streams = .inherited(
      output: target == STDOUT_FILENO ? follower : STDOUT_FILENO,
      errors: terminals.last == STDERR_FILENO ? follower : STDERR_FILENO)
    if pipeCode != 0 {
      close(follower)
      throw RunProblem(code: pipeCode)
    }
    let stop = ends[0]
    BackgroundThread.run { [self] in
      pass(to: target, until: FileDescriptor(number: stop))
      isDone.signal()
    }
  }

  /// Waits until all output of an ended program has been passed on.
  package func finish() {
    close(follower)
    close(stopper)
    isDone.wait()
  }

  private func pass(to target: Int32, until stop: consuming FileDescriptor) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    /// The beginning of a character whose other bytes have not arrived.
    var rest: [UInt8] = []
    var isStopping = false
    while true {
      var descriptors = [
        pollfd(fd: leader.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isStopping ? -1 : stop.number, events: Int16(POLLIN), revents: 0),
      ]
      let found = poll(&descriptors, 2, isStopping ? Self.lastOutput : -1)
      if found < 0, errno == EINTR { continue }
      if found <= 0 { break }
      if descriptors[1].revents != 0 { isStopping = true }
      if descriptors[0].revents == 0 { continue }
      let count = read(leader.number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      // The last program on the terminal is gone.
      if count <= 0 { break }
      let bytes = rest + buffer[..<count]
      let end = OutputLines.completeCount(of: bytes)
      rest = Array(bytes[end...])
      write(bytes[..<end], to: target)
    }
    write(rest[...], to: target)
  }

  private func write(_ bytes: ArraySlice<UInt8>, to target: Int32) {
    let text = VisibleText.replacingHidden(in: String(decoding: bytes, as: UTF8.self), keeping: Self.kept)
    var rest = Array(text.utf8)[...]
    // Output to a terminal that is gone is lost.
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(target, $0.baseAddress, $0.count) }
      if count < 0, errno == EAGAIN {
        var descriptor = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
        poll(&descriptor, 1, -1)
      } else if count < 0, errno != EINTR {
        return
      } else {
        rest = rest.dropFirst(max(count, 0))
      }
    }
  }
}
