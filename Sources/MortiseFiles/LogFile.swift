import Glibc
import Synchronization

/// A file to which lines are appended. It may be a pipe or a UNIX socket: a background thread writes the lines, so that
/// a slow reader blocks nothing. Lines that the reader doesn't accept yet are kept, up to a limit.
public nonisolated final class LogFile: Sendable {
  private struct State {
    /// Lines to be written after `current`.
    var pending: [[UInt8]] = []
    /// Lines being written, in reverse order.
    var current: [[UInt8]] = []
    /// The size of all these lines, in bytes.
    var pendingBytes = 0
    var isRunning = false
    var isAwaited = false
    /// The number of lines dropped beyond the limit. After the first, all lines are dropped, so that the output has no
    /// gaps.
    var dropped = 0
    /// The first error.
    var failure: String?
  }

  /// The maximum number of bytes to keep for a slow reader.
  private let bufferLimit: Int
  private let path: String
  private let state = Mutex(State())
  private let end = Semaphore()
  /// Used by one thread at a time: first the creating one, then the writing one.
  private nonisolated(unsafe) var file: FileDescriptor?

  private static let openFlags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND

  private enum Target { case file, pipe, socket }

  private let target: Target

  /// Creates or replaces the file. A pipe is opened later, because opening it waits for a reader. So is a socket whose
  /// listener is busy.
  /// - Throws: `FileError` when the file can't be written, or exists and is of another kind.
  @MainActor public init(_ path: String, _ kind: LogKind, bufferLimit: Int = 16 << 20) throws(FileError) {
    self.path = path
    self.bufferLimit = bufferLimit
    target = try Self.target(path, kind)
    do throws(SystemError) {
      switch target {
      case .file: file = try FileSystem.open(path, Self.openFlags, mode: 0o666)
      case .pipe: try FileSystem.access(path, W_OK)
      case .socket:
        do throws(SystemError) { file = try FileSystem.connect(toSocket: path, waits: false) } catch {
          if error.code != EAGAIN { throw error }
        }
      }
    } catch {
      throw FileError(.save, path, .system(error.code))
    }
  }

  /// The kind of output at a path. Throws if it is a non-empty regular file of another kind, which must not be
  /// replaced.
  @MainActor private static func target(_ path: String, _ kind: LogKind) throws(FileError) -> Target {
    guard let status = try? FileSystem.status(of: path) else { return .file }
    switch status.kind {
    case S_IFIFO: return .pipe
    case S_IFSOCK: return .socket
    case S_IFREG where status.st_size > 0: break
    default: return .file
    }
    let start: [UInt8]
    do throws(SystemError) {
      start = try FileSystem.open(path, O_RDONLY).readStart(of: 4096)
    } catch {
      throw FileError(.save, path, .system(error.code))
    }
    if !kind.isStart(String(decoding: start, as: UTF8.self)) { throw FileError(.save, path, .isNo(kind: kind.name)) }
    return .file
  }

  /// Appends a line.
  public func write(_ line: String) {
    // Escape line breaks, which may be part of a name, so that the text stays on one line.
    let bytes = Array((line.unicodeScalars.map { $0 == "\n" ? "\\n" : String($0) }.joined() + "\n").utf8)
    let mustStart = state.withLock { state in
      guard state.dropped == 0, state.pendingBytes + bytes.count <= bufferLimit else {
        state.dropped += 1
        return false
      }
      state.pending.append(bytes)
      state.pendingBytes += bytes.count
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { BackgroundThread.run { self.run() } }
  }

  /// Waits until all lines are written.
  /// - Parameter timeout: how long to wait for a reader that has stopped reading.
  /// - Returns: the reason why some lines are missing; nil when none are.
  public func finish(atMost timeout: Duration = .seconds(2)) -> String? {
    let mustWait = state.withLock { state in
      state.isAwaited = state.isRunning
      return state.isRunning
    }
    if mustWait { _ = end.wait(atMost: timeout) }
    return state.withLock { state in
      if let failure = state.failure { return failure }
      let missing = state.current.count + state.pending.count + state.dropped
      if missing == 0 { return nil }
      let lines = missing == 1 ? "the last line is" : "the last \(missing) lines are"
      return "can't save \(path): its reader was too slow; \(lines) missing"
    }
  }

  // MARK: - Background thread

  private func run() {
    while takePending() {
      do throws(SystemError) {
        if file == nil { file = try open() }
        try writeCurrent()
      } catch {
        state.withLock { state in
          state.pendingBytes -= state.current.reduce(0) { $0 + $1.count }
          state.current = []
          if state.failure == nil { state.failure = FileError(.save, path, .system(error.code)).description }
        }
      }
    }
  }

  private func open() throws(SystemError) -> FileDescriptor {
    target == .socket
      ? try FileSystem.connect(toSocket: path, waits: true)
      : try FileSystem.open(path, Self.openFlags, mode: 0o666)
  }

  /// - Returns: false when there is nothing left to write.
  private func takePending() -> Bool {
    state.withLock { state in
      (state.current, state.pending) = (state.pending.reversed(), [])
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
        state.pendingBytes -= line.count
      }
    }
  }
}

/// The kind of a line-based file. Only a file of the same kind may be replaced.
public struct LogKind {
  /// The name with its article, for messages.
  let name: String
  /// Whether a text is the start of a file of this kind.
  let isStart: (String) -> Bool

  /// - Parameters:
  ///   - name: the name with its article, such as “a log”; it ends the sentence that refuses another file.
  ///   - isStart: whether a text is the start of a file of this kind.
  public init(name: String, isStart: @escaping (String) -> Bool) {
    self.name = name
    self.isStart = isStart
  }
}
