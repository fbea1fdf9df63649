import BlockEvents
import BlockFormats
import Markup
import Testing
import WorkbenchTesting

@testable import Workbench

/// Every event of an intent can be inverted, and the inverse too.
@MainActor @Suite struct InverseTests {
  /// The program before and after an intent, and the events that the intent, its undo and its redo fired.
  private struct Record {
    var states: [[UInt8]]
    var performed, undone, redone: [BlocklyEvent]
  }

  private func record(_ sample: ChangingIntent, _ format: ProgramFormat, _ scene: WorkbenchScene) throws -> Record {
    let intent = try sample.prepared(in: scene)
    let recorder = Recorder()
    let manager = scene.controller.eventManager
    func events(_ action: () throws -> Void) rethrows -> [BlocklyEvent] {
      recorder.events = []
      try action()
      return recorder.events.filter { !$0.isUIEvent && !isDerived($0) }
    }
    manager.addListener(recorder)
    let performed = events { scene.controller.perform(intent) }
    let after = scene.bytes
    let undone = try events { try #require(try scene.controller.history.undo()) }
    let before = scene.bytes
    let redone = try events { try #require(try scene.controller.history.redo()) }
    #expect(scene.bytes == after)
    return Record(states: [before, after], performed: performed, undone: undone, redone: redone)
  }

  /// Whether an event is a side effect: shadows disappear and return by themselves.
  private func isDerived(_ event: BlocklyEvent) -> Bool { !event.recordsUndo }

  @Test(arguments: ChangingIntent.allCases, ProgramFormat.allCases)
  func applyingTheInverseIsTheIdentity(sample: ChangingIntent, format: ProgramFormat) throws {
    let scene = try WorkbenchScene(IntentProgram.json, format)
    let start = scene.bytes
    let record = try record(sample, format, scene)
    #expect(record.states[0] == start)
    // Events are reversible by themselves, without the history.
    for event in record.performed.reversed() { try scene.coordinator.replay(event, forward: false) }
    #expect(scene.bytes == start)
    for event in record.performed { try scene.coordinator.replay(event, forward: true) }
    #expect(scene.bytes == record.states[1])
  }

  /// The events fired by undo are ordinary changes: inverted, they restore the change.
  @Test(arguments: ChangingIntent.allCases, ProgramFormat.allCases)
  func theInverseOfTheInverseIsTheOriginal(sample: ChangingIntent, format: ProgramFormat) throws {
    let scene = try WorkbenchScene(IntentProgram.json, format)
    let record = try record(sample, format, scene)
    for event in record.undone { try scene.coordinator.replay(event, forward: true) }
    #expect(scene.bytes == record.states[0])
    for event in record.undone.reversed() { try scene.coordinator.replay(event, forward: false) }
    #expect(scene.bytes == record.states[1])
    #expect(text(record.redone, scene) == text(record.performed, scene))
  }

  private func text(_ events: [BlocklyEvent], _ scene: WorkbenchScene) -> [String] {
    events.map { event in
      let json = event.json(in: scene.workspace)
      return "\(event.type) \(event.blockID ?? "") \(json["name"]?.text() ?? "") \(json["newValue"]?.text() ?? "")"
    }
  }

  private final class Recorder: EventManagerListener {
    var events: [BlocklyEvent] = []

    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) { events.append(event) }
  }
}
