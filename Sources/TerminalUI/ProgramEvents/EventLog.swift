import AppModules
import BlockEvents
import BlockModel
import Workbench

/// Keeps the most recently fired events for the log window.
final class EventLog: EventsListener {
  /// The minimum number of recent events to keep.
  private static let capacity = 1000
  private var events: [(event: BlocklyEvent, workspace: Workspace)] = []
  /// The number of events that were dropped before the first one.
  private(set) var droppedCount = 0
  /// The program whose events are fired.
  private var workspace: Workspace?
  private let subscriptions = SubscriptionBag()

  func listenEvents(from producer: any AnyEventsProducer, events: EventStream<ProgramEvent>) -> Bool {
    events.observe { [unowned self] event in note(event) }.kept(in: subscriptions)
    return true
  }

  private func note(_ event: ProgramEvent) {
    switch event {
    case .opening(let workspace):
      self.workspace = workspace
    case .shown(let workbench): workspace = workbench.workspace
    case .closing(let workbench):
      // The events would keep the workspace alive.
      let count = events.count
      events.removeAll { $0.workspace === workbench.workspace }
      droppedCount += count - events.count
    case .fired(let event):
      guard let workspace else { break }
      events.append((event, workspace))
      if events.count >= 2 * Self.capacity {
        droppedCount += events.count - Self.capacity
        events.removeFirst(events.count - Self.capacity)
      }
    default: break
    }
  }

  var count: Int { events.count }

  /// Returns an event as one line of Blockly's JSON.
  func line(at index: Int) -> String {
    guard events.indices.contains(index) else { return "" }
    return events[index].event.json(in: events[index].workspace).text()
  }

  /// Returns an event as Blockly's JSON, one member per line.
  func lines(at index: Int) -> [String] {
    guard events.indices.contains(index) else { return [] }
    return events[index].event.json(in: events[index].workspace).text(style: .pretty).split(separator: "\n").map(
      String.init)
  }
}
