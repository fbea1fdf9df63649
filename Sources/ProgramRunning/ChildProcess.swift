import CProcess
import Glibc
import MortiseFiles

/// A child process that reads our input and whose output we read. Neither it nor the processes that it forks outlive
/// this object.
package final class ChildProcess {
  /// The reason why there is no answer.
  package enum Failure: Error, Hashable {
    /// It could not be started, for a system error number.
    case notStarted(Int32)
    /// It exceeded the time limit.
    case tooSlow
    /// It wrote more than the limit.
    case tooMuch
    /// It ended early.
    case ended
  }

  private let timeLimit: Duration
  private var supervisor = cp_supervisor()
  private var (input, output, errors): (Int32, Int32, Int32) = (-1, -1, -1)
  private var unsent = PendingBytes()
  private var isInputOver = false
  private var received: [UInt8] = []
  private var start = 0
  /// The beginning of its standard error.
  package private(set) var errorText: [UInt8] = []
  private static let mostErrorText = 1 << 16
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Starts a program.
  /// - Parameter timeLimit: the maximum time for each answer.
  package init(
    _ path: String, _ arguments: [String], environment: [[UInt8]], timeLimit: Duration
  ) throws(Failure) {
    self.timeLimit = timeLimit
    (supervisor.control, supervisor.reports) = (-1, -1)
    var theirs: [Int32] = []
    defer { for number in theirs { Glibc.close(number) } }
    var ends: [Int32] = [-1, -1]
    func openPipe() throws(Failure) {
      let code = cp_open_pipe(&ends)
      if code != 0 { throw .notStarted(code) }
    }
    try openPipe()
    (input, theirs) = (ends[1], [ends[0]])
    try openPipe()
    (output, theirs) = (ends[0], theirs + [ends[1]])
    try openPipe()
    (errors, theirs) = (ends[0], theirs + [ends[1]])
    let names = CStrings([path.pathBytes] + arguments.map(\.pathBytes))
    let variables = CStrings(environment)
    let paths = CStrings([path.pathBytes])
    defer { for texts in [names, variables, paths] { texts.free() } }
    var program = cp_program()
    program.path = UnsafePointer(paths.base[0])
    program.arguments = UnsafePointer(names.base)
    program.environment = UnsafePointer(variables.base)
    program.descriptors = (theirs[0], theirs[1], theirs[2], -1, -1)
    let code = cp_start(&program, &supervisor)
    if code != 0 { throw .notStarted(code) }
    for number in [input, output, errors] { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    // Without its control, a supervisor kills the processes that still run.
    for number in [input, output, errors, supervisor.control, supervisor.reports] where number >= 0 {
      Glibc.close(number)
    }
    if supervisor.process > 0 { cp_reap(&supervisor) }
  }

  // MARK: - Talking

  /// Queues bytes, which are sent while its answers are read.
  package func send(_ bytes: [UInt8]) { unsent.append(bytes) }

  /// Ends its input after the bytes that were sent.
  package func endInput() { isInputOver = true }

  /// Reads a line.
  /// - Returns: the line without its end; nil at the end of the output.
  package func readLine() throws(Failure) -> [UInt8]? {
    let deadline = ContinuousClock.now + timeLimit
    var searched = start
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(received[start..<end])
      }
      searched = received.count
      if searched - start > Self.longestLine { throw .tooMuch }
      let dropped = start
      guard try receive(until: deadline) else { return nil }
      searched -= dropped - start
    }
  }

  private static let longestLine = 1 << 20

  /// Reads a number of bytes.
  package func read(_ count: Int) throws(Failure) -> [UInt8] {
    let deadline = ContinuousClock.now + timeLimit
    while received.count - start < count { guard try receive(until: deadline) else { throw .ended } }
    defer { start += count }
    return Array(received[start..<start + count])
  }

  /// Skips a number of bytes, which may be too many to keep.
  package func skip(_ count: Int) throws(Failure) {
    let deadline = ContinuousClock.now + timeLimit
    var left = count
    while true {
      let step = min(left, received.count - start)
      (start, left) = (start + step, left - step)
      if left == 0 { return }
      guard try receive(until: deadline) else { throw .ended }
    }
  }

  /// Reads up to the end of the output.
  package func readToEnd(limit: Int) throws(Failure) -> [UInt8] {
    let deadline = ContinuousClock.now + timeLimit
    while try receive(until: deadline) { if received.count - start > limit { throw .tooMuch } }
    return Array(received[start...])
  }

  /// Ends its input, and waits until it exits.
  /// - Returns: its exit status.
  package func finish() throws(Failure) -> Int32 {
    endInput()
    let deadline = ContinuousClock.now + timeLimit
    while try receive(until: deadline) { start = received.count }
    while errors >= 0 {
      var descriptor = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
      if try !wait(&descriptor, 1, until: deadline) { readErrors() }
    }
    var reports: [UInt8] = []
    while true {
      var descriptor = pollfd(fd: supervisor.reports, events: Int16(POLLIN), revents: 0)
      if try wait(&descriptor, 1, until: deadline) { continue }
      let count = Glibc.read(supervisor.reports, &buffer, buffer.count)
      if count <= 0 { break }
      reports += buffer[..<count]
    }
    var status: Int32?
    let size = MemoryLayout<cp_report>.size
    for offset in stride(from: 0, through: reports.count - size, by: size) {
      let report = reports.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: cp_report.self) }
      if report.kind == Int32(CP_FAILED) { throw .notStarted(report.value) }
      if report.kind == Int32(CP_EXITED) { status = report.value }
    }
    guard let status else { throw .ended }
    return status
  }

  // MARK: - Descriptors

  /// Waits until bytes can be sent or received, and does so.
  /// - Returns: false at the end of the output.
  private func receive(until deadline: ContinuousClock.Instant) throws(Failure) -> Bool {
    if isInputOver, unsent.isEmpty { close(&input) }
    if output < 0 { return false }
    var descriptors = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: unsent.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
    ]
    if try wait(&descriptors, 3, until: deadline) { return true }
    // A program that stops reading reports why, or ends.
    if descriptors[2].revents != 0, !unsent.write(to: input) { (unsent, isInputOver) = (PendingBytes(), true) }
    if descriptors[1].revents != 0 { readErrors() }
    if descriptors[0].revents != 0 { readOutput() }
    return output >= 0
  }

  /// - Returns: whether a signal ended the wait.
  private func wait(
    _ descriptors: UnsafeMutablePointer<pollfd>, _ count: nfds_t, until deadline: ContinuousClock.Instant
  ) throws(Failure) -> Bool {
    let left = max(.zero, deadline - .now).components
    let found = poll(
      descriptors, count, Int32(clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000))
    if found == 0 { throw .tooSlow }
    return found < 0
  }

  private func readOutput() {
    let count = Glibc.read(output, &buffer, buffer.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    if count <= 0 { return close(&output) }
    if start > received.count / 2 {
      received.removeFirst(start)
      start = 0
    }
    received += buffer[..<count]
  }

  private func readErrors() {
    let count = Glibc.read(errors, &buffer, buffer.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    if count <= 0 { return close(&errors) }
    errorText += buffer[..<min(count, Self.mostErrorText - errorText.count)]
  }

  private func close(_ number: inout Int32) {
    if number >= 0 { Glibc.close(number) }
    number = -1
  }
}
