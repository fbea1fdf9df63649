import Glibc

/// Tells a test when the program has handled all its input and drawn: the environment variable `MORTISE_IDLE_FD`
/// names a descriptor, and every quiet render writes its number there as a line.
public struct IdleSignal: Sendable {
  private let descriptor: Int32
  private var frames = 0

  /// Nil if the variable isn't set, or isn't the number of an open descriptor beyond the standard ones.
  public init?() {
    guard let number = Int32(Environment.value("MORTISE_IDLE_FD")), number > 2 else { return nil }
    guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
    descriptor = number
  }

  /// To be called when all input was drained and the frame has been presented.
  public mutating func frameIsQuiet() {
    frames += 1
    let line = Array("\(frames)\n".utf8)
    // Nobody may be reading any more: that is no reason to fail.
    _ = write(descriptor, line, line.count)
  }
}
