import BlockModel

/// An event that concerns only the view. The view layer adds it; it changes nothing and is never undone.
open class UIEvent: BlocklyEvent {
  public init(type: String, workspaceID: String, blockID: String? = nil) {
    super.init(type: type, workspaceID: workspaceID, blockID: blockID)
    recordsUndo = false
  }

  override public final var isUIEvent: Bool { true }
}
