import AppModules
import Workbench

/// An event of one of the editor's modules.
public nonisolated protocol EditorEvent: EventProtocol, Equatable {
  /// An event that only shows a message in the status line.
  static func status(_ message: String) -> Self

  /// The message that the status line shows for the event; nil for none.
  var statusMessage: String? { get }
}

/// A feature of the editor. It knows no other feature, and reports to the rest of the editor in typed events.
class EditorModule<Context: ModuleContext, Event: EditorEvent>: EventsProducer {
  let context: Context
  private let emitter = EventEmitter<Event>()

  required init(usingContext context: Context) { self.context = context }

  var events: EventStream<Event> { emitter.events }

  func emit(_ event: Event) { emitter.emit(event) }

  /// Shows a message in the status line.
  func showStatus(_ message: String?) {
    if let message { emit(.status(message)) }
  }
}

/// The context of a module that shows further windows, besides its root view controller.
protocol WindowContext: ModuleContext {
  var windows: ModuleWindows { get }
}

/// The context of a module that works on the open program.
protocol ProgramContext: WindowContext {
  var program: OpenProgram { get }
}

/// A feature that works on the open program: it reads the program, and turns user actions into intents.
class ProgramModule<Context: ProgramContext, Event: EditorEvent>: EditorModule<Context, Event> {
  var workbench: WorkbenchController { context.program.workbench }

  /// Performs an intent, and shows its outcome in the status line.
  /// - Parameter event: the event to emit if the program has changed.
  @discardableResult
  func perform(_ intent: Intent, telling event: Event? = nil) -> IntentOutcome {
    let outcome = workbench.perform(intent)
    showStatus(outcome.statusMessage)
    if outcome.isChange, let event { emit(event) }
    return outcome
  }

  /// Performs an intent with text that was typed into a window. The window itself shows a refusal.
  /// - Parameter event: the event to emit if the program has changed.
  /// - Returns: why the intent was refused; nil if it was performed.
  func performTyped(_ intent: Intent, telling event: Event? = nil) -> String? {
    let outcome = workbench.perform(intent)
    if outcome.refusal != nil { return outcome.refusal }
    showStatus(outcome.statusMessage)
    if outcome.isChange, let event { emit(event) }
    return nil
  }
}

extension Module where Context: WindowContext {
  /// Shows a further window of this module.
  func push(_ window: some Mode) { context.windows.push(window, of: self) }
}
