import AppModules
import Workbench

/// An event of one of the editor's modules.
public nonisolated protocol EditorEvent: EventProtocol, Equatable {
  /// An event that only shows a message in the status line.
  static func status(_ message: String) -> Self
}

nonisolated extension EditorEvent {
  /// The message that the status line shows for the event; nil for none.
  public var statusMessage: String? { EnumCase.payload(of: self) { Self.status($0) } }
}

/// An event that may ask for another module's window.
public nonisolated protocol RoutingEvent: EditorEvent {
  /// An event that only opens something.
  static func open(_ route: Route) -> Self
}

nonisolated extension RoutingEvent {
  /// The route that the event opens; nil for none.
  public var route: Route? { EnumCase.payload(of: self) { Self.open($0) } }
}

/// A feature of the editor, for one purpose. It knows no other feature, and reports to the rest of the editor in typed
/// events. It reads the program, and turns user actions into intents.
class EditorModule<Purpose, Event: EditorEvent>: EventsProducer {
  let context: SceneContext<Purpose>
  private let emitter = EventEmitter<Event>()

  required init(usingContext context: SceneContext<Purpose>) { self.context = context }

  var events: EventStream<Event> { emitter.events }

  var scene: Scene { context.scene }

  /// The program that the module is about.
  var program: OpenProgram { context.program }

  var workbench: WorkbenchController { program.workbench }

  func emit(_ event: Event) { emitter.emit(event) }

  /// Shows a message in the status line.
  func showStatus(_ message: String?) {
    if let message { emit(.status(message)) }
  }

  /// Closes a window.
  func pop(_ window: some Mode) { scene.screen.modes.pop(window) }

  /// Performs an intent, and shows its outcome in the status line.
  /// - Parameter event: the event to emit if the program has changed.
  @discardableResult
  func perform(_ intent: Intent, emitting event: Event? = nil) -> IntentOutcome {
    let outcome = workbench.perform(intent)
    showStatus(outcome.sentence)
    if outcome.isChange, let event { emit(event) }
    return outcome
  }

  /// Performs an intent with text that was typed into a window. The window itself shows a refusal.
  /// - Parameter event: the event to emit if the program has changed.
  /// - Returns: why the intent was refused; nil if it was performed.
  func performTyped(_ intent: Intent, emitting event: Event? = nil) -> String? {
    let outcome = workbench.perform(intent)
    if outcome.refusal != nil { return outcome.refusal }
    showStatus(outcome.sentence)
    if outcome.isChange, let event { emit(event) }
    return nil
  }
}

extension Module {
  /// Shows a further window of this module.
  func push<Purpose>(_ window: some Mode) where Context == SceneContext<Purpose> {
    context.scene.push(window, of: self)
  }
}

/// The defaults of most modules.
extension PageRepresenting {
  var section: String { "program" }
  var pageType: String { "list" }
}
