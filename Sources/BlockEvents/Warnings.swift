import Glibc

/// Warnings about an app's mistakes, one line each on standard error.
package enum Warnings {
  /// The name at the beginning of each line.
  package static var appName = "mortise"

  /// Writes a warning. An editor that uses the screen keeps the lines until it leaves it.
  package static var write: (String) -> Void = { message in
    let line = Array("\(appName): warning: \(message)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, line, line.count)
  }
}
