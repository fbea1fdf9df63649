import AppModules

/// The events of the event log.
nonisolated enum EventLogEvent: EditorEvent {
  case status(String)
  case closed
}

/// The event log below the canvas: shows fired events as Blockly's JSON, live and for browsing.
final class EventLogModule: EditorModule<Void, EventLogEvent>, Module, PageRepresenting {
  let pageName = "Event log"
  let section = "program"
  let pageType = "list"

  func unmanagedRootViewController() -> (any ViewController)? { EventLogView(module: self) }

  /// Shows an event in full.
  func show(at index: Int) {
    push(TextViewer(title: "Event \(scene.log.droppedCount + index + 1)", lines: scene.log.lines(at: index)))
  }

  func close(_ view: EventLogView) {
    pop(view)
    scene.screen.parts.remove(.log)
    emit(.closed)
  }
}
