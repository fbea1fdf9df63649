import BlockEditing
import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import Testing

@testable import LiveSession

/// Block definitions travel with the program, and who has others may only watch.
@Suite struct DefinitionsTests {
  nonisolated static let definition = """
    {"type": "turn", "message0": "%{BKY_TURN} %1 by %2", "args0": [
      {"type": "field_dropdown", "name": "WAY", "options": [["left", "L"], ["right", "R"]]},
      {"type": "input_value", "name": "ANGLE", "check": "Number"}],
     "previousStatement": null, "nextStatement": null, "colour": 160, "tooltip": "a \\"turn\\" of 100%",
     "generators": {"python": {"code": "turn()"}}, "onchange": "alert(1)"}
    """
  nonisolated static let program = #"{"blocks":{"blocks":[{"type":"turn","id":"t","fields":{"WAY":"R"}}]}}"#

  private func factory(_ definition: String?, words: [String: String] = ["TURN": "turn 100%% \"now\""]) throws
    -> BlockFactory
  {
    let factory = try StockBlocks.factory()
    factory.messages = MessageTable(texts: StockBlocks.messages.texts.merging(words) { $1 })
    if let definition { try factory.load(json: Array(definition.utf8), messages: factory.messages) }
    return factory
  }

  private func session(_ clients: [BlockFactory], program: String = Self.program) throws -> Simulation {
    let simulation = try Simulation(
      seed: 1, clientCount: clients.count, program: program, factory: try factory(Self.definition), factories: clients)
    try simulation.settle()
    return simulation
  }

  private func turn(_ client: SimulatedClient, _ way: String) {
    client.edit { $0.setField("WAY", of: client.block("t"), to: .text(way)) }
  }

  @Test func whoLacksDefinitionsTakesTheHosts() throws {
    let simulation = try session([try factory(nil, words: [:]), try factory(Self.definition)])
    let client = simulation.clients[0]
    #expect(client.remark == nil && client.role == .owner)
    let builder = try #require(client.factory.blockBuilders["turn"])
    let label = builder.inputBuilders[0].fields[0].text
    #expect(label == "turn 100% \"now\"" && builder.tooltip == "a \"turn\" of 100%" && builder.colour == .hue(160))
    #expect(client.block("t").inputs.map(\.name) == ["ANGLE"])
    turn(client, "L")
    try simulation.settle()
    #expect(simulation.hostWorkspace.blocks["t"]?.firstField(withName: "WAY")?.text == "left")
    #expect(client.laidAside.isEmpty && client.differences.isEmpty)
    // Another client of the same host, which has them already.
    #expect(simulation.clients[1].texts == simulation.hostTexts)
  }

  /// They are read when a type is unknown for the first time.
  @Test func definitionsThatWereFoundTravelToo() throws {
    let finding = try factory(nil)
    finding.addsMore = { try? $0.loadMissing(json: Array("[\(Self.definition)]".utf8), messages: $0.messages) }
    let simulation = try Simulation(
      seed: 1, clientCount: 1, program: Self.program, factory: finding, factories: [try factory(nil)])
    try simulation.settle()
    #expect(simulation.host.definitions.hasOwn && simulation.clients[0].remark == nil)
    turn(simulation.clients[0], "L")
    try simulation.settle()
    #expect(simulation.batchCount == 1)
    #expect(simulation.clients[0].block("t").inputs.map(\.name) == ["ANGLE"])
  }

