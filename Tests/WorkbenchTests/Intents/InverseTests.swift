import BlockEvents
import BlockFormats
import Markup
import Testing
import WorkbenchTesting

@testable import Workbench

/// The inverse of an intent is taken while it is made, from the state before it.
@MainActor @Suite struct InverseTests {
  /// What one intent did, and what taking it back and doing it again fired.
  private struct Turns {
    var states: [[UInt8]]
    var made, undone, redone: [BlocklyEvent]
  }

  private func turns(_ sample: ChangingIntent, _ format: ProgramFormat, _ scene: Scene) throws -> Turns {
    let intent = try sample.prepared(in: scene)
    let watcher = Watcher()
    let manager = scene.controller.eventManager
    func step(_ action: () throws -> Void) rethrows -> [BlocklyEvent] {
      watcher.events = []
      try action()
      return watcher.events.filter { !$0.isUIEvent && !isDerived($0) }
    }
    manager.addListener(watcher)
    let made = step { scene.controller.perform(intent) }
    let after = scene.bytes
    let undone = try step { try #require(try scene.controller.history.undo()) }
    let before = scene.bytes
    let redone = try step { try #require(try scene.controller.history.redo()) }
    #expect(scene.bytes == after)
    return Turns(states: [before, after], made: made, undone: undone, redone: redone)
  }

  /// Shadows that give way and come back do so by themselves.
  private func isDerived(_ event: BlocklyEvent) -> Bool { !event.recordsUndo }

  @Test(arguments: ChangingIntent.allCases, ProgramFormat.allCases)
  func applyingTheInverseIsTheIdentity(sample: ChangingIntent, format: ProgramFormat) throws {
    let scene = try Scene(IntentProgram.json, format)
    let start = scene.bytes
    let turns = try turns(sample, format, scene)
    #expect(turns.states[0] == start)
    // Each event knows its inverse, without the history.
    for event in turns.made.reversed() { try scene.coordinator.replay(event, forward: false) }
    #expect(scene.bytes == start)
    for event in turns.made { try scene.coordinator.replay(event, forward: true) }
    #expect(scene.bytes == turns.states[1])
  }

  /// The events that taking back fired are changes like others: taken back themselves, they give what was taken back.
  @Test(arguments: ChangingIntent.allCases, ProgramFormat.allCases)
  func theInverseOfTheInverseIsTheChange(sample: ChangingIntent, format: ProgramFormat) throws {
    let scene = try Scene(IntentProgram.json, format)
    let turns = try turns(sample, format, scene)
    for event in turns.undone { try scene.coordinator.replay(event, forward: true) }
    #expect(scene.bytes == turns.states[0])
    for event in turns.undone.reversed() { try scene.coordinator.replay(event, forward: false) }
    #expect(scene.bytes == turns.states[1])
    #expect(text(turns.redone, scene) == text(turns.made, scene))
  }

  private func text(_ events: [BlocklyEvent], _ scene: Scene) -> [String] {
    events.map { event in
      let json = event.json(in: scene.workspace)
      return "\(event.type) \(event.blockID ?? "") \(json["name"]?.text() ?? "") \(json["newValue"]?.text() ?? "")"
    }
  }

  private final class Watcher: EventManagerListener {
    var events: [BlocklyEvent] = []

    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) { events.append(event) }
  }
}
