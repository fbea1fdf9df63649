import BlockLayout
import BlockLibrary
import BlockModel

/// Makes a value in a function a new input of it, which all calls set to that value.
package struct MakeParameter: Refactoring {
  let blockID: String
  let name: String

  package var title: String { "Make an input…" }
  package var message: String { "made the value the input “\(quoted: name)”" }

  package init(blockID: String, name: String) { (self.blockID, self.name) = (blockID, name) }

  private func parts(in workspace: Workspace) throws(FieldError)
    -> (value: Block, definition: Block, mutator: MutatorProcedureDefinition, callers: [Block])
  {
    try ExtractVariable.check(variable: name, in: workspace)
    guard let value = workspace.blocks[blockID], value.outputConnection?.target != nil else {
      throw FieldError("there is no value here")
    }
    guard let definition = value.function, let mutator = definition.mutator as? MutatorProcedureDefinition else {
      throw FieldError("this value isn't in a function")
    }
    try value.checkRuns()
    try value.checkIsNotSpecial()
    if !value.isShadow { try value.checkAllDeletable(except: nil) }
    let effects = Effects(of: [value])
    guard effects.isRepeatable, !value.mayBeNewList else {
      throw FieldError("\(named: value) does something, or differs each time, so a call can't set it")
    }
    let local = effects.reads.intersection(VisibleLocals(at: value).all)
    if !local.isEmpty { throw FieldError("calls don't know “\(quoted: workspace.name(of: local))”") }
    let contents = definition.inputs.compactMap(\.connectedBlock)
    let body = Effects(of: contents.flatMap { Array(sequence(first: $0, next: \.nextInStack)) })
    if !effects.allReads.isEmpty, body.change(effects) { throw FieldError("the function may change this value") }
    if value.canFail(SureValues(workspace)) {
      throw FieldError("\(named: value) may fail, and may not be evaluated in each call")
    }
    let callers = ProcedureBlocks.callers(of: definition)
    for caller in callers {
      if caller.isShadow { throw FieldError("a default value calls the function") }
      let local = effects.reads.intersection(VisibleLocals(at: caller).all)
      if !local.isEmpty {
        throw FieldError("“\(quoted: workspace.name(of: local))” means something else where the function is called")
      }
    }
    return (value, definition, mutator, callers)
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let (value, definition, mutator, callers) = try parts(in: coordinator.workspace)
    let copy = BlockSnapshot(repeating: value)
    let variable = try coordinator.createVariable(named: name)
    let read = try coordinator.makeRead(of: variable)
    let callerIDs = callers.map(\.id)
    try coordinator.replace(value, by: read)
    if !value.isShadow { coordinator.delete(value, heal: false) }
    let index = mutator.parameters.count
    let parameters = mutator.parameters.enumerated().map { ProcedureSignature.Parameter($1, oldIndex: $0) }
    let new = ProcedureSignature.Parameter(
      ProcedureParameter(name: variable.name, variableID: variable.id), oldIndex: nil)
    coordinator.procedures.change(
      definition,
      to: ProcedureSignature(name: nil, parameters: parameters + [new], hasStatements: mutator.hasStatements))
    for caller in callerIDs.compactMap({ coordinator.workspace.blocks[$0] }) {
      let argument = try coordinator.add(copy)
      try coordinator.attach(argument, to: caller.connection(of: "ARG\(index)"))
    }
    return .block(id: read.id)
  }
}
