import BlockEvents
import BlockModel
import Markup
import Testing

@testable import LiveSession

/// Two people who change the same thing at once.
@Suite struct RefusalTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
    {"type":"controls_repeat_ext","id":"loop","x":0,"y":0,"inputs":{
    "TIMES":{"block":{"type":"math_number","id":"times","fields":{"NUM":10}}},
    "DO":{"block":{"type":"text_print","id":"print","inputs":{"TEXT":{"block":{"type":"text","id":"text",
    "fields":{"TEXT":"abc"}}}}}}}},
    {"type":"controls_repeat_ext","id":"other","x":0,"y":300},
    {"type":"variables_get","id":"get","x":0,"y":500,"fields":{"VAR":{"id":"v"}}}]},
    "variables":[{"name":"a","id":"v"},{"name":"b","id":"w"}]}
    """

  private let simulation: Simulation
  private var anna: SimulatedClient { simulation.clients[0] }
  private var ben: SimulatedClient { simulation.clients[1] }

  init() throws {
    simulation = try Simulation(seed: 1, clientCount: 2, program: Self.program)
    try simulation.settle()
  }

  /// Anna's changes reach the host first.
  private func settle() throws {
    try simulation.settle()
    for client in simulation.clients {
      #expect(client.texts == simulation.hostTexts)
      #expect(client.live?.isConfirmed == true)
      #expect(client.differences == [])
    }
  }

  @Test func textInADeletedBlockIsKept() throws {
    anna.edit { $0.delete(anna.block("print"), heal: false) }
    ben.edit { $0.setField("TEXT", of: ben.block("text"), to: .text("Ben’s own words")) }
    try settle()
    #expect(anna.laidAside.isEmpty)
    #expect(ben.laidAside.map(\.texts) == [["Ben’s own words"]])
    #expect(ben.laidAside.map(\.reason) == ["deleted by another user"])
    #expect(ben.laidAside.map(\.subject) == ["print “abc”"])
    // The deleted blocks have the text.
    let records = ben.laidAside.flatMap(\.stacks).flatMap(\.records)
    #expect(records.map(\.type) == ["text_print", "text"])
    #expect(records.last?.fields.map(\.state) == [.text("Ben’s own words")])
    #expect(simulation.hostWorkspace.blocks["text"] == nil)
  }

  /// A refused new block, and what was typed in it since.
  @Test func textInARefusedNewBlockIsKept() throws {
    anna.edit { $0.delete(anna.block("print"), heal: false) }
    ben.edit { coordinator in
      guard let block = coordinator.insert(BlockSnapshot(records: [.init(type: "text", id: "new")])),
        let place = ben.block("print").inputs[0].connection
      else { return }
      coordinator.connect(block, to: place)
    }
    ben.edit { $0.setField("TEXT", of: ben.block("new"), to: .text("typed later")) }
    try settle()
    #expect(ben.laidAside.map(\.reason) == ["deleted by another user", "deleted by another user"])
    let states = ben.laidAside.last?.stacks.flatMap(\.records).flatMap(\.fields).map(\.state)
    #expect(states == [.text("typed later")])
  }

  @Test func noReasonHasAnID() throws {
    anna.edit { $0.connect(anna.block("other"), to: anna.block("loop").nextConnection!) }
    ben.edit { $0.connect(ben.block("loop"), to: ben.block("other").nextConnection!) }
    try settle()
    #expect(ben.laidAside.map(\.reason) == ["the block would contain itself"])
  }

  @Test func aFieldThatBothChangeIsReportedToBoth() throws {
    anna.edit { $0.setField("TEXT", of: anna.block("text"), to: .text("Anna’s")) }
    ben.edit { $0.setField("TEXT", of: ben.block("text"), to: .text("Ben’s")) }
    try settle()
    #expect(
      ben.conflicts.map { [$0.own, $0.other, $0.author, $0.subject] } == [["Ben’s", "Anna’s", "c0", "print “Ben’s”"]])
    #expect(ben.conflicts.map(\.isOwnKept) == [true])
    #expect(anna.conflicts.map { [$0.own, $0.other, $0.author] } == [["Anna’s", "Ben’s", "c1"]])
    #expect(anna.conflicts.map(\.isOwnKept) == [false])
    // Once both know, a further change by the same user overwrites nothing of the other one's.
    ben.edit { $0.setField("TEXT", of: ben.block("text"), to: .text("Ben’s again")) }
    try settle()
    #expect(anna.conflicts.count == 1)
  }

  @Test func blocksThatWereMadeBelowADeletedOneAreKept() throws {
    anna.edit { $0.delete(anna.block("loop"), heal: false) }
    ben.edit { coordinator in
      var snapshot = BlockSnapshot(records: [BlockSnapshot.Record(type: "text_print", id: "new")])
      snapshot.records[0].position = WorkspacePoint(x: 1, y: 2)
      guard let block = coordinator.insert(snapshot), let next = ben.block("loop").nextConnection else { return }
      coordinator.connect(block, to: next)
    }
    try settle()
    #expect(ben.laidAside.map { $0.stacks.map { $0.records.map(\.type) } } == [[["text_print"]]])
    #expect(simulation.hostWorkspace.blocks["new"] == nil)
  }

  @Test func aMoveUnderADeletedBlockIsRefused() throws {
    anna.edit { $0.delete(anna.block("other"), heal: false) }
    ben.edit { $0.connect(ben.block("print"), to: ben.block("other").inputs.last!.connection!) }
    try settle()
    #expect(ben.laidAside.count == 1)
    #expect(simulation.hostWorkspace.blocks["print"]?.parent?.id == "loop")
  }

  @Test func twoMovesThatWouldMakeACycleAreNotBothDone() throws {
    anna.edit { $0.connect(anna.block("other"), to: anna.block("loop").nextConnection!) }
    ben.edit { $0.connect(ben.block("loop"), to: ben.block("other").nextConnection!) }
    try settle()
    #expect(ben.laidAside.count == 1 && ben.laidAside.allSatisfy { !$0.reason.isEmpty })
    #expect(simulation.hostWorkspace.blocks["other"]?.parent?.id == "loop")
    #expect(simulation.hostWorkspace.blocks["loop"]?.parent == nil)
  }

  @Test func aFieldIsNotSetToADeletedVariable() throws {
    anna.edit { try? $0.delete($0.workspace.variables["w"]!) }
    ben.edit { $0.setField("VAR", of: ben.block("get"), to: .variable(VariableReference(id: "w"))) }
    try settle()
    #expect(ben.laidAside.map(\.reason) == ["the variable was deleted by another user"])
    #expect(simulation.hostWorkspace.blocks["get"]?.firstField(withName: "VAR")?.text == "a")
  }

  @Test func aVariableThatHasBecomeAnInputIsNotDeleted() throws {
    anna.edit { coordinator in
      var record = BlockSnapshot.Record(type: "procedures_defnoreturn", id: "f")
      record.fields = [FieldRecord(name: "NAME", state: .text("f"))]
      record.mutation = MutationState(
        xml: .building("mutation") { xml in
          xml.begin("arg")
          xml.attribute("name", "b")
          xml.attribute("varid", "w")
          xml.end()
        })
      coordinator.insert(BlockSnapshot(records: [record]))
    }
    ben.edit { try? $0.delete($0.workspace.variables["w"]!) }
    try settle()
    #expect(ben.laidAside.map(\.reason) == ["“b” is an input of the function “f”"])
    #expect(simulation.hostWorkspace.variables["w"]?.name == "b")
  }

  @Test func twoStatementsInsertedAtOnePlaceBothStay() throws {
    for client in [anna, ben] {
      client.edit { coordinator in
        let snapshot = BlockSnapshot(records: [BlockSnapshot.Record(type: "text_print", id: client.name)])
        guard let block = coordinator.insert(snapshot) else { return }
        coordinator.connect(block, to: client.block("print").nextConnection!)
      }
    }
    try settle()
    #expect(ben.laidAside.isEmpty)
    let stack = simulation.hostWorkspace.blocks["print"].map { Array($0.descendants()).map(\.id) } ?? []
    #expect(stack == ["print", "text", "c1", "c0"])
  }

  @Test func twoValuesInsertedAtOnePlaceBothStay() throws {
    for client in [anna, ben] {
      client.edit { coordinator in
        let snapshot = BlockSnapshot(records: [BlockSnapshot.Record(type: "math_number", id: client.name)])
        guard let block = coordinator.insert(snapshot) else { return }
        coordinator.connect(block, to: client.block("other").inputs[0].connection!)
      }
    }
    try settle()
    #expect(ben.laidAside.isEmpty)
    #expect(simulation.hostWorkspace.blocks["c1"]?.parent?.id == "other")
    #expect(simulation.hostWorkspace.blocks["c0"] != nil && simulation.hostWorkspace.blocks["c0"]?.parent == nil)
  }

  @Test func ofTwoWritesToOneFieldTheLaterInTheLogStays() throws {
    anna.edit { $0.setField("TEXT", of: anna.block("text"), to: .text("Anna’s")) }
    ben.edit { $0.setField("TEXT", of: ben.block("text"), to: .text("Ben’s")) }
    try settle()
    #expect(simulation.hostWorkspace.blocks["text"]?.firstField(withName: "TEXT")?.text == "Ben’s")
    #expect(ben.laidAside.isEmpty)
  }

  @Test func theSameChangeByBothIsNoRefusal() throws {
    for client in [anna, ben] { client.edit { $0.delete(client.block("other"), heal: false) } }
    for client in [anna, ben] {
      client.edit { $0.setField("TEXT", of: client.block("text"), to: .text("the same")) }
    }
    try settle()
    #expect(ben.idle == [2])
  }

  @Test func aWatchersChangesAreRefused() throws {
    anna.live?.send?(.role(author: "c1", .watcher))
    try settle()
    ben.edit { $0.setField("TEXT", of: ben.block("text"), to: .text("I may not")) }
    try settle()
    #expect(ben.laidAside.map(\.reason) == ["you may only watch this program"])
    #expect(ben.laidAside.map(\.texts) == [["I may not"]])
    #expect(simulation.hostWorkspace.blocks["text"]?.firstField(withName: "TEXT")?.text == "abc")
    // A watcher gives nobody a role.
    ben.live?.send?(.role(author: "c1", .editor))
    try settle()
    ben.edit { $0.setField("TEXT", of: ben.block("text"), to: .text("still not")) }
    try settle()
    #expect(ben.laidAside.count == 2)
    anna.live?.send?(.role(author: "c1", .editor))
    try settle()
    ben.edit { $0.setField("TEXT", of: ben.block("text"), to: .text("now I may")) }
    try settle()
    #expect(simulation.hostWorkspace.blocks["text"]?.firstField(withName: "TEXT")?.text == "now I may")
  }

  @Test func aBatchThatIsSentTwiceIsAppliedOnce() throws {
    ben.edit { $0.delete(ben.block("get"), heal: false) }
    ben.edit { $0.setField("TEXT", of: ben.block("text"), to: .text("once")) }
    let lines = ben.connection!.toHost
    ben.connection!.toHost += lines
    try settle()
    #expect(simulation.batches.map(\.batch.count) == [1, 2])
    #expect(ben.laidAside.isEmpty)
  }

  /// The connection breaks before the answer, and again after it was sent again.
  @Test func aRefusalWhoseAnswerWasLostIsToldOnce() throws {
    anna.edit { $0.delete(anna.block("print"), heal: false) }
    ben.edit { $0.setField("TEXT", of: ben.block("text"), to: .text("lost?")) }
    try simulation.deliverToHost()
    simulation.cut(ben)
    try settle()
    #expect(ben.laidAside.map(\.texts) == [["lost?"]])
    simulation.cut(ben)
    try settle()
    #expect(ben.laidAside.count == 1)
  }

  @Test func eventsOfExtensionsTravelAndChangeNothing() throws {
    let before = simulation.hostTexts
    try ben.fireForeignEvent()
    try settle()
    #expect(simulation.hostTexts == before)
    let event = try #require(simulation.batches.last?.batch.events.first)
    #expect(event["type"]?.string == "notes_tempo")
    #expect(event["old"]?["bpm"]?.elements.map(\.kind).count == 2 && event["new"]?.string?.hasPrefix("é") == true)
    #expect(simulation.batchCount == 1 && ben.laidAside.isEmpty)
    #expect(anna.live?.number == 1 && anna.live?.program.hash == simulation.hostHash)
  }

  /// Such blocks would freeze others' browsers.
  @Test(arguments: [
    (#"{"type":"controls_if","id":"b","extraState":{"elseIfCount":1}}"#, true),
    (#"{"type":"controls_if","id":"b","extraState":{"elseIfCount":1000000}}"#, false),
    (#"{"type":"lists_create_with","id":"b","extraState":{"itemCount":900}}"#, true),
    (#"{"type":"lists_create_with","id":"b","extraState":{"itemCount":9e300}}"#, false),
    (
      #"{"type":"lists_create_with","id":"b","extraState":"<mutation items=\"9223372036854775808\"></mutation>"}"#,
      false
    ),
  ])
  func shapesAreBounded(block: String, isMade: Bool) throws {
    let event = try JSONParser.parse(
      Array(#"{"type":"create","group":"g","blockId":"b","ids":["b"],"json":\#(block)}"#.utf8))
    let client = HostedClient { _ in }
    simulation.host.enter(client, .init(author: "app", name: "app"), mostRole: .editor)
    let texts = simulation.hostTexts
    simulation.host.receive(.edit(Batch(author: "app", count: 1, events: [event])), from: client)
    #expect((simulation.hostWorkspace.blocks["b"] != nil) == isMade)
    if !isMade { #expect(simulation.hostTexts == texts) }
  }

  /// They are kept for who knows them, but must not fill the log, or be too deep for others to read.
  @Test(arguments: [
    (#""x":["a\"[[[",{"y":1}]"#, true), (#""x":"\#(String(repeating: "x", count: 60_000))""#, true),
    (#""x":"\#(String(repeating: "x", count: 70_000))""#, false),
    (#""x":\#(String(repeating: "[", count: 98) + String(repeating: "]", count: 98))"#, true),
    (#""x":\#(String(repeating: "[", count: 200) + String(repeating: "]", count: 200))"#, false),
  ])
  func unknownEventsAreBounded(members: String, isKept: Bool) throws {
    let event = try JSONParser.parse(Array((#"{"type":"app_event","group":"g",\#(members)}"#).utf8))
    let client = HostedClient { _ in }
    simulation.host.enter(client, .init(author: "app", name: "app"), mostRole: .editor)
    let number = simulation.host.number
    simulation.host.receive(.edit(Batch(author: "app", count: 1, events: [event])), from: client)
    #expect(simulation.host.number == number + (isKept ? 1 : 0))
  }
}
