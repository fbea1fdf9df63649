import BlockEditing
import BlockLayout
import BlockLibrary
import BlockModel

extension EditingSession {
  /// Mutates a block that has a dialog: adds, removes and reorders its parts, along with the blocks in them.
  func mutate() {
    guard let block = nearestNonShadowBlock(where: { $0.mutator is MutatorIfElse || $0.mutator is MutatorItems }) else {
      return
    }
    switch block.mutator {
    case let mutator as MutatorIfElse:
      let count = number(4)
      let places = places(of: mutator.elseIfCount, among: count)
      var moving: [String: String?] = [:]
      for (old, new) in places {
        moving["IF\(old + 1)"] = .some(new.map { "IF\($0 + 1)" })
        moving["DO\(old + 1)"] = .some(new.map { "DO\($0 + 1)" })
      }
      let hasElse = isHeads()
      BlockMutation(of: block, through: coordinator).perform(moving: moving) {
        mutator.elseIfCount = count
        mutator.hasElse = hasElse
        return true
      }
    case let mutator as MutatorItems:
      let count = number(6)
      var moving: [String: String?] = [:]
      for (old, new) in places(of: mutator.itemCount, among: count) {
        moving["ADD\(old)"] = .some(new.map { "ADD\($0)" })
      }
      BlockMutation(of: block, through: coordinator).perform(moving: moving) {
        mutator.itemCount = count
        return true
      }
    default: break
    }
  }

  /// The new index of each old part, nil if it is removed. In half of the cases the list is empty, and the parts keep
  /// their indexes where possible.
  private func places(of oldCount: Int, among newCount: Int) -> [(old: Int, new: Int?)] {
    if isHeads() { return [] }
    let places = Array(0..<newCount).shuffled(using: &random)
    return (0..<oldCount).map { ($0, $0 < places.count ? places[$0] : nil) }
  }

  // MARK: - Procedures

  private func anyDefinition() -> Block? { ProcedureBlocks.definitions(in: workspace).randomElement(using: &random) }

  private func procedureName() -> String { ["do something", "f", "g", "löse"].randomElement(using: &random) ?? "" }

  func defineProcedure() {
    var record = BlockSnapshot.Record(type: isHeads() ? "procedures_defnoreturn" : "procedures_defreturn")
    record.position = place()
    record.fields = [FieldRecord(name: "NAME", state: .text(procedureName()))]
    coordinator.insert(BlockSnapshot(records: [record]))
  }

  /// Inserts a call of an existing procedure, or of a new one, which is then defined too.
  func callProcedure() {
    var caller = anyDefinition().flatMap { ProcedureBlocks.caller(of: $0) }
    if caller == nil || number(5) == 0 {
      var record = BlockSnapshot.Record(type: isHeads() ? "procedures_callnoreturn" : "procedures_callreturn")
      record.mutation = MutationState(json: .object(["name": .string("p\(number(100))")]))
      caller = BlockSnapshot(records: [record])
    }
    guard var caller else { return }
    caller.records[0].position = place()
    coordinator.insert(caller)
  }

  func renameProcedure() {
    if let definition = anyDefinition() { coordinator.setField("NAME", of: definition, to: .text(procedureName())) }
  }

  /// Changes parameters: keeps some of the current ones, maybe reordered, and adds new ones, with existing or new
  /// variables.
  func setParameters() {
    guard let definition = anyDefinition(), let mutator = definition.mutator as? MutatorProcedureDefinition else {
      return
    }
    var parameters = mutator.parameters.filter { _ in number(3) > 0 }
    let name = "p\(number(8))"
    if isHeads(), !parameters.contains(where: { $0.name == name }) { parameters.append(ProcedureParameter(name: name)) }
    if number(3) == 0 { parameters.shuffle(using: &random) }
    let hasStatements = definition.type == "procedures_defnoreturn" || number(4) > 0
    coordinator.setParameters(parameters, hasStatements: hasStatements, of: definition)
  }
}
