import BlockLayout
import BlockLibrary
import BlockModel

/// Sets a new variable to a value before its statement, and reads it there and where the same value follows, as long as
/// it surely still has the same result.
package struct ExtractVariable: Refactoring {
  let blockID: String
  let name: String

  package var title: String { "Extract variable…" }
  package var message: String { "extracted the variable “\(quoted: name)”" }

  package init(blockID: String, name: String) { (self.blockID, self.name) = (blockID, name) }

  private struct Parts {
    var value: Block
    var others: [Block]
    /// The statement that the variable is set before, or a definition at the end of whose statements it is set.
    var statement: Block
  }

  private func parts(in workspace: Workspace) throws(FieldError) -> Parts {
    try Self.check(variable: name, in: workspace)
    guard let value = workspace.blocks[blockID], value.outputConnection?.target != nil, !value.isShadow else {
      throw FieldError("there is no value here")
    }
    try value.checkMovable()
    try value.checkRuns()
    if value.type.hasPrefix("variables_get") { throw FieldError("this is a variable already") }
    try value.checkIsNotSpecial()
    let when = EvaluationPlace(of: value)
    let statement = when.statement
    try Self.checkPlace(before: statement)
    let effects = Effects(of: [value])
    if let unknown = effects.unknown { throw FieldError("it isn't known what \(named: unknown) does") }
    try Self.check(value, effects, when, SureValues(workspace))
    let (others, reach) = Self.others(like: value, effects, when)
    // A recursive call would set the variable again.
    if let function = statement.function ?? (statement.mutator is MutatorProcedureDefinition ? statement : nil) {
      let body = when.isRepeated ? [statement] : []
      let calls = Effects(of: when.others + reach + body)
      if calls.called.contains(ObjectIdentifier(function)) || calls.unknown != nil {
        throw FieldError("the function calls itself, which would change the variable")
      }
    }
    return Parts(value: value, others: others, statement: statement)
  }

  static func check(variable name: String, in workspace: Workspace) throws(FieldError) {
    guard name.contains(where: { !$0.isWhitespace }) else { throw FieldError("a variable needs a name") }
    try NameLimit.check(name)
    if let other = workspace.variables.variable(named: name) {
      throw FieldError("there is already a variable “\(quoted: other.name)”")
    }
  }

  /// Checks that a statement can be put before another one, or at the end of a function.
  static func checkPlace(before statement: Block) throws(FieldError) {
    if statement.mutator is MutatorProcedureDefinition {
      guard let stack = statement.connection(of: "STACK") else {
        throw FieldError("this function has no place for statements")
      }
      if let last = stack.targetBlock?.lastInStack, last.nextConnection == nil || last.isShadow {
        throw FieldError("nothing can be below \(named: last)")
      }
    } else if statement.previousConnection == nil || statement.isShadow {
      throw FieldError("nothing can be before \(named: statement)")
    }
  }

  /// Checks that a value has the same result before its statement.
  static func check(_ value: Block, _ effects: Effects, _ when: EvaluationPlace, _ sure: SureValues) throws(FieldError)
  {
    if when.isConditional || when.isRepeated {
      guard effects.isRepeatable, !value.canFail(sure) else {
        throw FieldError(
          "\(named: value) isn't evaluated each time that the statement runs, and may do something or fail")
      }
    }
    if effects.isRepeatable {
      var around = Effects(of: when.others)
      if around.change(effects) { throw FieldError("another value in the statement may change this one") }
      if when.isRepeated {
        around = Effects(of: [when.statement])
        if around.change(effects) { throw FieldError("the loop may change this value") }
      }
    } else {
      guard when.isOrderly else { throw FieldError("languages differ in when they evaluate \(named: value)") }
      let before = Effects(of: when.before)
      let reading = when.readers.map(Effects.init(ofOnly:))
      if !before.isPure || effects.change(before)
        || reading.contains(where: { !$0.reads.isDisjoint(with: effects.allSets) })
        || before.change(effects)
      {
        throw FieldError("\(named: value) may change another value, which is evaluated before it")
      }
    }
  }

  /// The equal values that surely have the same result later, and the statements up to the last of them.
  private static func others(like value: Block, _ effects: Effects, _ when: EvaluationPlace) -> ([Block], [Block]) {
    guard effects.isRepeatable, !value.mayBeNewList, when.statement.previousConnection != nil else { return ([], []) }
    var found: [Block] = []
    var reach: [Block] = []
    var statement: Block? = when.statement
    let inside = Set(value.descendants(followers: false).map(ObjectIdentifier.init))
    while let current = statement {
      let all = Effects(of: [current])
      let isStable = !all.change(effects)
      var blocks: [Block] = []
      if isStable {
        blocks = Array(current.descendants(followers: false))
      } else if !current.holdsStatements || current === when.statement && !Surroundings.isLoop(current) {
        // Its values are evaluated before it sets anything itself.
        let values = current.headValues
        if !Effects(of: values).change(effects) { blocks = values.flatMap { Array($0.descendants(followers: false)) } }
      }
      let equal = value.equalValues(in: blocks).filter {
        !inside.contains(ObjectIdentifier($0)) && $0.descendants(followers: false).allSatisfy(\.isDeletable)
      }
      if !equal.isEmpty {
        found += equal
        reach.append(
          contentsOf: sequence(
            first: reach.last?.nextInStack ?? when.statement,
            next: { block in
              block === current ? nil : block.nextInStack
            }))
      }
      statement = isStable ? current.nextInStack : nil
    }
    return (found, reach)
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let parts = try parts(in: coordinator.workspace)
    let variable = try coordinator.createVariable(named: name)
    let setting = try coordinator.make("variables_set", ["VAR": variable.fieldState])
    try coordinator.place(setting, before: parts.statement)
    let read = try coordinator.makeRead(of: variable)
    try coordinator.replace(parts.value, by: read)
    try coordinator.attach(parts.value, to: setting.connection(of: "VALUE"))
    for other in parts.others {
      try coordinator.replace(other, by: try coordinator.makeRead(of: variable))
      coordinator.delete(other, heal: false)
    }
    return .block(id: setting.id)
  }
}

extension Block {
  /// Checks that the code of a literal is like that of another value: it isn't for a divisor of zero, and for texts that
  /// are split into letters.
  func checkIsNotSpecial() throws(FieldError) {
    if inputName == "DIVISOR" && type == "math_number" || inputName == "DELIM" && type == "text" {
      throw FieldError("\(named: self) has a meaning of its own here")
    }
  }
}

extension WorkspaceLayoutCoordinator {
  /// Puts a stack above a statement, or at the end of a function.
  func place(_ stack: Block, before statement: Block) throws(FieldError) {
    guard statement.mutator is MutatorProcedureDefinition, let body = statement.connection(of: "STACK") else {
      return try insert(stack, above: statement)
    }
    guard let last = body.targetBlock?.lastInStack else { return try attach(stack, to: body) }
    try attach(stack, to: last.nextConnection)
  }
}
