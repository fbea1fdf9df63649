import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import Markup

extension EditingSession {
  /// Another state of a block that has a dialog.
  func mutate() {
    guard let block = realBlock(where: { $0.mutator is MutatorIfElse || $0.mutator is MutatorItems }) else { return }
    if block.mutator is MutatorIfElse {
      change(block, to: .object(["elseIfCount": .number(Double(number(4))), "hasElse": .boolean(isHeads())]))
    } else {
      change(block, to: .object(["itemCount": .number(Double(number(6)))]))
    }
  }

  /// Gives a mutator another state.
  func change(_ block: Block, to state: JSONValue) {
    try? coordinator.change(blockID: block.id, .mutation, to: .mutation(MutationState(json: state), shadows: [:]))
  }

  // MARK: - Procedures

  var definitions: [Block] { allBlocks.filter { $0.mutator is MutatorProcedureDefinition } }

  private func callers(of definition: Block) -> [Block] {
    let called = name(of: definition)
    return allBlocks.filter { ($0.mutator as? MutatorProcedureCaller)?.name == called }
  }

  private func name(of definition: Block) -> String { definition.firstField(withName: "NAME")?.text ?? "" }

  private func parameters(of definition: Block) -> [ProcedureParameter] {
    (definition.mutator as? MutatorProcedureDefinition)?.parameters ?? []
  }

  func variables(of definition: Block) -> [String] { parameters(of: definition).compactMap(\.variableID) }

  /// A name that no procedure has.
  private func freeName() -> String {
    let taken = Set(definitions.map { name(of: $0) })
    var free = ""
    repeat { free = "procedure \(number(1000))" } while taken.contains(free)
    return free
  }

  func defineProcedure() {
    var record = BlockSnapshot.Record(type: isHeads() ? "procedures_defnoreturn" : "procedures_defreturn")
    record.position = place()
    record.fields = [FieldRecord(name: "NAME", state: .text(freeName()))]
    coordinator.insert(BlockSnapshot(records: [record]))
  }

  func callProcedure() {
    guard let definition = definitions.randomElement(using: &random) else { return }
    var record = BlockSnapshot.Record(
      type: definition.type == "procedures_defreturn" ? "procedures_callreturn" : "procedures_callnoreturn")
    record.position = place()
    record.mutation = MutationState(json: call(of: definition, named: name(of: definition)))
    coordinator.insert(BlockSnapshot(records: [record]))
  }

  /// Callers follow, first as in Blockly.
  func renameProcedure() {
    guard let definition = definitions.randomElement(using: &random) else { return }
    let newName = freeName()
    for caller in callers(of: definition) { change(caller, to: call(of: definition, named: newName)) }
    coordinator.setField("NAME", of: definition, to: .text(newName))
  }

  /// Other parameters, of variables that there are or that are made for it; callers follow.
  func setParameters() {
    guard let definition = definitions.randomElement(using: &random) else { return }
    _ = try? coordinator.makeVariable(named: "p\(number(30))")
    let variables = workspace.variables.all.filter(\.type.isEmpty).shuffled(using: &random).prefix(number(4))
    let hasStatements = definition.type == "procedures_defnoreturn" || number(4) > 0
    change(
      definition,
      to: .building { json in
        json.beginObject()
        json.key("params")
        json.beginArray()
        for variable in variables {
          json.value(.object(["name": .string(variable.name), "id": .string(variable.id)]))
        }
        json.endArray()
        json.member("hasStatements", hasStatements)
        json.endObject()
      })
    tellCallers(of: definition)
  }

  func tellCallers(of definition: Block) {
    for caller in callers(of: definition) { change(caller, to: call(of: definition, named: name(of: definition))) }
  }

  private func call(of definition: Block, named name: String) -> JSONValue {
    .building { json in
      json.beginObject()
      json.member("name", name)
      json.key("params")
      json.beginArray()
      for parameter in parameters(of: definition) { json.string(parameter.name) }
      json.endArray()
      json.endObject()
    }
  }

  /// Deletes a block. Callers go with their procedure, as in Blockly.
  func delete(_ block: Block, heal: Bool) {
    if block.mutator is MutatorProcedureDefinition {
      for caller in callers(of: block) where workspace.blocks[caller.id] != nil && !block.holds(caller) {
        coordinator.delete(caller, heal: true)
      }
    }
    coordinator.delete(block, heal: heal)
  }
}
