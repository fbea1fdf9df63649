import BlockModel

/// A compiled line: steps on a stack of operands, so that nothing recurses over its depth.
public struct ValueCode: Sendable {
  private enum Step: Sendable {
    case variable(String)
    case apply(ValueBlock.Meaning, count: Int)
    /// Replaces an index in digits with its whole part, as the generated code does.
    case truncate
    case jump(Int)
    /// Pops the last operand, and jumps if it is false.
    case jumpIfFalse(Int)
    /// Jumps if the last operand is as given, and pops it otherwise.
    case jumpIf(Bool, Int)
    case label(Int)
  }

  private let language: ValueLanguage
  private let isZeroBased: Bool
  private var steps: [Step] = []
  /// The positions of the labels among the steps.
  private var labels: [Int] = []

  private enum Task {
    case block(Block)
    case step(Step)
  }

  /// - Parameters:
  ///   - block: the value, with all inputs filled.
  ///   - languageID: the language that the program runs in.
  ///   - isZeroBased: whether items are counted from 0.
  ///   - foreign: the types of the blocks with foreign generators, whose values aren't known.
  /// - Throws: `ValueLines.Mistake` for languages and blocks whose values can't be determined from the program's state.
  public init(
    _ block: Block, languageID: String, isZeroBased: Bool = false, foreign: Set<String> = []
  ) throws(ValueLines.Mistake) {
    guard let language = ValueLanguage(rawValue: languageID) else {
      throw ValueLines.Mistake(message: "the values of programs in “\(languageID)” aren't known here")
    }
    (self.language, self.isZeroBased) = (language, isZeroBased)
    var tasks: [Task] = [.block(block)]
    while let task = tasks.popLast() {
      switch task {
      case .step(let step): add(step)
      case .block(let block):
        if foreign.contains(block.type) {
          throw ValueLines.Mistake(
            message: "a block in it has a custom generator, so its value isn't known")
        }
        tasks += try parts(of: block).reversed()
      }
    }
  }

  private mutating func add(_ step: Step) {
    if case .label(let label) = step { labels[label] = steps.count } else { steps.append(step) }
  }

  private mutating func newLabel() -> Int {
    labels.append(0)
    return labels.count - 1
  }

  private mutating func parts(of block: Block) throws(ValueLines.Mistake) -> [Task] {
    func input(_ name: String) throws(ValueLines.Mistake) -> Task {
      guard let child = block.firstInput(withName: name)?.connectedBlock else {
        throw ValueLines.Mistake(message: "a block in it lacks a value")
      }
      return .block(child)
    }
    switch block.type {
    case "variables_get", "variables_get_dynamic":
      return [.step(.variable(block.firstField(withName: "VAR")?.variable?.name ?? ""))]
    case "logic_operation":
      let isAnd = block.firstField(withName: "OP")?.state?.plainText == "AND"
      let end = newLabel()
      return [try input("A"), .step(.jumpIf(!isAnd, end)), try input("B"), .step(.label(end))]
    case "logic_ternary":
      let (other, end) = (newLabel(), newLabel())
      if language == .lua {
        // “a and b or c”: also c if b is false.
        return [
          try input("IF"), .step(.jumpIf(false, other)), try input("THEN"), .step(.label(other)),
          .step(.jumpIf(true, end)), try input("ELSE"), .step(.label(end)),
        ]
      }
      return [
        try input("IF"), .step(.jumpIfFalse(other)), try input("THEN"), .step(.jump(end)), .step(.label(other)),
        try input("ELSE"), .step(.label(end)),
      ]
    default:
      let value = try ValueBlock(block, in: language)
      var tasks: [Task] = []
      for name in value.inputs {
        tasks.append(try input(name))
        let child = block.firstInput(withName: name)?.connectedBlock
        if language == .lua, child?.type == "text_trim", value.takesSecondValue(of: name, of: block) {
          throw ValueLines.Mistake(message: "trimming a text gives two values in Lua, and this takes both")
        }
        if language == .python, name.hasPrefix("AT"), child?.type == "math_number" { tasks.append(.step(.truncate)) }
      }
      return tasks + [.step(.apply(value.meaning, count: value.inputs.count))]
    }
  }

  /// The value of a line, and its precision.
  public struct Result: Hashable, Sendable {
    /// The value.
    public var value: RunValue
    /// Whether the last digits may differ from the program's: node calculates powers and sines differently.
    public var isApproximate: Bool
    /// Whether the language treats it as true.
    public var isTrue: Bool
  }

  /// Returns the line's value.
  /// - Throws: `EvaluationProblem` if the program would fail here, or its state isn't known.
  public func value(in state: some RecordedState) throws(EvaluationProblem) -> Result {
    let evaluation = Evaluation(language, isZeroBased: isZeroBased, state: state)
    let operand = try run(evaluation)
    return Result(
      value: try evaluation.result(operand), isApproximate: evaluation.isApproximate,
      isTrue: try evaluation.isTrue(operand))
  }

  func run(_ evaluation: Evaluation) throws(EvaluationProblem) -> Operand {
    var stack: [Operand] = []
    var next = 0
    while next < steps.count {
      let step = steps[next]
      next += 1
      switch step {
      case .variable(let name): stack.append(try evaluation.value(ofVariable: name))
      case .apply(let meaning, let count):
        let operands = Array(stack.suffix(count))
        stack.removeLast(count)
        stack.append(try meaning(evaluation, operands))
      case .truncate:
        if case .number(let number)? = stack.last, let integer = Int(exactly: number.rounded(.towardZero)) {
          stack[stack.count - 1] = .integer(integer)
        }
      case .jump(let label): next = labels[label]
      case .jumpIfFalse(let label): if try !evaluation.isTrue(stack.removeLast()) { next = labels[label] }
      case .jumpIf(let truth, let label):
        if try evaluation.isTrue(stack[stack.count - 1]) == truth { next = labels[label] } else { stack.removeLast() }
      case .label: break
      }
    }
    return stack.last ?? .nothing
  }
}
