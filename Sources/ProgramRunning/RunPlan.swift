import BlockLibrary
import BlockModel
import CodeGeneration

/// A program made ready to be run: its code, and what tells blocks from lines and numbers. It knows the program as it
/// was, whatever is edited afterwards.
public struct RunPlan: Sendable {
  /// What the code reports.
  public enum Watching: Hashable, Sendable {
    /// Only errors. The code is what `mortise generate` writes.
    case errors
    /// Statements: for breakpoints, steps and the block that runs.
    case statements
    /// Statements and values.
    case values
    /// The order of all statements, with the changes of variables.
    case trace
  }

  /// A function of the program.
  public struct Function: Hashable, Sendable {
    public var name: String
    public var parameters: [String]
  }

  /// The language's id.
  public let language: String
  public let watching: Watching
  public let code: [UInt8]
  public let numbers: BlockNumbers
  /// The functions, by the numbers of their definitions.
  public let functions: [Int: Function]
  /// The names of variables, by the names that they have in the code.
  public let variables: [String: String]
  /// The numbers of the lines' blocks; 0 for none.
  let lines: [Int]
  /// The numbers of the top blocks, ascending.
  private let tops: [Int]

  /// Generates the code of a program.
  /// - Parameter conditions: what breakpoints depend on.
  /// - Throws: `GenerationProblem` for the first block that can't be generated.
  public init(
    _ workspace: Workspace, in language: GeneratorLanguage, watching: Watching,
    options: GenerationOptions = GenerationOptions(), conditions: BreakpointConditions? = nil
  ) throws(GenerationProblem) {
    let numbers = BlockNumbers(workspace)
    var hooks = RunHooks(numbers: numbers)
    hooks.showsValues = watching == .values
    hooks.conditions = conditions?.values ?? [:]
    let generator = CodeGenerator(
      workspace, in: language, options: options, hooks: watching == .errors ? nil : hooks)
    // The conditions' blocks don't keep their workspace.
    let code = try withExtendedLifetime(conditions) { () throws(GenerationProblem) in try generator.generate() }
    self.language = language.id
    self.watching = watching
    self.code = code.bytes
    self.numbers = numbers
    lines = code.lines.map { $0.map { numbers.number(of: $0.id) } ?? 0 }
    variables = generator.variables
    tops = workspace.topBlocks.map { numbers.number(of: $0.id) }.sorted()
    var functions: [Int: Function] = [:]
    for definition in ProcedureBlocks.definitions(in: workspace) {
      let mutator = definition.mutator as? MutatorProcedureDefinition
      functions[numbers.number(of: definition.id)] = Function(
        name: ProcedureBlocks.name(definedBy: definition) ?? "", parameters: mutator?.parameters.map(\.name) ?? [])
    }
    self.functions = functions
  }

  /// Returns the number of a line's block, of lines from 1 on; 0 if there is none.
  func number(ofLine line: Int) -> Int { lines.indices.contains(line - 1) ? lines[line - 1] : 0 }

  /// Returns the number of the function around a block; 0 if there is none.
  public func function(around number: Int) -> Int {
    let top = tops.last { $0 <= number } ?? 0
    return functions[top] == nil ? 0 : top
  }
}
