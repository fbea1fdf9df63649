import BlockModel

/// An event that tells of the view only: it is added by the view layer, changes nothing and is never undone.
open class UIEvent: BlocklyEvent {
  public init(type: String, workspaceID: String, blockID: String? = nil) {
    super.init(type: type, workspaceID: workspaceID, blockID: blockID)
    recordsUndo = false
  }

  override public final var isUIEvent: Bool { true }
}
