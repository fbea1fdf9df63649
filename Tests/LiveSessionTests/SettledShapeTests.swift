import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel
import Markup
import RandomEditing
import Testing

@testable import LiveSession

/// A block's shape follows from its fields and variables, also when several people have changed them at once. Else it
/// would be another one once the block is made again, as by an undo.
@Suite struct SettledShapeTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
    {"type":"lists_getIndex","id":"list","x":0,"y":0,"fields":{"MODE":"GET","WHERE":"FROM_START"}},
    {"type":"procedures_defnoreturn","id":"f","x":0,"y":90,"extraState":{"params":[{"name":"x","id":"v"}]},
     "fields":{"NAME":"f"}},
    {"type":"procedures_callnoreturn","id":"call","x":0,"y":190,"extraState":{"name":"f","params":["x"]}}]},
    "variables":[{"name":"x","id":"v"}]}
    """

  /// Deletes blocks, and undoes that: nothing may be another thing afterwards.
  private func expectExactUndo(of ids: String..., in simulation: Simulation) throws {
    let (client, before) = (simulation.clients[0], simulation.hostHash)
    #expect(simulation.clients.allSatisfy { $0.live?.program.hash == before && $0.differences == [] })
    for id in ids { client.edit { $0.delete(client.block(id), heal: false) } }
    for _ in ids { client.goBack(forward: false) }
    try simulation.settle()
    #expect(client.skipped == [])
    #expect(simulation.hostHash == before)
    for client in simulation.clients { #expect(client.live?.program.hash == before && client.differences == []) }
  }

  @Test func twoChangeTwoFieldsThatShapeABlock() throws {
    let simulation = try Simulation(seed: 1, clientCount: 2, program: Self.program)
    try simulation.settle()
    for (client, (field, value)) in zip(simulation.clients, [("MODE", "REMOVE"), ("WHERE", "FIRST")]) {
      client.edit { $0.setField(field, of: client.block("list"), to: .text(value)) }
    }
    try simulation.settle()
    for workspace in [simulation.hostWorkspace] + simulation.clients.compactMap({ $0.live?.program.workspace }) {
      let block = try #require(workspace.blocks["list"])
      #expect(block.outputConnection == nil && block.inputs.first { $0.name == "AT" }?.connection == nil)
    }
    try expectExactUndo(of: "list", in: simulation)
  }

  @Test func oneReshapesAFunctionWhoseParameterAnotherRenames() throws {
    let simulation = try Simulation(seed: 1, clientCount: 2, program: Self.program)
    try simulation.settle()
    let (first, second) = (simulation.clients[0], simulation.clients[1])
    let variable = try #require(first.live?.program.workspace.variables["v"])
    first.edit { try? $0.rename(variable, to: "y") }
    let event =
      #"{"type":"change","group":"g","blockId":"f","element":"mutation","#
      + #""oldValue":"{\"params\":[{\"name\":\"x\",\"id\":\"v\"}]}","#
      + #""newValue":"{\"params\":[{\"name\":\"x\",\"id\":\"v\"}],\"hasStatements\":false}"}"#
    while try simulation.deliver(of: first, toHost: true) {}
    let batch = Batch(author: second.name, count: 1, events: [try JSONParser.parse(Array(event.utf8))])
    second.live?.send?(.edit(batch))
    try simulation.settle()
    let host = simulation.hostWorkspace
    #expect((host.blocks["f"]?.mutator as? MutatorProcedureDefinition)?.parameters.map(\.name) == ["y"])
    #expect((host.blocks["call"]?.mutator as? MutatorProcedureCaller)?.parameters == ["y"])
    try expectExactUndo(of: "call", in: simulation)
  }
}
