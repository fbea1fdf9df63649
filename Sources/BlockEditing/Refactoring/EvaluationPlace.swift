import BlockLibrary
import BlockModel

extension Block {
  /// The value for comparisons with others: without ids and places.
  var likeness: BlockSnapshot {
    var likeness = BlockSnapshot(of: self, followers: false)
    likeness.forgetPlaces()
    return likeness
  }

  /// Whether the value may be a list that is made anew each time, so that two of them aren't the same list.
  var mayBeNewList: Bool {
    var waiting = [self]
    while let value = waiting.popLast() {
      switch value.type {
      case "lists_length", "lists_isEmpty", "lists_indexOf", "variables_get": continue
      case "lists_getIndex": waiting += [value.content("VALUE")].compactMap(\.self)
      case "logic_ternary": waiting += ["THEN", "ELSE"].compactMap(value.content)
      case "math_on_list": if value.firstField(withName: "OP")?.state?.text == "MODE" { return true }
      case "procedures_callreturn": if !value.callsPlainFunction { return true }
      default:
        if !["math_", "text", "logic_", "colour_"].contains(where: value.type.hasPrefix) { return true }
      }
    }
    return false
  }

  /// Whether the block calls a function whose result is surely no list.
  private var callsPlainFunction: Bool {
    guard let caller = mutator as? MutatorProcedureCaller,
      let definition = workspace.flatMap({ ProcedureBlocks.definition(of: caller.name, in: $0) }),
      let result = definition.content("RETURN")
    else { return false }
    return ["math_", "text", "logic_"].contains(where: result.type.hasPrefix) && result.type != "math_on_list"
      && result.type != "logic_ternary"
      && !definition.descendants(followers: false).contains { $0.type == "procedures_ifreturn" }
  }

  /// Whether evaluating the value may stop the program, in any language.
  func canFail(_ sure: SureValues) -> Bool {
    for value in descendants(followers: false) {
      switch value.type {
      case "math_number", "text", "text_multiline", "logic_boolean", "logic_null", "variables_get", "logic_negate",
        "logic_operation", "logic_ternary", "math_constant", "lists_create_empty", "lists_create_with", "colour_picker":
        continue
      case "logic_compare":
        if ["EQ", "NEQ"].contains(value.firstField(withName: "OP")?.state?.text) { continue }
        if !value.headValues.allSatisfy(sure.isNumber) { return true }
      case "math_arithmetic":
        if !["ADD", "MINUS", "MULTIPLY"].contains(value.firstField(withName: "OP")?.state?.text) { return true }
        if !value.headValues.allSatisfy(sure.isNumber) { return true }
      default: return true
      }
    }
    return false
  }
}

extension BlockSnapshot {
  /// Removes ids and places, so that snapshots of blocks that are alike are equal.
  mutating func forgetPlaces() {
    for index in records.indices {
      records[index].id = nil
      records[index].position = nil
    }
    if !records.isEmpty { records[0].slot = .top }
  }
}

/// When a value is evaluated in its statement.
struct EvaluationPlace {
  let statement: Block
  /// Whether it may not be evaluated, though its statement is.
  private(set) var isConditional = false
  /// Whether it is the condition of a loop, or in it.
  private(set) var isRepeated = false
  /// Whether all languages surely evaluate it once, after the values before it.
  private(set) var isOrderly = true
  /// The values that are evaluated before it, if it is orderly.
  private(set) var before: [Block] = []
  /// All values in the head of the statement that it isn't in and that aren't in it.
  private(set) var others: [Block] = []
  /// The blocks around it that read a variable first.
  private(set) var readers: [Block] = []

  /// The blocks whose values all languages evaluate once and in their order.
  private static let orderly: Set<String> = [
    "text_print", "variables_set", "math_arithmetic", "logic_compare", "logic_negate", "logic_operation", "math_single",
    "math_round", "math_modulo", "text_length", "lists_length", "text_join", "lists_create_with",
    "procedures_callnoreturn", "procedures_callreturn", "controls_if", "controls_ifelse", "controls_repeat_ext",
    "controls_forEach", "math_change", "text_append", "procedures_ifreturn", "math_on_list", "logic_ternary",
    "procedures_defreturn", "controls_whileUntil",
  ]

  init(of value: Block) {
    var inner = value
    while let superior = inner.outputConnection?.target, let input = superior.sourceInput {
      let holder = superior.sourceBlock
      switch (holder.type, input.name) {
      case ("logic_operation", "B"), ("logic_ternary", "THEN"), ("logic_ternary", "ELSE"),
        ("procedures_ifreturn", "VALUE"):
        isConditional = true
      case ("controls_if", let name) where name != "IF0": isConditional = true
      case ("controls_whileUntil", _): isRepeated = true
      case ("math_change", _), ("text_append", _): readers.append(holder)
      default: break
      }
      isOrderly = isOrderly && Self.orderly.contains(holder.type)
      var isBefore = true
      for other in holder.inputs where other.kind == .value {
        if other === input {
          isBefore = false
        } else if let block = other.connectedBlock {
          others.append(block)
          if isBefore { before.append(block) }
        }
      }
      inner = holder
    }
    statement = inner
  }
}
