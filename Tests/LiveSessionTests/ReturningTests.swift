import BlockEvents
import BlockModel
import Testing

@testable import LiveSession

/// A client that returns with many changes of its own after others have made many, too.
@Suite struct ReturningTests {
  private let simulation: Simulation
  private var anna: SimulatedClient { simulation.clients[0] }
  private var ben: SimulatedClient { simulation.clients[1] }

  init() throws {
    simulation = try Simulation(
      seed: 1, clientCount: 2,
      program: #"{"blocks":{"blocks":[{"type":"text","id":"t"},{"type":"text","id":"u"}]}}"#)
    try simulation.settle()
  }

  /// Counts the events of a program.
  private final class Counter: EventManagerListener {
    var count = 0
    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) { count += 1 }
  }

  private func make(_ count: Int, in client: SimulatedClient) {
    for index in 0..<count {
      client.edit { $0.insert(BlockSnapshot(records: [.init(type: "math_number", id: "\(client.name)-\(index)")])) }
    }
  }

  /// Each own change is undone once and made again once, however many others there are.
  @Test func ownChangesAreMadeAgainOnceForAllOthers() throws {
    let (own, others) = (300, 400)
    simulation.cut(ben)
    make(own, in: ben)
    make(others, in: anna)
    let counter = Counter()
    ben.live?.program.eventManager.addListener(counter)
    try simulation.settle()
    #expect(ben.texts == simulation.hostTexts && anna.texts == simulation.hostTexts)
    #expect(ben.live?.isConfirmed == true && ben.differences.isEmpty && ben.laidAside.isEmpty)
    #expect(simulation.batchCount == own + others)
    #expect(counter.count <= 3 * own + others)
  }

  /// Answers to own changes cost the same while these are undone: here each is undone once, and made again by its answer.
  @Test(arguments: [false, true]) func answersToUndoneChangesCostOneChangeEach(areRefused: Bool) throws {
    let count = 300
    for index in 0..<count { ben.edit { $0.setField("TEXT", of: ben.block("t"), to: .text("\(index)")) } }
    anna.edit { coordinator in
      if areRefused {
        coordinator.delete(anna.block("t"), heal: false)
      } else {
        coordinator.setField("TEXT", of: anna.block("u"), to: .text("anna’s"))
      }
    }
    let counter = Counter()
    ben.live?.program.eventManager.addListener(counter)
    try simulation.settle()
    #expect(ben.texts == simulation.hostTexts)
    #expect(ben.live?.isConfirmed == true && ben.differences.isEmpty)
    #expect(ben.laidAside.count == (areRefused ? count : 0))
    #expect(counter.count <= 2 * count + 1)
  }
}
