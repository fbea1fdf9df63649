import AppModules

/// The events of the event log.
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

/// The event log below the canvas: shows fired events as Blockly's JSON, live and for browsing.
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
