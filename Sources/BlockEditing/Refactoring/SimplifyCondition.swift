import BlockLayout
import BlockLibrary
import BlockModel

/// Says a condition more simply: `x = true` is `x`, `not (a = b)` is `a ≠ b`, an if that sets true or false sets its
/// condition.
package struct SimplifyCondition: Refactoring {
  let blockID: String

  package var title: String { "Simplify condition" }
  package var message: String { "simplified the condition" }

  /// - Parameter blockID: the id of a condition, or of an if whose branches set a variable to true and false.
  package init(blockID: String) { self.blockID = blockID }

  private enum Way {
    /// The value is replaced by the one in its input, or by the negation of that.
    case operand(String, isNegated: Bool)
    /// The value is a “not” of something that can be negated without it.
    case negation(Negation)
    /// An if is replaced by the statement in its first branch, which sets the condition or its negation.
    case setting(Block, isNegated: Bool)
  }

  private func parts(in workspace: Workspace) throws(FieldError) -> (block: Block, way: Way) {
    guard let block = workspace.blocks[blockID], !block.isShadow else { throw FieldError("there is no condition here") }
    try block.checkRuns()
    let sure = SureValues(workspace)
    let way = block.outputConnection == nil ? try setting(block, sure) : try value(block, sure)
    guard let way else { throw FieldError("nothing here can be said more simply") }
    if case .operand(let name, let isNegated) = way, let operand = block.content(name) {
      try block.checkAllDeletable(except: operand)
      try operand.checkMovable()
      if isNegated { _ = try Negation(of: operand, isTested: block.isTested, sure) }
    }
    return (block, way)
  }

  private func value(_ block: Block, _ sure: SureValues) throws(FieldError) -> Way? {
    switch block.type {
    case "logic_negate":
      guard let negated = block.content("BOOL") else { return nil }
      try block.checkDeletable()
      let negation = try Negation(of: negated, isTested: block.isTested, sure)
      return negation.isDirect ? .negation(negation) : nil
    case "logic_compare":
      guard let operation = block.firstField(withName: "OP")?.state?.text, ["EQ", "NEQ"].contains(operation) else {
        return nil
      }
      for (name, other) in [("A", "B"), ("B", "A")] {
        guard let truth = block.content(other)?.truth, let value = block.content(name) else { continue }
        let isNegated = truth != (operation == "EQ")
        // `x = true` is false without a value, as `x` is; `x = false` is false, and `not x` true.
        guard sure.isBoolean(value) || block.isTested && truth && sure.isBooleanOrUnset(value) else {
          throw FieldError("\(named: value) may be something else than true or false")
        }
        return .operand(name, isNegated: isNegated)
      }
    case "logic_operation":
      let neutral = block.firstField(withName: "OP")?.state?.text == "AND"
      for (name, other) in [("A", "B"), ("B", "A")] {
        guard block.content(other)?.truth == neutral, let value = block.content(name) else { continue }
        guard block.isTested || sure.isBoolean(value) else {
          throw FieldError("\(named: value) may be something else than true or false")
        }
        return .operand(name, isNegated: false)
      }
    case "logic_ternary":
      guard let condition = block.content("IF"), let yes = block.content("THEN")?.truth,
        let no = block.content("ELSE")?.truth, yes != no
      else { return nil }
      // Lua takes a false value for a wrong condition.
      guard yes else { throw FieldError("this is always true in Lua") }
      guard block.isTested || sure.isBoolean(condition) else {
        throw FieldError("\(named: condition) may be something else than true or false")
      }
      return .operand("IF", isNegated: false)
    default: break
    }
    return nil
  }

  private func setting(_ block: Block, _ sure: SureValues) throws(FieldError) -> Way? {
    guard block.isIf, block.elseIfCount == 0, let condition = block.content("IF0"),
      let first = block.connection(of: "DO0")?.targetBlock, let second = block.connection(of: "ELSE")?.targetBlock,
      first.nextBlock == nil, second.nextBlock == nil, first.type == "variables_set", second.type == first.type,
      first.isEnabled, second.isEnabled,
      first.firstField(withName: "VAR")?.variable === second.firstField(withName: "VAR")?.variable,
      let yes = first.content("VALUE")?.truth, let no = second.content("VALUE")?.truth, yes != no
    else { return nil }
    guard sure.isBoolean(condition) else {
      throw FieldError("\(named: condition) may be something else than true or false")
    }
    try block.checkAllDeletable(except: condition)
    try first.checkMovable()
    try condition.checkMovable()
    if !yes { _ = try Negation(of: condition, isTested: false, sure) }
    return .setting(first, isNegated: !yes)
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let workspace = coordinator.workspace
    let (block, way) = try parts(in: workspace)
    var result = block
    switch way {
    case .operand(let name, let isNegated):
      guard let operand = coordinator.take(from: block.connection(of: name)) else { return nil }
      try coordinator.replace(block, by: operand)
      coordinator.delete(block, heal: false)
      result = operand
      if isNegated {
        result = try Negation(of: operand, isTested: operand.isTested, SureValues(workspace)).perform(with: coordinator)
      }
    case .negation(let negation):
      let negated = try negation.perform(with: coordinator)
      coordinator.disconnect(negated, heal: false)
      try coordinator.replace(block, by: negated)
      coordinator.delete(block, heal: false)
      result = negated
    case .setting(let statement, let isNegated):
      if isNegated, let condition = block.content("IF0") {
        try Negation(of: condition, isTested: false, SureValues(workspace)).perform(with: coordinator)
      }
      guard let condition = coordinator.take(from: block.connection(of: "IF0")) else { return nil }
      if let literal = coordinator.take(from: statement.connection(of: "VALUE")) {
        coordinator.delete(literal, heal: false)
      }
      try coordinator.attach(condition, to: statement.connection(of: "VALUE"))
      coordinator.disconnect(statement, heal: false)
      try coordinator.replace(block, through: block, by: statement)
      result = statement
    }
    return .block(id: result.id)
  }
}

extension Block {
  /// Checks whether the block may be deleted with everything in it, but for one value.
  func checkAllDeletable(except kept: Block?) throws(FieldError) {
    let kept = Set(kept.map { $0.descendants(followers: false).map(ObjectIdentifier.init) } ?? [])
    for block in descendants(followers: false) where !kept.contains(ObjectIdentifier(block)) && !block.isShadow {
      try block.checkDeletable()
    }
  }
}
