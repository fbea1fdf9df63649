import AppModules
import BlockEvents
import BlockModel
import Workbench

/// Keeps the most recently fired events for the log window.
final class EventLog: EventsListener {
  /// The minimum number of recent events to keep.
  private static let capacity = 1000
  private(set) var events: [BlocklyEvent] = []
  /// How many events before the first one were dropped.
  private(set) var droppedCount = 0
  private weak var workspace: Workspace?
  private let subscriptions = SubscriptionBag()

  func listenEvents(from producer: any AnyEventsProducer, events: EventStream<ProgramEvent>) -> Bool {
    events.observe { [unowned self] event in note(event) }.kept(in: subscriptions)
    return true
  }

  private func note(_ event: ProgramEvent) {
    switch event {
    case .opening(let workspace):
      self.workspace = workspace
      (events, droppedCount) = ([], 0)
    case .fired(let event):
      events.append(event)
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
    guard let workspace, events.indices.contains(index) else { return "" }
    return events[index].json(in: workspace).text()
  }

  /// Returns an event as Blockly's JSON, one member per line.
  func lines(at index: Int) -> [String] {
    guard let workspace, events.indices.contains(index) else { return [] }
    return events[index].json(in: workspace).text(style: .pretty).split(separator: "\n").map(String.init)
  }
}
