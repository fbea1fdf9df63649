import AppModules
import BlockEvents
import BlockModel
import Workbench

/// What happens to the open program.
enum ProgramEvent: EventProtocol {
  /// A program was read; what is fired from now on is about it.
  case opening(Workspace)
  /// It can be edited.
  case opened(WorkbenchController)
  /// An event was fired.
  case fired(BlocklyEvent)
  /// An event came to the history: it can be undone.
  case recorded(BlocklyEvent)
  /// A step was undone, or redone.
  case undone, redone
  /// Something is to be said about it.
  case status(String)
}

extension ProgramEvent: CustomStringConvertible {
  /// In few words, for the log.
  var description: String {
    switch self {
    case .opening: "opening"
    case .opened: "opened"
    case .fired(let event): "fired(\(event.type)\(event.blockID.map { " \($0)" } ?? ""))"
    case .recorded(let event): "recorded(\(event.type))"
    case .undone: "undone"
    case .redone: "redone"
    case .status(let message): "status(\"\(message)\")"
    }
  }
}

/// Tells of the open program in typed events, whichever program that is.
final class ProgramEvents: EventsProducer {
  private let emitter = EventEmitter<ProgramEvent>()
  private var workspaceID = ""

  var events: EventStream<ProgramEvent> { emitter.events }

  /// Tells of another program from now on. The manager's listeners hear from the first event on.
  func follow(_ document: Document, with manager: EventManager) {
    workspaceID = document.workspace.id
    manager.addListener(self)
    emitter.emit(.opening(document.workspace))
  }

  /// Tells of the history of the program that is followed.
  func opened(_ workbench: WorkbenchController) {
    workbench.history.observer = self
    emitter.emit(.opened(workbench))
  }
}

extension ProgramEvents {
  /// Has something said about the program.
  func showStatus(_ message: String) { emitter.emit(.status(message)) }
}

extension ProgramEvents: EventManagerListener, UndoHistoryObserver {
  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    // Several programs may share a manager.
    if event.workspaceID == workspaceID { emitter.emit(.fired(event)) }
  }

  func history(_ history: UndoHistory, didRecord event: BlocklyEvent) { emitter.emit(.recorded(event)) }
  func historyDidUndo(_ history: UndoHistory) { emitter.emit(.undone) }
  func historyDidRedo(_ history: UndoHistory) { emitter.emit(.redone) }
}
