import BlockModel
import Markup

/// A program was loaded (`finished_loading`): nothing that could be undone, and no UI event.
public final class FinishedLoadingEvent: BlocklyEvent {
  public init(workspaceID: String) {
    super.init(type: "finished_loading", workspaceID: workspaceID)
    recordsUndo = false
  }
}
