import AppModules
import BlockEvents
import BlockModel
import Workbench

/// Keeps the last events that were fired, to be looked at.
final class EventLog: EventsListener {
  /// How many events are kept.
  private static let capacity = 1000
  private(set) var events: [BlocklyEvent] = []
  /// How many there were before the first one that is kept.
  private(set) var forgotten = 0
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
      (events, forgotten) = ([], 0)
    case .fired(let event):
      events.append(event)
      if events.count >= 2 * Self.capacity {
        forgotten += events.count - Self.capacity
        events.removeFirst(events.count - Self.capacity)
      }
    default: break
    }
  }

  var count: Int { events.count }

  /// An event as a line of Blockly's JSON.
  func line(at index: Int) -> String {
    guard let workspace, events.indices.contains(index) else { return "" }
    return events[index].json(in: workspace).text()
  }

  /// An event as Blockly's JSON in several lines.
  func lines(at index: Int) -> [String] {
    guard let workspace, events.indices.contains(index) else { return [] }
    return events[index].json(in: workspace).text(style: .pretty).split(separator: "\n").map(String.init)
  }
}
