import BlockLibrary
import BlockModel

/// The reports of a program's code during a run that is watched or stepped through. See docs/develop/runtimes.md.
public struct RunHooks {
  /// The numbers by which blocks are reported.
  public var numbers: BlockNumbers
  /// The conditions, all of them values, by the ids of the blocks at which they are tested.
  public var conditions: [String: Block] = [:]
  /// Whether values are reported, too.
  public var showsValues = false
  /// The slots by which variables are reported, in a language whose runs can be recorded; nil if changes aren't
  /// reported.
  public var slots: RunSlots?

  /// - Parameter numbers: those of the program that is generated.
  public init(numbers: BlockNumbers) { self.numbers = numbers }
}

/// The syntax of the hooks of a run. The language's runtime defines the functions that they call.
struct RunSyntax {
  /// The names that the hooks use.
  var names: [String] = []
  /// Before a statement, with `%1` for its number.
  var statement: Code = ""
  /// The same for a statement with a condition.
  var condition = CodeTemplate()
  /// At the start of a function's body.
  var arguments: Code = ""
  /// After a function's definition.
  var function = CodeTemplate()
  /// Around a value.
  var value = CodeTemplate()
  /// Around the call of a function; empty for nothing.
  var call = CodeTemplate()
  /// The order of a value with a hook.
  var order = Order(0)
  /// The hooks of a run that is recorded; nil if it can't be.
  var recording: RecordingSyntax?
}

extension CodeGenerator {
  /// Generates the conditions first, so that each has the same code wherever its statement has a hook.
  func generateConditions() throws(GenerationProblem) {
    guard let hooks else { return }
    for (id, condition) in hooks.conditions.sorted(by: { $0.key < $1.key }) {
      guard let run = language.run, !run.condition.elements.isEmpty else {
        throw GenerationProblem(blockID: id, message: "a breakpoint can't have a condition in \(language.origin.name)")
      }
      builders.append(Builder(depth: 0))
      try begin(condition)
      if frames.last?.kind == .value { try self.run() }
      let code = code(of: values.removeLast().piece)
      builders.removeLast()
      let number = Code(hooks.numbers.number(of: id))
      conditionHooks[id] = run.condition.code(["BLOCK": number, "CONDITION": code])
    }
  }

  /// Returns the hook after the definition of a function.
  func functionHook(_ name: Code, _ block: Block) -> Code {
    guard let hooks, let run = language.run else { return "" }
    return run.function.code(["NAME": name, "BLOCK": Code(hooks.numbers.number(of: block.id))])
  }

  /// Puts hooks around a value, and keeps its code if the codes of values are kept.
  @inline(__always) func hooked(_ value: CodeValue, _ block: Block, _ variant: CompiledVariant) -> CodeValue {
    if hooks == nil, valueCodes == nil, markedIDs == nil { return value }
    if value.piece.isEmpty { return value }
    if markedIDs != nil { return marked(value, block) }
    let isConstant = variant.isLeaf && isConstant(value.piece, block)
    let value = reporting(value, block, variant, isConstant: isConstant)
    if !isConstant, valueCodes?.hasRoom == true { keepCode(of: value.piece, block) }
    return value
  }

  private func keepCode(of piece: CodePiece, _ block: Block) {
    let start = fresh.count
    append(piece, to: fresh)
    valueCodes?.add(UnsafeBufferPointer(start: fresh.base + start, count: fresh.count - start), of: block.id)
    fresh.shrink(to: start)
  }

  private func reporting(
    _ value: CodeValue, _ block: Block, _ variant: CompiledVariant, isConstant: Bool
  ) -> CodeValue {
    guard let hooks, let run = language.run else { return value }
    var value = value
    if !run.call.elements.isEmpty, block.mutator is MutatorProcedureCaller { value = wrap(value, in: run.call, block) }
    if isConstant { return value }
    if let recording, isEffectUnknown(variant) { value = wrap(value, in: recording.syntax.unknownValue, block) }
    let number = hooks.numbers.number(of: block.id)
    // A condition's blocks are not among the program's.
    guard hooks.showsValues, number > 0, !run.value.elements.isEmpty else { return value }
    if let key = key(ofVariableIn: value, block, variant), let recording {
      return wrap(value, in: recording.syntax.read, block, number: number, key: key)
    }
    return wrap(value, in: run.value, block, number: number)
  }

  /// Whether a value is obvious from its code.
  private func isConstant(_ piece: CodePiece, _ block: Block) -> Bool {
    if block.inputs.contains(where: { $0.fields.contains { $0.shape == .variable } }) { return false }
    return [CodeTest.number, .text, .word].contains { holds($0, piece) }
  }

  /// Puts a hook around a value. The entry before the row is the value without the hook.
  private func wrap(
    _ value: CodeValue, in template: CodeTemplate, _ block: Block, number: Int = 0, key: Int = 0
  ) -> CodeValue {
    rows.append(plain(value.piece))
    let start = rows.count
    for element in template.elements {
      switch element {
      case .text(let text): rows.append(language.piece(text))
      case .named("BLOCK", _): rows.append(newNumber(Int64(number)))
      case .named("KEY", _): rows.append(newNumber(Int64(key)))
      case .named("FUNCTION", _): rows.append(newNumber(Int64(function.number)))
      case .named("ARGUMENTS", _): rows.append(newPiece(arguments(visibleParameters(of: block))))
      default: rows.append(value.piece)
      }
    }
    let piece = CodePiece(
      start: Int32(start), count: Int32(rows.count - start), kind: .row, isHooked: true, first: rows[start].first)
    return CodeValue(piece: piece, order: language.run?.order ?? Order(0), plainOrder: value.plainOrder)
  }

  /// Returns the code of a value without its hooks.
  @inline(__always) func plain(_ piece: CodePiece) -> CodePiece { piece.isHooked ? rows[Int(piece.start) - 1] : piece }
}

extension CodeTemplate {
  /// Returns the code with its names replaced by the given code.
  func code(_ values: [String: Code]) -> Code {
    var result: Code = ""
    for element in elements {
      switch element {
      case .text(let text): result += text
      case .named(let name, _): result += values[name] ?? ""
      default: break
      }
    }
    return result
  }
}
