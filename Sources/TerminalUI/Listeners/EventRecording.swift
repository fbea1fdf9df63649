import AppModules
import BlockModel
import Workbench

/// Writes every fired event to a file (`--record-events`), whichever program is open.
public final class EventRecording: AnyEventsListener {
  private let recorder: EventRecorder
  private weak var workspace: Workspace?
  private let subscriptions = SubscriptionBag()

  public init(_ recorder: EventRecorder) { self.recorder = recorder }

  public func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    guard let events = producer.stream(of: ProgramEvent.self) else { return false }
    events.observe { [unowned self] event in
      switch event {
      case .opening(let workspace): self.workspace = workspace
      case .fired(let event): if let workspace { recorder.write(event, in: workspace) }
      default: break
      }
    }.kept(in: subscriptions)
    return true
  }
}
