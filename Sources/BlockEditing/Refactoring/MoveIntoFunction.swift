import BlockLayout
import BlockLibrary
import BlockModel

/// Moves statements into the function that is called just before or after them. All calls of it must have the same
/// statements there.
package struct MoveIntoFunction: Refactoring {
  let firstID: String
  let lastID: String

  package var title: String { "Move into function" }
  package var message: String { "moved the statements into the function" }

  package init(firstID: String, lastID: String) { (self.firstID, self.lastID) = (firstID, lastID) }

  private struct Parts {
    var definition: Block
    var run: [Block]
    /// The same statements at other calls.
    var others: [[Block]]
    /// Whether the statements come before the call.
    var isBefore: Bool
  }

  private func parts(in workspace: Workspace) throws(FieldError) -> Parts {
    guard let first = workspace.blocks[firstID], let last = workspace.blocks[lastID], !first.isShadow,
      first.previousConnection != nil, let run = first.statements(through: last)
    else { throw FieldError("there are no statements here that follow each other") }
    var reason: FieldError?
    for (call, isBefore) in [(first.statementAbove, false), (last.nextInStack, true)] {
      guard let call, call.type == "procedures_callnoreturn" else { continue }
      do throws(FieldError) { return try parts(run, call, isBefore, workspace) } catch { reason = reason ?? error }
    }
    throw reason ?? FieldError("no function is called just before or after")
  }

  private func parts(_ run: [Block], _ call: Block, _ isBefore: Bool, _ workspace: Workspace) throws(FieldError)
    -> Parts
  {
    guard let name = (call.mutator as? MutatorProcedureCaller)?.name,
      let definition = ProcedureBlocks.definition(of: name, in: workspace),
      let stack = definition.connection(of: "STACK")
    else { throw FieldError("the function has no place for statements") }
    try definition.checkRuns()
    for block in run { try block.checkMovable() }
    try ExtractFunction.checkStays(in: run)
    let effects = Effects(of: run)
    if let unknown = effects.unknown { throw FieldError("it isn't known what \(named: unknown) does") }
    let used = effects.reads.union(effects.sets)
    let hidden = used.intersection(definition.parameterVariables.map(ObjectIdentifier.init))
    if !hidden.isEmpty {
      throw FieldError("“\(quoted: workspace.name(of: hidden))” means something else in the function")
    }
    if !isBefore {
      if let block = definition.descendants(followers: false).first(where: { $0.type == "procedures_ifreturn" }) {
        throw FieldError("\(named: block) may leave the function before")
      }
      if let end = stack.targetBlock?.lastInStack, end.nextConnection == nil {
        throw FieldError("nothing can be below \(named: end)")
      }
    }
    var taken = Set(run.map(ObjectIdentifier.init))
    var others: [[Block]] = []
    for caller in ProcedureBlocks.callers(of: definition) {
      if definition.holds(caller) { throw FieldError("the function calls itself") }
      let beside = Self.statements(run.count, beside: caller, isBefore)
      guard beside.count == run.count, caller.type == call.type, caller.isEnabled == call.isEnabled,
        zip(beside, run).allSatisfy({ $0 === $1 || $0.likeness == $1.likeness })
      else { throw FieldError("another call of the function doesn't have the same statements beside it") }
      try check(caller, used, effects, isBefore, workspace)
      if beside[0] === run[0] { continue }
      for block in beside.flatMap({ $0.descendants(followers: false) }) where !block.isDeletable {
        throw FieldError("\(named: block) is locked against deleting")
      }
      guard taken.isDisjoint(with: beside.map(ObjectIdentifier.init)) else {
        throw FieldError("the same statements are beside two calls")
      }
      taken.formUnion(beside.map(ObjectIdentifier.init))
      others.append(beside)
    }
    return Parts(definition: definition, run: run, others: others, isBefore: isBefore)
  }

  /// Checks that the statements do the same in the function as beside a call.
  private func check(
    _ caller: Block, _ used: Set<ObjectIdentifier>, _ effects: Effects, _ isBefore: Bool, _ workspace: Workspace
  ) throws(FieldError) {
    let local = used.intersection(VisibleLocals(at: caller).all)
    if !local.isEmpty { throw FieldError("the function doesn't know “\(quoted: workspace.name(of: local))”") }
    let arguments = Effects(of: caller.headValues)
    if isBefore, !arguments.isPure || effects.change(arguments) {
      throw FieldError("the inputs of the call are evaluated before the function begins")
    }
  }

  private static func statements(_ count: Int, beside call: Block, _ isBefore: Bool) -> [Block] {
    if isBefore {
      return Array(sequence(first: call, next: \.statementAbove).dropFirst().prefix(count)).reversed()
    }
    return Array(sequence(first: call, next: \.nextInStack).dropFirst().prefix(count))
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let parts = try parts(in: coordinator.workspace)
    let (first, last) = (parts.run[0], parts.run[parts.run.count - 1])
    for other in parts.others { coordinator.delete(other[0], through: other[other.count - 1]) }
    coordinator.disconnect(first, through: last)
    let stack = parts.definition.connection(of: "STACK")
    if let body = stack?.targetBlock, !body.isShadow {
      if parts.isBefore {
        try coordinator.insert(first, above: body)
      } else {
        try coordinator.attach(first, to: body.lastInStack.nextConnection)
      }
    } else {
      try coordinator.attach(first, to: stack)
    }
    return .block(id: first.id)
  }
}

extension Block {
  /// The statement above this one in its stack; nil for the first one.
  var statementAbove: Block? {
    guard let superior = previousConnection?.target, superior.sourceInput == nil else { return nil }
    return superior.sourceBlock
  }
}
