import BlockLibrary
import BlockModel

/// The values of a program that are surely numbers, or surely true or false, in all languages.
struct SureValues {
  /// The variables that are set to nothing else.
  private var numbers: Set<ObjectIdentifier> = []
  private var booleans: Set<ObjectIdentifier> = []
  /// The variables that are set before any function is called.
  private var setAtStart: Set<ObjectIdentifier> = []

  init(_ workspace: Workspace) {
    setAtStart = Self.variablesSetAtStart(of: workspace)
    var settings: [ObjectIdentifier: [Block]] = [:]
    for variable in workspace.variables.all {
      numbers.insert(ObjectIdentifier(variable))
      booleans.insert(ObjectIdentifier(variable))
    }
    for block in workspace.blocks.values {
      let uses = VariableUses(of: block) { workspace.variables.variable(named: $0) }
      for variable in uses.sets { settings[ObjectIdentifier(variable), default: []].append(block) }
    }
    // What is set to a variable that isn't sure isn't sure either.
    var isSettled = false
    while !isSettled {
      isSettled = true
      for (variable, blocks) in settings {
        if numbers.contains(variable), !blocks.allSatisfy(setsNumber) {
          numbers.remove(variable)
          isSettled = false
        }
        if booleans.contains(variable), !blocks.allSatisfy(setsBoolean) {
          booleans.remove(variable)
          isSettled = false
        }
      }
    }
  }

  /// Whether a value is surely a number that can be compared, not “not a number”.
  func isNumber(_ value: Block) -> Bool { isNumber(value, where: isSet) }

  /// Whether a value is surely true or false.
  func isBoolean(_ value: Block) -> Bool { isBoolean(value, where: isSet) }

  /// Whether a value is true or false, or a variable that isn't set yet.
  func isBooleanOrUnset(_ value: Block) -> Bool { isBoolean(value) { _ in true } }

  // MARK: - Values

  private func setsNumber(_ block: Block) -> Bool {
    let inputs: [String]
    switch block.type {
    case "variables_set": inputs = ["VALUE"]
    case "math_change": inputs = ["DELTA"]
    case "controls_for": inputs = ["FROM", "TO", "BY"]
    default: return false
    }
    return inputs.compactMap(block.content).allSatisfy { isNumber($0) { _ in true } }
  }

  private func setsBoolean(_ block: Block) -> Bool {
    block.type == "variables_set" && block.content("VALUE").map { isBoolean($0) { _ in true } } ?? false
  }

  private func isNumber(_ value: Block, where isSet: (Block) -> Bool) -> Bool {
    var waiting = [value]
    while let value = waiting.popLast() {
      if !value.isEnabled { return false }
      switch value.type {
      case "math_number": guard value.number?.isFinite == true else { return false }
      case "variables_get":
        guard let variable = value.firstField(withName: "VAR")?.variable, isSet(value),
          numbers.contains(ObjectIdentifier(variable))
        else { return false }
      case "math_arithmetic":
        guard ["ADD", "MINUS"].contains(value.firstField(withName: "OP")?.state?.text) else { return false }
        waiting += ["A", "B"].compactMap(value.content)
      case "math_modulo":
        guard let divisor = value.content("DIVISOR")?.number, divisor != 0 else { return false }
        waiting += [value.content("DIVIDEND")].compactMap(\.self)
      case "math_random_int": waiting += ["FROM", "TO"].compactMap(value.content)
      default: return false
      }
    }
    return true
  }

  private func isBoolean(_ value: Block, where isSet: (Block) -> Bool) -> Bool {
    var waiting = [value]
    while let value = waiting.popLast() {
      if !value.isEnabled { return false }
      switch value.type {
      case "logic_boolean", "logic_compare", "logic_negate", "text_isEmpty", "lists_isEmpty": continue
      case "math_number_property":
        // Lua has no value for a divisor of zero.
        if value.firstField(withName: "PROPERTY")?.state?.text == "DIVISIBLE_BY" { return false }
      case "logic_operation":
        waiting += ["A", "B"].compactMap(value.content)
      case "variables_get":
        guard let variable = value.firstField(withName: "VAR")?.variable, isSet(value),
          booleans.contains(ObjectIdentifier(variable))
        else { return false }
      default: return false
      }
    }
    return true
  }

  // MARK: - Set variables

  /// Whether the variable that a value reads was surely set before.
  private func isSet(_ read: Block) -> Bool {
    guard let variable = read.firstField(withName: "VAR")?.variable else { return false }
    var block = read
    while let superior = block.superiorConnection {
      block = superior.sourceBlock
      if superior.sourceInput == nil ? block.type == "variables_set" : block.type == "controls_for",
        superior.sourceInput?.kind != .value, block.isEnabled,
        block.firstField(withName: "VAR")?.variable === variable
      {
        return true
      }
    }
    return block.mutator is MutatorProcedureDefinition && setAtStart.contains(ObjectIdentifier(variable))
  }

  /// The variables that the only main stack sets before it calls a function.
  private static func variablesSetAtStart(of workspace: Workspace) -> Set<ObjectIdentifier> {
    let stacks = workspace.topBlocks.filter {
      $0.outputConnection == nil && !($0.mutator is MutatorProcedureDefinition)
    }
    guard stacks.count == 1 else { return [] }
    var set: Set<ObjectIdentifier> = []
    var statement: Block? = stacks[0]
    while let block = statement {
      let isSimple = block.descendants(followers: false).allSatisfy {
        !($0.mutator is MutatorProcedureCaller) && !$0.isUnknown && $0.type != StockBlocks.code
      }
      guard isSimple else { break }
      if block.type == "variables_set", block.isEnabled, let variable = block.firstField(withName: "VAR")?.variable {
        set.insert(ObjectIdentifier(variable))
      }
      statement = block.nextBlock
    }
    return set
  }
}

extension Block {
  /// The number that the block is; nil for any other block.
  var number: Double? {
    guard type == "math_number", isEnabled, let field = firstField(withName: "NUM") as? FieldNumber else { return nil }
    return Double(field.text)
  }

  /// The whole number that the block is; nil for any other block, and for numbers too large to count with.
  var wholeNumber: Int? {
    number.flatMap { abs($0) < 1e9 && $0 == $0.rounded(.towardZero) ? Int($0) : nil }
  }

  /// The truth value that the block is; nil for any other block.
  var truth: Bool? {
    guard type == "logic_boolean", isEnabled else { return nil }
    return firstField(withName: "BOOL")?.state?.text == "TRUE"
  }

  /// Whether only the truth of this value matters where it is.
  var isTested: Bool {
    var value = self
    while let superior = value.outputConnection?.target, let input = superior.sourceInput {
      let holder = superior.sourceBlock
      switch holder.type {
      case "logic_operation": value = holder
      case "controls_if", "controls_ifelse", "controls_whileUntil", "logic_negate": return true
      case "logic_ternary": return input.name == "IF"
      case "procedures_ifreturn": return input.name == "CONDITION"
      default: return false
      }
    }
    return false
  }
}
