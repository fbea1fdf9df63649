import BlockLibrary
import BlockModel
import CodeGeneration

/// A program prepared for a run: its code, and the mapping from lines and numbers to blocks. It describes the program
/// as it was; later edits don't change it.
public struct RunPlan: Sendable {
  /// The extent of the code's reports.
  public enum Watching: Hashable, Sendable {
    /// Only errors. The code is what `mortise generate` writes.
    case errors
    /// Statements: for breakpoints, steps and the block that runs.
    case statements
    /// Statements, and everything in between, for a recording: changes of variables and lists, calls, and values if
    /// requested.
    case recording(values: Bool)

    /// Whether values are reported.
    var showsValues: Bool { self == .recording(values: true) }
    /// Whether everything that a recording needs is reported.
    var isRecording: Bool { if case .recording = self { true } else { false } }
  }

  /// A function of the program.
  public struct Function: Hashable, Sendable {
    /// The name in the program, not the one in the code.
    public var name: String
    /// The names of the parameters in the program, in their order.
    public var parameters: [String]
  }

  /// The language of the code.
  public let language: CodeLanguage
  /// The extent of the code's reports, which can't be changed while it runs. If the language's runs can't be recorded,
  /// it is `statements` in place of `recording`.
  public let watching: Watching
  /// The code in UTF-8, with the calls that report.
  public let code: [UInt8]
  /// The numbers by which the code reports blocks.
  public let numbers: BlockNumbers
  /// The variables of recorded code; nil if it isn't recorded.
  public let slots: RunSlots?
  /// The values and variables that its blocks use and set; nil if it isn't recorded.
  let uses: BlockUses?
  /// The functions, by the numbers of their definitions.
  public let functions: [Int: Function]
  /// The names of variables, by their names in the code.
  public let variables: [String: String]
  /// Whether items of lists and letters are counted from 0.
  let isZeroBased: Bool
  /// The types of the blocks whose generators aren't the language's own.
  let foreignTypes: Set<String>
  /// The numbers of the lines' blocks; 0 for none.
  private let lines: [Int]
  /// The codes of its values.
  let values: ValueCodes?
  /// The numbers of the top blocks, ascending.
  private let tops: [Int]

  /// Generates the code of a program.
  /// - Parameter conditions: the conditions of breakpoints.
  /// - Throws: `GenerationProblem` for the first block that can't be generated.
  public init(
    _ workspace: Workspace, in language: GeneratorLanguage, watching: Watching,
    options: GenerationOptions = GenerationOptions(), conditions: BreakpointConditions? = nil
  ) throws(GenerationProblem) {
    let numbers = BlockNumbers(workspace)
    var watching = watching
    if watching.isRecording, !language.canRecord { watching = .statements }
    var hooks = RunHooks(numbers: numbers)
    hooks.showsValues = watching.showsValues
    hooks.slots = watching.isRecording ? RunSlots(workspace, numbers: numbers, in: language) : nil
    hooks.conditions = conditions?.values ?? [:]
    let generator = CodeGenerator(
      workspace, in: language, options: options, hooks: watching == .errors ? nil : hooks, keepingValuesBy: numbers)
    // The conditions' blocks don't keep their workspace.
    let code = try withExtendedLifetime(conditions) { () throws(GenerationProblem) in try generator.generate() }
    self.language = language.origin
    self.watching = watching
    self.code = code.bytes
    self.numbers = numbers
    slots = hooks.slots
    uses = watching.isRecording ? BlockUses(workspace, numbers: numbers, isZeroBased: options.isZeroBased) : nil
    lines = code.lines.map { $0.map { numbers.number(of: $0.id) } ?? 0 }
    values = generator.valueCodes
    variables = generator.variables
    isZeroBased = options.isZeroBased
    foreignTypes = language.foreignTypes
    tops = workspace.topBlocks.map { numbers.number(of: $0.id) }.sorted()
    var functions: [Int: Function] = [:]
    for definition in ProcedureBlocks.definitions(in: workspace) {
      let mutator = definition.mutator as? MutatorProcedureDefinition
      functions[numbers.number(of: definition.id)] = Function(
        name: ProcedureBlocks.name(definedBy: definition) ?? "", parameters: mutator?.parameters.map(\.name) ?? [])
    }
    self.functions = functions
  }

  /// Returns the number of a line's block; 0 if there is none. Lines are counted from 1.
  func number(ofLine line: Int) -> Int { lines.indices.contains(line - 1) ? lines[line - 1] : 0 }

  /// Returns the number of the value that a part of a line comes from; that of the line's block if it is in no value.
  /// - Parameter part: the range of its bytes in the line.
  func number(ofLine line: Int, part: Range<Int>) -> Int {
    let number = number(ofLine: line)
    guard number > 0, let values else { return number }
    var start = code.startIndex
    for _ in 1..<line { start = code[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? code.endIndex }
    return values.block(around: part, of: code[start...].prefix { $0 != UInt8(ascii: "\n") }, in: number)
  }

  /// Returns the number of the function around a block; 0 if there is none.
  public func function(around number: Int) -> Int {
    let top = tops.last { $0 <= number } ?? 0
    return functions[top] == nil ? 0 : top
  }

  /// Returns the numbers of the blocks of the stack that a block is in.
  func stack(around number: Int) -> ClosedRange<Int> {
    let first = tops.last { $0 <= number } ?? 1
    let next = tops.first { $0 > number } ?? numbers.ids.count + 1
    return first...max(first, next - 1)
  }
}
