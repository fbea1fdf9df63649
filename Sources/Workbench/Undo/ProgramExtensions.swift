import BlockEditing
import BlockEvents
import BlockFormats
import BlockNotation
import ProgramAdvice

/// An app's extensions to the editing of programs. The editor, journal recovery and replay must all use the same ones
/// for the same events.
public struct ProgramExtensions {
  /// Reads the events of undo stacks, journals and recordings. Apps register their own events here.
  public var eventFactory = BlocklyEventFactory.withMortiseEvents()
  /// Creates the layouts of mutators.
  public var layoutFactory = LayoutFactory.stock()
  /// The formats that programs are saved in. `Document.open` must get the same ones.
  public var formats = FileFormats.standard
  /// The rules of advice.
  public var adviceRules: [any AdviceRule] = AdviceRules.all
  /// Create the listeners for a program's events, such as those that chain changes. The listeners are retained while
  /// the program is open. Events of undo, redo, recovery and replay are marked; see `BlocklyEvent.isReplayed`.
  public var listenerFactories: [(WorkspaceLayoutCoordinator) -> any EventManagerListener] = []

  /// No extensions: Blockly's events, mutators and formats.
  public init() {}

  /// Creates the listeners of a program, and adds them to its event manager.
  /// - Returns: the listeners, which the manager references weakly.
  package func addListeners(to coordinator: WorkspaceLayoutCoordinator) -> [any EventManagerListener] {
    listenerFactories.map { make in
      let listener = make(coordinator)
      coordinator.eventManager.addListener(listener)
      return listener
    }
  }
}

extension BlocklyEventFactory {
  /// Returns a factory that knows Blockly's events and the editor's own.
  public static func withMortiseEvents() -> BlocklyEventFactory {
    let factory = BlocklyEventFactory()
    BookmarkEvent.register(with: factory)
    return factory
  }
}
