import AppModules
import Workbench

/// An event of one of the editor's modules.
public nonisolated protocol EditorEvent: EventProtocol, Equatable {
  /// An event that only shows a message in the status line.
  static func status(_ message: String) -> Self

  /// The message that the status line shows for the event; nil for none.
  var statusMessage: String? { get }
}

/// What a module of the editor is built with.
protocol EditorContext: ModuleContext {
  var editor: EditorServices { get }
}

extension EditorContext {
  var routingContext: RoutingContext { .main }
}

/// A context that says no more than where the module is.
struct PlainContext: EditorContext {
  let editor: EditorServices
}

/// A part of the editor, which knows of no other one: it reads the program, makes intents of what the user does, and tells
/// of itself by typed events.
class EditorModule<Context: EditorContext, Event: EditorEvent>: EventsProducer {
  let context: Context
  private let emitter = EventEmitter<Event>()

  required init(usingContext context: Context) { self.context = context }

  var events: EventStream<Event> { emitter.events }
  var editor: EditorServices { context.editor }
  var workbench: WorkbenchController { editor.workbench }

  func emit(_ event: Event) { emitter.emit(event) }

  /// Shows a message in the status line.
  func showStatus(_ message: String?) {
    if let message { emit(.status(message)) }
  }

  /// Does what the user means, and says what came of it.
  /// - Parameter event: what is told when the program is another one by that.
  @discardableResult
  func perform(_ intent: Intent, telling event: Event? = nil) -> IntentOutcome {
    let outcome = workbench.perform(intent)
    showStatus(outcome.statusMessage)
    if outcome.isChange, let event { emit(event) }
    return outcome
  }

  /// Does what the user has typed into a window, which shows itself why it is refused.
  /// - Parameter event: what is told when the program is another one by that.
  /// - Returns: why not.
  func performTyped(_ intent: Intent, telling event: Event? = nil) -> String? {
    let outcome = workbench.perform(intent)
    if outcome.refusal != nil { return outcome.refusal }
    showStatus(outcome.statusMessage)
    if outcome.isChange, let event { emit(event) }
    return nil
  }
}

extension Module where Context: EditorContext {
  /// Has one more controller keep this module alive.
  func adopt(_ controller: any ViewController) { context.editor.manager.manage(controller, of: self) }

  /// Shows one more window of this module.
  func push(_ mode: some Mode) {
    adopt(mode)
    context.editor.modes.push(mode)
  }
}
