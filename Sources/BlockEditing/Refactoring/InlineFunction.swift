import BlockLayout
import BlockLibrary
import BlockModel

/// Puts what a function does in the place of a call. Its inputs become new variables, or the literals that they are. The
/// function goes if nothing else calls it.
package struct InlineFunction: Refactoring {
  let blockID: String

  package var title: String { "Inline function" }
  package var message: String { "put the function's blocks in the place of the call" }

  /// - Parameter blockID: the id of the call.
  package init(blockID: String) { self.blockID = blockID }

  private struct Parts {
    var call: Block
    var definition: Block
    /// The statement before which those of the function go.
    var statement: Block
    /// The inputs that become literals, with their records, and those that become new variables.
    var literals: [(variable: Variable, record: BlockSnapshot.Record)] = []
    var fresh: [(variable: Variable, input: String)] = []
    var body: Block? { definition.connection(of: "STACK")?.targetBlock }
  }

  private func parts(in workspace: Workspace) throws(FieldError) -> Parts {
    guard let call = workspace.blocks[blockID], let caller = call.mutator as? MutatorProcedureCaller, !call.isShadow,
      let definition = ProcedureBlocks.definition(of: caller.name, in: workspace)
    else { throw FieldError("this isn't a call of a function") }
    try call.checkRuns()
    try call.checkDeletable()
    try definition.checkRuns()
    let inside = definition.descendants(followers: false).dropFirst()
    if let block = inside.first(where: { $0.type == "procedures_ifreturn" }) {
      throw FieldError("\(named: block) would leave another function")
    }
    let effects = Effects(of: [call])
    if let unknown = effects.unknown { throw FieldError("it isn't known what \(named: unknown) does") }
    let contents = definition.inputs.compactMap(\.connectedBlock)
    let own = Effects(of: contents.flatMap { Array(sequence(first: $0, next: \.nextInStack)) })
    if own.called.contains(ObjectIdentifier(definition)) { throw FieldError("the function calls itself") }
    let parameters = Set(definition.parameterVariables.map(ObjectIdentifier.init))
    let shadowed = own.reads.union(own.sets).subtracting(parameters).intersection(VisibleLocals(at: call).all)
    if !shadowed.isEmpty {
      throw FieldError("“\(quoted: workspace.name(of: shadowed))” means something else in the function")
    }
    var parts = Parts(call: call, definition: definition, statement: call.statement)
    try take(definition.parameterVariables, own, SureValues(workspace), &parts)
    try checkPlace(parts, effects, workspace)
    if !parts.fresh.isEmpty, let function = call.function {
      let arguments = call.headValues
      let others = call.outputConnection == nil ? [] : EvaluationPlace(of: call).others
      if Effects(of: arguments + others).called.union(own.called).contains(ObjectIdentifier(function)) {
        throw FieldError("the function calls itself, which would change the new variables")
      }
    }
    return parts
  }

  /// Decides what becomes of the inputs.
  private func take(_ variables: [Variable], _ own: Effects, _ sure: SureValues, _ parts: inout Parts)
    throws(FieldError)
  {
    for (index, variable) in variables.enumerated() {
      let name = "ARG\(index)"
      guard let argument = parts.call.content(name) else {
        throw FieldError("the input “\(quoted: variable.name)” is empty")
      }
      let id = ObjectIdentifier(variable)
      if !own.sets.contains(id) {
        if ["math_number", "text", "logic_boolean"].contains(argument.type), argument.isDeletable {
          let fits = parts.definition.descendants(followers: false).allSatisfy { read in
            guard read.type == "variables_get", read.firstField(withName: "VAR")?.variable === variable else {
              return read.firstField(withName: "VAR")?.variable !== variable
            }
            guard let output = argument.outputConnection else { return false }
            return read.outputConnection?.target?.canConnect(output) ?? false
          }
          if fits {
            parts.literals.append((variable, BlockSnapshot(repeating: argument).records[0]))
            continue
          }
        }
        let isRead = own.reads.contains(id)
        if !isRead, Effects(of: [argument]).isPure, !argument.canFail(sure) {
          try argument.checkAllDeletable(except: nil)
          continue
        }
      }
      try argument.checkMovable()
      parts.fresh.append((variable, name))
    }
  }

  /// Checks that the statements of the function can be before the statement with the call.
  private func checkPlace(_ parts: Parts, _ effects: Effects, _ workspace: Workspace) throws(FieldError) {
    let call = parts.call
    if call.outputConnection == nil {
      if let body = parts.body, call.nextInStack != nil, body.lastInStack.nextConnection == nil {
        throw FieldError("nothing can be below \(named: body.lastInStack)")
      }
      return
    }
    guard let superior = call.outputConnection?.target else { throw FieldError("nothing uses this call") }
    guard let result = parts.definition.content("RETURN"), let output = result.outputConnection else {
      throw FieldError("the function returns nothing")
    }
    guard superior.canConnect(output) else { throw FieldError("\(named: result) doesn't fit there") }
    if result.type == "variables_get", Surroundings.isLoop(superior.sourceBlock),
      let variable = result.firstField(withName: "VAR")?.variable,
      Effects(of: [superior.sourceBlock]).allSets.contains(ObjectIdentifier(variable))
    {
      throw FieldError("the loop changes “\(quoted: variable.name)”")
    }
    if parts.body == nil, parts.fresh.isEmpty { return }
    try ExtractVariable.checkPlace(before: parts.statement)
    try ExtractVariable.check(call, effects, EvaluationPlace(of: call), SureValues(workspace))
    if let body = parts.body, body.lastInStack.nextConnection == nil {
      throw FieldError("nothing can be below \(named: body.lastInStack)")
    }
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let workspace = coordinator.workspace
    let parts = try parts(in: workspace)
    let (call, definition) = (parts.call, parts.definition)
    var renamed: [String: Variable] = [:]
    var stack: Block?
    for (variable, input) in parts.fresh {
      let new = try coordinator.createVariable(named: workspace.freeName(like: variable.name))
      renamed[variable.id] = new
      let setting = try coordinator.make("variables_set", ["VAR": new.fieldState])
      if let argument = coordinator.take(from: call.connection(of: input)) {
        try coordinator.attach(argument, to: setting.connection(of: "VALUE"))
      }
      if let stack { try coordinator.attach(setting, to: stack.lastInStack.nextConnection) } else { stack = setting }
    }
    func copy(_ block: Block) throws(FieldError) -> Block {
      var snapshot = BlockSnapshot(repeating: block, followers: block.outputConnection == nil)
      for index in snapshot.records.indices { replaceInputs(in: &snapshot.records[index], parts, renamed) }
      return try coordinator.add(snapshot)
    }
    if let body = parts.body {
      let body = try copy(body)
      if let stack { try coordinator.attach(body, to: stack.lastInStack.nextConnection) } else { stack = body }
    }
    var focus = stack
    if call.outputConnection == nil {
      let next = call.nextInStack ?? call.parent
      if let stack { try coordinator.insert(stack, above: call) }
      coordinator.delete(call, heal: true)
      focus = focus ?? next
    } else if let result = definition.content("RETURN") {
      if let stack { try coordinator.place(stack, before: parts.statement) }
      let value = try copy(result)
      try coordinator.replace(call, by: value)
      coordinator.delete(call, heal: false)
      focus = value
    }
    if ProcedureBlocks.callers(of: definition).isEmpty, definition.comment == nil,
      definition.descendants(followers: false).allSatisfy(\.isDeletable)
    {
      coordinator.delete(definition, heal: false)
    }
    return focus.map { .block(id: $0.id) }
  }

  /// Makes the inputs of the function new variables or literals in a copied block.
  private func replaceInputs(
    in record: inout BlockSnapshot.Record, _ parts: Parts, _ renamed: [String: Variable]
  ) {
    for field in record.fields.indices {
      guard case .variable(let reference) = record.fields[field].state, let id = reference.id else { continue }
      if let new = renamed[id] {
        record.fields[field].state = new.fieldState
      } else if record.type == "variables_get", let literal = parts.literals.first(where: { $0.variable.id == id }) {
        (record.type, record.fields) = (literal.record.type, literal.record.fields)
        return
      }
    }
  }
}

extension Workspace {
  /// A name that no variable has: the given one with a number.
  package func freeName(like name: String) -> String {
    let stem = String(name.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
    var number = 2
    while variables.variable(named: "\(stem)\(number)") != nil { number += 1 }
    return "\(stem)\(number)"
  }
}
