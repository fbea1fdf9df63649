import Glibc

/// Notifies tests when the program has handled all input and drawn. The environment variable `MORTISE_IDLE_FD` is the
/// number of a descriptor; each time the program becomes idle, it writes the frame count there as a line.
public struct IdleSignal: Sendable {
  private let descriptor: Int32
  private var frames = 0

  /// - Returns: nil unless the variable is set to the number of an open descriptor above 2.
  public init?() {
    guard let number = Int32(Environment.value("MORTISE_IDLE_FD")), number > 2 else { return nil }
    guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
    descriptor = number
  }

  /// Call this when all input has been handled and the frame has been presented.
  public mutating func signalIdle() {
    frames += 1
    let line = Array("\(frames)\n".utf8)
    // Ignore errors: the reader may be gone.
    _ = write(descriptor, line, line.count)
  }
}
