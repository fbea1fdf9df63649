/// A bar and a percentage that show the progress of a long job.
package enum ProgressBar {
  /// The time that a job takes before its progress is shown.
  package static let delay = Duration.milliseconds(500)
  /// The time between two updates of the bar.
  package static let interval = Duration.milliseconds(100)

  private static let length = 10

  /// - Parameter fraction: the progress from 0 to 1.
  package static func text(_ fraction: Double, in repertoire: Repertoire = .unicode) -> String {
    let full = max(0, min(length, Int(fraction * Double(length))))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: length - full)
    let shown = repertoire == .ascii ? bar.compactMap(GlyphSet.ascii).joined() : bar
    return "\(shown) \(Int(fraction * 100)) %"
  }
}
