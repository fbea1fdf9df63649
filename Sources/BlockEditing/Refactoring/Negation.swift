import BlockLibrary
import BlockModel

/// The negation of a value: by opposite comparisons, De Morgan's rules, a “not” that is dropped or literals where these
/// surely mean the same, else by a “not” around it.
struct Negation {
  private let value: Block
  /// The ands and ors in the value that become each other.
  private var operations: [Block] = []
  /// The operands, each of which is negated.
  private var operands: [Block] = []
  /// Whether the value is changed instead of getting a “not”.
  private(set) var isDirect = true

  /// - Parameter isTested: whether only the truth of the value matters.
  /// - Throws: `FieldError` if a block that would change is locked.
  init(of value: Block, isTested: Bool, _ sure: SureValues) throws(FieldError) {
    self.value = value
    try value.checkRuns()
    var waiting = [value]
    while let value = waiting.popLast() {
      if value.type == "logic_operation", let left = value.content("A"), let right = value.content("B") {
        operations.append(value)
        waiting += [right, left]
      } else {
        operands.append(value)
      }
    }
    let areAnyTested = isTested
    isDirect = operands.allSatisfy { Self.isDirect($0, isTested: areAnyTested, sure) }
    if !isDirect { (operations, operands) = ([], []) }
    for block in operations + operands where block.isShadow || !block.isEditable {
      throw FieldError("\(named: block) is locked against editing")
    }
    for block in operands where block.type == "logic_negate" { try block.checkDeletable() }
    if !isDirect, !value.isShadow { try value.checkMovable() }
  }

  private static let opposites = ["EQ": "NEQ", "NEQ": "EQ", "LT": "GTE", "GTE": "LT", "GT": "LTE", "LTE": "GT"]

  private static func isDirect(_ operand: Block, isTested: Bool, _ sure: SureValues) -> Bool {
    switch operand.type {
    case "logic_boolean": return true
    case "logic_compare":
      if ["EQ", "NEQ"].contains(operand.firstField(withName: "OP")?.state?.text) { return true }
      // Both a comparison with “not a number” and its opposite are false.
      return ["A", "B"].compactMap { operand.firstInput(withName: $0)?.connectedBlock }.allSatisfy(sure.isNumber)
    case "logic_negate":
      guard let negated = operand.content("BOOL") else { return false }
      return !negated.isShadow && (isTested || sure.isBoolean(negated))
    default: return false
    }
  }

  /// Negates the value in its place.
  /// - Returns: the new value there.
  @discardableResult
  func perform(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> Block {
    guard isDirect else {
      guard let superior = value.superiorConnection else { throw FieldError("\(named: value) isn't in another block") }
      guard let negated = coordinator.take(from: superior) else { return value }
      let negation = try coordinator.make("logic_negate")
      try coordinator.attach(negation, to: superior)
      try coordinator.attach(negated, to: negation.connection(of: "BOOL"))
      return negation
    }
    for block in operations {
      let isAnd = block.firstField(withName: "OP")?.state?.text == "AND"
      coordinator.setField("OP", of: block, to: .text(isAnd ? "OR" : "AND"))
    }
    var result = value
    for block in operands {
      switch block.type {
      case "logic_boolean":
        coordinator.setField("BOOL", of: block, to: .text(block.truth == true ? "FALSE" : "TRUE"))
      case "logic_compare":
        let opposite = block.firstField(withName: "OP")?.state.flatMap { Self.opposites[$0.text] }
        if let opposite { coordinator.setField("OP", of: block, to: .text(opposite)) }
      default:
        guard let negated = coordinator.take(from: block.connection(of: "BOOL")) else { continue }
        try coordinator.replace(block, by: negated)
        coordinator.delete(block, heal: false)
        if block === value { result = negated }
      }
    }
    return result
  }
}