  @Test func nothingButShapesAndWordsTravels() throws {
    let simulation = try session([])
    let line = String(
      decoding: HostMessage.state(
        .init(session: "s", name: "p", role: .editor, people: [], lastCount: 0), simulation.host.settledSnapshot()
      ).line, as: UTF8.self)
    #expect(line.contains("field_dropdown") && !line.contains("BKY_"))
    #expect(simulation.host.definitions.blocks.count == 1)
    for word in ["generators", "turn()", "onchange", "alert"] { #expect(!line.contains(word)) }
  }

  private nonisolated static func list(_ input: String, items: Int = 2) -> String {
    """
    {"type": "list", "message0": "%{BKY_TURN}", "output": "Array", "mutations": [
      {"mutation": "<mutation items=\\"1\\"/>", "message0": "%{BKY_TURN} %1", "code": "alert(1)",
       "args0": [{"type": "input_value", "name": "ADD0"}], "output": "Array"},
      {"mutation": "<mutation items=\\"\(items)\\"/>", "message0": "two %1 %2", "args0": [
       {"type": "input_value", "name": "ADD0"}, {"type": "input_value", "name": "\(input)"}], "output": "Array"}]}
    """
  }

  /// The shapes that were recorded for the states of a mutation.
  @Test func recordedShapesTravelToo() throws {
    let program = #"{"blocks":{"blocks":[{"type":"list","id":"l","extraState":"<mutation items=\"2\"></mutation>"}]}}"#
    let simulation = try Simulation(
      seed: 1, clientCount: 1, program: program, factory: try factory(Self.list("ADD1")),
      factories: [try factory(nil, words: [:])])
    try simulation.settle()
    let client = simulation.clients[0]
    #expect(client.remark == nil && client.block("l").inputs.map(\.name) == ["ADD0", "ADD1"])
    client.edit { coordinator in
      let number = coordinator.insert(BlockSnapshot(records: [BlockSnapshot.Record(type: "math_number", id: "n")]))
      guard let number, let place = client.block("l").firstInput(withName: "ADD1")?.connection else { return }
      coordinator.connect(number, to: place)
    }
    try simulation.settle()
    #expect(client.laidAside.isEmpty && client.differences.isEmpty)
    let connected = simulation.hostWorkspace.blocks["l"]?.firstInput(withName: "ADD1")?.connectedBlock
    #expect(connected?.id == "n")
    let definitions = simulation.host.definitions.blocks.map { $0.text() }.joined()
    #expect(!definitions.contains("alert") && !definitions.contains("BKY_"))
  }

  @Test(arguments: [list("OTHER"), list("ADD1", items: 3), list("ADD1").replacing("mutations", with: "none")])
  func otherRecordedShapesAreADifference(other: String) throws {
    let host = try factory(Self.list("ADD1"))
    let definitions = SharedDefinitions(of: Workspace(factory: host))
    #expect(definitions.compare(with: host).isSame)
    #expect(definitions.compare(with: try factory(other)).differing == ["list"])
  }

  @Test func otherWordsAreNoDifference() throws {
    let german = Self.definition.replacing("%{BKY_TURN} %1 by %2", with: "um %2 nach %1").replacing(
      "left", with: "links"
    )
    .replacing("160", with: "20")
    let simulation = try session([try factory(german)])
    #expect(simulation.clients[0].remark == nil)
    turn(simulation.clients[0], "L")
    try simulation.settle()
    #expect(simulation.clients[0].laidAside.isEmpty && simulation.clients[0].differences.isEmpty)
  }

  nonisolated static let others = [
    definition.replacing("ANGLE", with: "DEGREES"), definition.replacing("\"Number\"", with: "\"String\""),
    definition.replacing("[\"right\", \"R\"]", with: "[\"back\", \"B\"]"),
    definition.replacing(", \"nextStatement\": null", with: ""), definition.replacing("\"WAY\"", with: "\"WHERE\""),
    definition.replacing("field_dropdown", with: "field_input"),
  ]

  @Test(arguments: others) func whoHasOtherShapesMayOnlyWatch(other: String) throws {
    let simulation = try session([try factory(nil), try factory(other)])
    let (owner, client) = (simulation.clients[0], simulation.clients[1])
    #expect(client.remark == "your definitions of “turn” differ; you may only watch")
    #expect(client.role == .watcher && owner.role == .owner)
    // Not even the owner can give them the pen, and the host relies on nobody.
    owner.live?.send?(.role(author: "c1", .editor))
    client.edit { try? $0.delete(blockID: "t") }
    try simulation.settle()
    #expect(client.role == .watcher)
    #expect(client.laidAside.map(\.reason) == ["your block definitions differ from the host’s; you may only watch"])
    turn(owner, "L")
    try simulation.settle()
    #expect(simulation.batchCount == 1)
    // They are still there when they come again.
    simulation.cut(client)
    client.edit { try? $0.delete(blockID: "t") }
    try simulation.settle()
    #expect(simulation.batchCount == 1 && client.laidAside.count == 2)
  }

  @Test func whoSaysNothingMayEditWhatBlocklyKnows() throws {
    for (definition, isRefused) in [(nil, false), (Self.definition, true)] {
      let simulation = try Simulation(
        seed: 1, clientCount: 0, program: SimulationTests.program, factory: try factory(definition))
      var lines: [String] = []
      let client = HostedClient { lines.append(String(decoding: $0, as: UTF8.self)) }
      simulation.host.enter(client, .init(author: "a", name: "a"), mostRole: .editor)
      let edit = #"{"type":"edit","count":1,"events":[{"type":"var_create","varId":"v","varName":"new","varType":""}]}"#
      simulation.host.receive(try ClientMessage(Array(edit.utf8)), from: client)
      #expect(lines.contains { $0.contains("definitions differ") } == isRefused, "\(lines)")
    }
  }

  /// The host can't show them, and others may have other shapes.
  @Test func blocksThatTheHostDoesntKnowAreRefused() throws {
    let more = try factory(Self.definition.replacing("\"turn\"", with: "\"go\""))
    let simulation = try session([more])
    let client = simulation.clients[0]
    #expect(client.remark == nil)
    client.edit { $0.insert(BlockSnapshot(records: [BlockSnapshot.Record(type: "go", id: "g")])) }
    try simulation.settle()
    #expect(client.laidAside.map(\.reason) == ["the host doesn’t know blocks of the type “go”"])
    #expect(client.texts == simulation.hostTexts)
  }

  /// An own definition that stands for one of Blockly's, or a block of another version.
  @Test func otherShapesOfStockBlocksAreADifference() throws {
    let number = #"{"type": "math_number", "message0": "%1", "args0": [{"type": "field_number", "name": "NUMBER"}]}"#
    let simulation = try session([try factory(number)])
    #expect(simulation.clients[0].remark == "your definitions of “math_number” differ; you may only watch")
    let older = try factory(nil)
    older.blockBuilders["math_number"]?.previous.isPresent = true
    #expect(
      simulation.host.definitions.compare(with: older).remark
        == "your definitions of “turn” differ; you may only watch")
    simulation.host.definitions.add(to: older)
    #expect(
      simulation.host.definitions.compare(with: older).remark
        == "your definitions of the stock blocks differ; you may only watch")
  }

  /// Who has only Blockly's definition of a type takes the host's.
  @Test func theHostMayReplaceAStockBlock() throws {
    let number = #"{"type": "math_number", "message0": "%1", "args0": [{"type": "field_number", "name": "NUMBER"}]}"#
    let simulation = try Simulation(
      seed: 1, clientCount: 1, program: #"{"blocks":{"blocks":[{"type":"math_number","id":"t"}]}}"#,
      factory: try factory(number), factories: [try factory(nil)])
    try simulation.settle()
    #expect(simulation.clients[0].remark == nil)
    #expect(simulation.clients[0].block("t").firstField(withName: "NUMBER") != nil)
  }

  @Test func hugeOrBrokenDefinitionsAreNotTaken() throws {
    func isTaken(_ definitions: String) throws -> Bool {
      let text = #"{"number":0,"hash":"0","text":"","definitions":{"stock":"1",\#(definitions)}}"#
      return ProgramSnapshot(try JSONParser.parse(text)) != nil
    }
    #expect(try isTaken(#""shapes":{"a":"1f"},"blocks":[{"type":"a"}]"#))
    #expect(try !isTaken(#""shapes":{"a":"x"}"#))
    #expect(try !isTaken(#""shapes":{"a":1}"#))
    #expect(try !isTaken(#""blocks":[1]"#))
    let members = (0..<300).map { #""message\#($0)":"m""# }.joined(separator: ",")
    #expect(try !isTaken(#""blocks":[{\#(members)}]"#))
    #expect(try !isTaken(#""blocks":[\#(Array(repeating: "{}", count: 5_001).joined(separator: ","))]"#))
    let long = String(repeating: "x", count: 3 << 20)
    #expect(try !isTaken(#""blocks":[{"type":"\#(long)"},{"type":"\#(long)"}]"#))
  }

  /// What can't be read is a difference: the client watches what it can show.
  @Test func definitionsThatCantBeReadAreLeftOut() throws {
    let text =
      #"{"number":0,"hash":"0","text":"","definitions":{"stock":"1","shapes":{"a":"1f"},"blocks":[{"type":"a","message0":"%1"}]}}"#
    let snapshot = try #require(ProgramSnapshot(try JSONParser.parse(text)))
    let factory = try StockBlocks.factory()
    snapshot.definitions.add(to: factory)
    #expect(!factory.knows("a"))
    #expect(snapshot.definitions.compare(with: factory).differing == ["a"])
  }
}
