import BlockLibrary
import BlockModel
import BlockNotation

/// Reads lines that are values in the notation, such as `i = 3`, for a program. They may only use its variables and
/// functions.
public struct ValueLines {
  /// Holds the values' blocks, with the program's variables.
  private let workspace: Workspace
  private let reader: LineReader
  private let library: NotationLibrary

  /// - Parameter library: the wordings of the program's blocks.
  public init(for program: Workspace, library: NotationLibrary) {
    self.library = library
    reader = LineReader(library: library, workspace: program)
    workspace = Workspace(factory: library.factory, randomness: SeededNumbers(seed: 1))
    for variable in program.variables.all {
      workspace.variables.add(id: variable.id, name: variable.name, type: variable.type)
    }
  }

  /// The reason why a line is rejected.
  public struct Mistake: Error, Hashable, Sendable {
    /// A clause for the user, in lower case and without a full stop.
    public var message: String

    /// - Parameter message: a clause for the user, in lower case and without a full stop.
    public init(message: String) { self.message = message }
  }

  /// Reads a line. Its blocks live as long as this object.
  /// - Throws: `Mistake` if it isn't a complete value, or uses an unknown variable or function.
  public func read(_ text: String) throws(Mistake) -> Block {
    guard let reading = reader.read(text, as: .value) else {
      throw Mistake(message: reader.mistake(in: text, as: .value) ?? "“\(text)” isn't a value")
    }
    if let name = reading.newVariables.first { throw Mistake(message: "there is no variable “\(name)”") }
    if let name = reading.newFunctions.first { throw Mistake(message: "there is no function “\(name)”") }
    if !reading.holes.isEmpty { throw Mistake(message: "“\(reading.text)” is incomplete") }
    var findings: [BuildFinding] = []
    let built = library.factory.build(reading.snapshot, in: workspace, findings: &findings)
    guard let block = built.first, block.outputConnection != nil else {
      throw Mistake(message: "“\(text)” isn't a value")
    }
    return block
  }
}
