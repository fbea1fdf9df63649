import BlockLibrary
import BlockModel
import BlockNotation

/// The conditions of breakpoints, each a value in the notation such as `i = 3`.
public struct BreakpointConditions {
  private let lines: ValueLines
  /// The values, by the ids of the blocks with the breakpoints.
  public private(set) var values: [String: Block] = [:]

  /// - Parameter library: the wordings of the program's blocks.
  public init(for program: Workspace, library: NotationLibrary) {
    lines = ValueLines(for: program, library: library)
  }

  /// Adds a condition.
  /// - Parameter id: the block with the breakpoint.
  /// - Throws: `ValueLines.Mistake` if it can't be read, or is neither true nor false.
  public mutating func add(_ text: String, at id: String) throws(ValueLines.Mistake) {
    let block = try lines.read(text)
    if let values = block.outputConnection?.typeChecks, !values.contains("Boolean") {
      throw ValueLines.Mistake(message: "“\(text)” is neither true nor false")
    }
    values[id] = block
  }
}
