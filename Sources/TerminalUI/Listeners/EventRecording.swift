import AppModules
import BlockModel
import Workbench

/// Writes the fired events of the program that was opened first to a file (`--record-events`): one recording can be
/// replayed in one program.
public final class EventRecording: AnyEventsListener {
  private let recorder: EventRecorder
  private weak var workspace: Workspace?
  private let subscriptions = SubscriptionBag()

  /// - Parameter recorder: the recorder, whose file is already open.
  public init(_ recorder: EventRecorder) { self.recorder = recorder }

  public func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    guard let events = producer.stream(of: ProgramEvent.self) else { return false }
    events.observe { [unowned self] event in
      switch event {
      case .opening(let workspace): if self.workspace == nil { self.workspace = workspace }
      // Either unsaved work takes the program's place, or the recording is over.
      case .closing(let workbench): if workspace === workbench.workspace { workspace = nil }
      case .fired(let event):
        if let workspace, event.workspaceID == workspace.id { recorder.write(event, in: workspace) }
      default: break
      }
    }.kept(in: subscriptions)
    return true
  }
}
