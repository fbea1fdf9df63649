import CodeGeneration
import MortiseScreen

/// The counts of how often the blocks of a run have run, up to the shown moment.
package struct RunCoverage {
  let numbers: BlockNumbers
  /// The counts, by the numbers of the blocks.
  let counts: [Int: Int]
  /// Whether the run has ended and the past is not shown, so that blocks that did not run never will.
  let isFinal: Bool

  /// Returns how often the statement of a block ran; nil for a block that the run doesn't have.
  package func count(of id: String) -> Int? {
    let number = numbers.statement(of: numbers.number(of: id))
    return number == 0 ? nil : counts[number] ?? 0
  }

  /// Returns how often a block ran, as text; nil for a block that the run doesn't have.
  package func words(for id: String) -> String? {
    count(of: id).map { count in
      switch count {
      case 0: isFinal ? "never ran" : "has not run yet"
      case 1: "ran once"
      default: "ran \(count.grouped) times"
      }
    }
  }
}
