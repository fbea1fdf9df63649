import Glibc
import Synchronization

/// A file to which lines are added, each at once. They are written beside the main thread, so that a pipe that nobody reads
/// holds nobody up; what such a pipe does not take is kept up to a limit.
public nonisolated final class LogFile: Sendable {
  private struct State {
    /// Lines that wait for those that are being written.
    var waiting: [[UInt8]] = []
    /// Lines that are being written, the next one last.
    var current: [[UInt8]] = []
    /// How many bytes all of them have.
    var waitingBytes = 0
    var isRunning = false
    var isAwaited = false
    /// Lines that were too many. After the first, all go: what is written has no gaps.
    var dropped = 0
    /// What went wrong first.
    var failure: String?
  }

  /// Bytes that wait for a reader, at most.
  private let waitingLimit: Int
  private let path: String
  private let state = Mutex(State())
  private let end = Semaphore()
  /// Touched by one thread at a time: at first this one, then the one that writes.
  private nonisolated(unsafe) var file: FileDescriptor?

  private static let openFlags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND

  /// Begins a file anew. Opening a pipe waits for its reader, so that is done later.
  /// - Throws: `FileError` when it can't be written, or when something else than an earlier one is there.
  @MainActor public init(_ path: String, _ kind: LogKind, waitingLimit: Int = 16 << 20) throws(FileError) {
    self.path = path
    self.waitingLimit = waitingLimit
    let isPipe = try Self.isPipe(path, kind)
    do throws(SystemError) {
      if !isPipe {
        file = try FileDescriptor(open: path, Self.openFlags, mode: 0o666)
      } else if access(path, W_OK) != 0 {
        throw SystemError(code: errno)
      }
    } catch {
      throw FileError(.save, path, .system(error.code))
    }
  }

  /// Whether a pipe is there. An earlier file of the same kind may go, and an empty one; a pipe or device loses nothing.
  @MainActor private static func isPipe(_ path: String, _ kind: LogKind) throws(FileError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    guard status.isRegular, status.st_size > 0 else { return status.kind == S_IFIFO }
    let start: [UInt8]
    do throws(SystemError) {
      start = try FileDescriptor(open: path, O_RDONLY).readStart(of: 4096)
    } catch {
      throw FileError(.save, path, .system(error.code))
    }
    if !kind.isStart(String(decoding: start, as: UTF8.self)) { throw FileError(.save, path, .isNo(kind: kind.name)) }
    return false
  }

  /// Adds a line.
  public func write(_ line: String) {
    // A line of the file is one line of the log, whatever a name in it holds.
    let bytes = Array((line.replacing("\n", with: "\\n") + "\n").utf8)
    let starts = state.withLock { state in
      guard state.dropped == 0, state.waitingBytes + bytes.count <= waitingLimit else {
        state.dropped += 1
        return false
      }
      state.waiting.append(bytes)
      state.waitingBytes += bytes.count
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { BackgroundThread.run { self.run() } }
  }

  /// Waits until all lines are written.
  /// - Parameter timeout: how long a reader may take that takes nothing.
  /// - Returns: why some are missing; nil when none is.
  public func finish(atMost timeout: Duration = .seconds(2)) -> String? {
    let waits = state.withLock { state in
      state.isAwaited = state.isRunning
      return state.isRunning
    }
    if waits { _ = end.wait(atMost: timeout) }
    return state.withLock { state in
      if let failure = state.failure { return failure }
      let missing = state.current.count + state.waiting.count + state.dropped
      if missing == 0 { return nil }
      let lines = missing == 1 ? "the last line is" : "the last \(missing) lines are"
      return "cannot save \(path): nobody read it in time; \(lines) missing"
    }
  }

  // MARK: - Beside the main thread

  private func run() {
    while takeWaiting() {
      do throws(SystemError) {
        if file == nil { file = try FileDescriptor(open: path, Self.openFlags, mode: 0o666) }
        try writeCurrent()
      } catch {
        state.withLock { state in
          state.waitingBytes -= state.current.reduce(0) { $0 + $1.count }
          state.current = []
          if state.failure == nil { state.failure = FileError(.save, path, .system(error.code)).description }
        }
      }
    }
  }

  /// - Returns: false when there is nothing left to be written.
  private func takeWaiting() -> Bool {
    state.withLock { state in
      (state.current, state.waiting) = (state.waiting.reversed(), [])
      if !state.current.isEmpty { return true }
      state.isRunning = false
      if state.isAwaited { end.signal() }
      return false
    }
  }

  private func writeCurrent() throws(SystemError) {
    while let line = state.withLock({ $0.current.last }) {
      try file?.writeAll(line)
      state.withLock { state in
        state.current.removeLast()
        state.waitingBytes -= line.count
      }
    }
  }
}
