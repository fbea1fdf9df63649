import Glibc
import MortiseFiles
import MortiseScreen

/// A line on standard error, if that is a terminal, that shows the progress of long work. It is replaced until it is
/// cleared.
final class ProgressLine {
  private let words: String
  private let count: Int
  private let isVisible: Bool
  private var isShown = false
  private var next = ContinuousClock.now + ProgressBar.delay

  /// - Parameters:
  ///   - words: the name of the work, such as “checking”.
  ///   - count: the number of files.
  init(_ words: String, of count: Int) {
    self.words = words
    self.count = count
    let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? true
    isVisible = isatty(STDERR_FILENO) != 0 && !isDumb
  }

  /// - Parameters:
  ///   - fraction: the progress, from 0 to 1.
  ///   - done: the number of finished files.
  func show(_ fraction: Double, _ done: Int = 0) {
    guard isVisible, .now >= next else { return }
    next = .now + ProgressBar.interval
    let files = count > 1 ? " \(done) of \(count) files" : ""
    if !isShown { Self.clearWhenInterrupted() }
    write("\(Self.clearing)\(words)\(files) \(ProgressBar.text(fraction, in: .ascii))")
    isShown = true
  }

  /// Removes the line, before anything else is written.
  func clear() {
    guard isShown else { return }
    write("\(Self.clearing)")
    signal(SIGINT, SIG_DFL)
    isShown = false
  }

  private static let clearing: StaticString = "\r\u{1B}[K"

  /// Makes Ctrl+C remove the line before it ends the process, unless the process ignores the signal.
  private static func clearWhenInterrupted() {
    var old = sigaction()
    sigaction(SIGINT, nil, &old)
    guard old.__sigaction_handler.sa_handler == nil else { return }
    signal(SIGINT) { number in
      let clearing = ProgressLine.clearing
      _ = Glibc.write(STDERR_FILENO, clearing.utf8Start, clearing.utf8CodeUnitCount)
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  private func write(_ text: String) { _ = try? FileSaver.save(Array(text.utf8), to: "/dev/stderr") }
}
