import BlockLibrary
import BlockModel

/// Blocks with a variable number of parts.
extension RecordPlanner {
  /// Plans a block that has one of the stock mutators with a dialog, or that follows a function.
  func special(
    _ index: Int, _ records: [BlockSnapshot.Record], _ slots: ChildSlots, _ type: Int32
  ) -> RecordPlan? {
    let builder = library.factory.blockBuilders[records[index].type]
    let pattern = library.patternsOfTypes[type].first.map { library.patterns[$0] }
    switch builder?.mutator {
    case is MutatorProcedureCaller: return call(records[index], slots)
    case let mutator as MutatorItems where pattern != nil: return items(records[index], slots, mutator, type)
    case is MutatorIfElse where pattern != nil: return branches(records[index], slots, type)
    case is MutatorIfReturn where pattern != nil: return ifReturn(records[index], slots, type)
    case is MutatorProcedureDefinition:
      guard case .definition(let returns)? = pattern?.form else { return nil }
      return definition(records[index], slots, returns: returns, type)
    default: return nil
    }
  }

  private func plan(_ kind: RecordPlan.Kind, _ type: Int32, needsMutation: Bool) -> RecordPlan {
    RecordPlan(
      kind: kind, needsType: library.patternsOfTypes[type].contains(where: library.laterPatterns.contains),
      needsMutation: needsMutation)
  }

  /// Returns the words before the items.
  func itemLabel(_ type: Int32) -> [LabelWord] {
    guard let pattern = library.patternsOfTypes[type].first,
      case .words(let label)? = library.patterns[pattern].elements.first
    else { return [] }
    return label
  }

  private func branches(_ record: BlockSnapshot.Record, _ slots: ChildSlots, _ type: Int32) -> RecordPlan? {
    let mutator = MutatorIfElse()
    mutator.update(from: record.mutation ?? MutationState())
    let count = min(max(mutator.elseIfCount, 0), 10_000) + 1
    let isExpected = slots.inputs.allSatisfy { slot in
      if let branch = slot.name.number(after: "IF") { return slot.kind == .value && branch < count }
      if let branch = slot.name.number(after: "DO") { return slot.kind == .statement && branch < count }
      return slot.name == "ELSE" && slot.kind == .statement && mutator.hasElse
    }
    guard isExpected, record.fields.isEmpty else { return nil }
    return plan(
      .branches(conditions: count, hasElse: mutator.hasElse), type,
      needsMutation: record.mutation != ShapeMutations.branches(conditions: count, hasElse: mutator.hasElse))
  }

  private func items(
    _ record: BlockSnapshot.Record, _ slots: ChildSlots, _ mutator: MutatorItems, _ type: Int32
  ) -> RecordPlan? {
    guard let copy = mutator.copyMutator() as? MutatorItems else { return nil }
    copy.update(from: record.mutation ?? MutationState())
    let count = min(max(copy.itemCount, 0), 10_000)
    let isExpected = slots.inputs.allSatisfy { slot in
      slot.kind == .value && slot.name.number(after: "ADD").map { $0 < count } ?? false
    }
    guard isExpected, record.fields.isEmpty else { return nil }
    let isList = copy is MutatorListCreate
    var plan = plan(
      isList ? .list(count: count) : .items(count: count), type,
      needsMutation: record.mutation != ShapeMutations.items(count, like: mutator))
    if !isList { (plan.precedence, plan.isOpen, plan.first) = (0, true, itemLabel(type).first?.word ?? -1) }
    return plan
  }

  private func ifReturn(_ record: BlockSnapshot.Record, _ slots: ChildSlots, _ type: Int32) -> RecordPlan? {
    let mutator = MutatorIfReturn()
    if let mutation = record.mutation { mutator.update(from: mutation) }
    let hasValue = mutator.hasReturnValue
    let isExpected = slots.inputs.allSatisfy {
      $0.kind == .value && ($0.name == "CONDITION" || $0.name == "VALUE" && hasValue)
    }
    guard isExpected, record.fields.isEmpty else { return nil }
    return plan(
      .ifReturn(hasValue: hasValue), type,
      needsMutation: record.mutation != ShapeMutations.ifReturn(hasValue: hasValue))
  }

  private func call(_ record: BlockSnapshot.Record, _ slots: ChildSlots) -> RecordPlan? {
    guard ProcedureBlocks.definitionType(ofCaller: record.type) != nil, let mutation = record.mutation else {
      return nil
    }
    let mutator = MutatorProcedureCaller()
    mutator.update(from: mutation)
    let isExpected = slots.inputs.allSatisfy { slot in
      slot.kind == .value && slot.name.number(after: "ARG").map { $0 < mutator.parameters.count } ?? false
    }
    guard isExpected, record.fields.isEmpty else { return nil }
    var plan = RecordPlan(
      kind: .call(name: mutator.name, parameters: mutator.parameters),
      first: library.nameText(mutator.name, isCalled: true).word,
      needsMutation: mutation != ShapeMutations.call(mutator.name, mutator.parameters))
    if !mutator.parameters.isEmpty { (plan.precedence, plan.isOpen) = (0, true) }
    return plan
  }

  private func definition(
    _ record: BlockSnapshot.Record, _ slots: ChildSlots, returns: Bool, _ type: Int32
  ) -> RecordPlan? {
    let mutator = MutatorProcedureDefinition()
    mutator.update(from: record.mutation ?? MutationState())
    let isExpected = slots.inputs.allSatisfy {
      $0.name == "STACK" && $0.kind == .statement || $0.name == "RETURN" && $0.kind == .value && returns
    }
    guard isExpected, record.fields.count == 1, record.fields[0].name == "NAME",
      case .text(let name) = record.fields[0].state
    else { return nil }
    let parameters = mutator.parameters.map(\.name)
    return plan(
      .definition(name: name, parameters: parameters, returns: returns), type,
      needsMutation: record.mutation.map { !isStandard($0, parameters) } ?? !parameters.isEmpty)
  }

  /// Whether a definition's mutation follows from its words and the program's variables.
  private func isStandard(_ mutation: MutationState, _ parameters: [String]) -> Bool {
    var standard: [(name: String, variableID: String?)] = []
    for name in parameters {
      guard let variable = variables.variable(named: name), variable.name == name,
        names[variable.id]?.name == name
      else { return false }
      standard.append((name, variable.id))
    }
    // The mutation of a typed line has no JSON.
    func isSame(_ other: MutationState?) -> Bool {
      var other = other
      if mutation.json == nil { other?.json = nil }
      return mutation == other
    }
    if isSame(ShapeMutations.definition(standard) { id in variables[id]?.hasImplicitID == false }) { return true }
    if options.contains(.ids) { return false }
    if isSame(ShapeMutations.definition(standard) { _ in false }) { return true }
    // A parameter without a name has no variable.
    for index in standard.indices where standard[index].name.isEmpty { standard[index].variableID = nil }
    return isSame(ShapeMutations.definition(standard) { _ in false })
  }
}
