import AppModules

/// What the log of events tells of itself.
nonisolated enum EventLogEvent: EditorEvent {
  case status(String)
  case closed

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct EventLogContext: WindowContext {
  let routingContext: RoutingContext
  let windows: ModuleWindows
  let parts: ScreenParts
  let log: EventLog
}

/// The fired events below the canvas, as the JSON that Blockly would send: live, and to be read through.
final class EventLogModule: EditorModule<EventLogContext, EventLogEvent>, Module, PageRepresenting {
  let pageName = "Event log"
  let section = "program"
  let pageType = "list"

  func unmanagedRootViewController() -> (any ViewController)? { EventLogView(module: self) }

  /// Shows an event in full.
  func show(at index: Int) {
    push(TextViewer(title: "Event \(context.log.droppedCount + index + 1)", lines: context.log.lines(at: index)))
  }

  func close(_ view: EventLogView) {
    context.windows.pop(view)
    context.parts.remove(.log)
    emit(.closed)
  }
}
