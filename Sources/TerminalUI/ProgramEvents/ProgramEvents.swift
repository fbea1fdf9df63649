import AppModules
import BlockEvents
import BlockModel
import Workbench

/// An event of the program that is shown, or about the programs that are open.
enum ProgramEvent: EventProtocol {
  /// A program was read. The following events belong to it.
  case opening(Workspace)
  /// The program can be edited.
  case opened(WorkbenchController)
  /// A program that was opened earlier is shown again. The following events belong to it.
  case shown(WorkbenchController)
  /// A program is about to be closed, or to be replaced by unsaved work.
  case closing(WorkbenchController)
  /// An event was fired.
  case fired(BlocklyEvent)
  /// An event was added to the undo history.
  case recorded(BlocklyEvent)
  /// A step was undone or redone.
  case undone, redone
  /// A message for the status line.
  case status(String)
}

extension ProgramEvent: CustomStringConvertible {
  /// A short form for the log.
  var description: String {
    switch self {
    case .opening: "opening"
    case .opened: "opened"
    case .shown: "shown"
    case .closing: "closing"
    case .fired(let event): "fired(\(event.type)\(event.blockID.map { " \($0)" } ?? ""))"
    case .recorded(let event): "recorded(\(event.type))"
    case .undone: "undone"
    case .redone: "redone"
    case .status(let message): "status(\"\(message)\")"
    }
  }
}

/// Emits the events of the shown program to the editor's listeners.
final class ProgramEvents: EventsProducer {
  private let emitter = EventEmitter<ProgramEvent>()
  private var workspaceID = ""
  let wantsLoadingEvents: Bool

  /// - Parameter wantsLoadingEvents: whether a listener wants the events for the contents of a loaded program.
  init(wantsLoadingEvents: Bool) { self.wantsLoadingEvents = wantsLoadingEvents }

  var events: EventStream<ProgramEvent> { emitter.events }

  /// Switches to another program, and emits its events from the first one on.
  func follow(_ document: Document, with manager: EventManager) {
    workspaceID = document.workspace.id
    manager.addListener(self)
    manager.didStopChain = { [weak self] in self?.showStatus($0.reason) }
    emitter.emit(.opening(document.workspace))
  }

  /// Starts emitting the undo history events of the program.
  func opened(_ workbench: WorkbenchController) {
    workbench.history.observer = self
    emitter.emit(.opened(workbench))
  }

  /// Switches to a program that was opened earlier.
  func show(_ workbench: WorkbenchController) {
    workspaceID = workbench.workspace.id
    emitter.emit(.shown(workbench))
  }

  /// Announces that a program is about to be closed.
  func close(_ workbench: WorkbenchController) { emitter.emit(.closing(workbench)) }

  /// Shows a status message about the program.
  func showStatus(_ message: String) { emitter.emit(.status(message)) }
}

extension ProgramEvents: EventManagerListener, UndoHistoryObserver {
  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    // Several programs may share an event manager.
    if event.workspaceID == workspaceID { emitter.emit(.fired(event)) }
  }

  func history(_ history: UndoHistory, didRecord event: BlocklyEvent) { emitter.emit(.recorded(event)) }
  func historyDidUndo(_ history: UndoHistory) { emitter.emit(.undone) }
  func historyDidRedo(_ history: UndoHistory) { emitter.emit(.redone) }
}
