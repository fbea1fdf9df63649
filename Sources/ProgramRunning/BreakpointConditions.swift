import BlockLibrary
import BlockModel
import BlockNotation

/// The conditions of breakpoints, each a value in the notation such as `i = 3`.
public struct BreakpointConditions {
  /// Holds the values' blocks, with the program's variables.
  private let workspace: Workspace
  private let program: Workspace
  private let library: NotationLibrary
  /// The values, by the ids of the blocks with the breakpoints.
  public private(set) var values: [String: Block] = [:]

  /// - Parameter library: the wordings of the program's blocks.
  public init(for program: Workspace, library: NotationLibrary) {
    self.program = program
    self.library = library
    workspace = Workspace(factory: library.factory, randomness: SeededNumbers(seed: 1))
    for variable in program.variables.all {
      workspace.variables.add(id: variable.id, name: variable.name, type: variable.type)
    }
  }

  /// Why a condition can't be taken.
  public struct Mistake: Error, Hashable, Sendable {
    /// A clause for the user, in lower case and without a full stop.
    public var message: String
  }

  /// Adds a condition.
  /// - Parameter id: the block with the breakpoint.
  /// - Throws: `Mistake`.
  public mutating func add(_ text: String, at id: String) throws(Mistake) {
    let reader = LineReader(library: library, workspace: program)
    guard let reading = reader.read(text, as: .value) else {
      throw Mistake(message: reader.mistake(in: text, as: .value) ?? "“\(text)” is no value")
    }
    if let name = reading.newVariables.first { throw Mistake(message: "there is no variable “\(name)”") }
    if let name = reading.newFunctions.first { throw Mistake(message: "there is no function “\(name)”") }
    if !reading.holes.isEmpty { throw Mistake(message: "“\(reading.text)” is not complete") }
    var findings: [BuildFinding] = []
    let built = library.factory.build(reading.snapshot, in: workspace, findings: &findings)
    guard let block = built.first, block.outputConnection != nil else {
      throw Mistake(message: "“\(text)” is no value")
    }
    if let values = block.outputConnection?.typeChecks, !values.contains("Boolean") {
      throw Mistake(message: "“\(text)” is neither true nor false")
    }
    values[id] = block
  }
}
