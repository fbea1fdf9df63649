import BlockLibrary
import BlockModel

/// A target for a block that is being moved.
public enum MoveDestination: Hashable, Sendable {
  /// Into an input, or below a block when `inputName` is nil.
  case connection(blockID: String, inputName: String?)
  /// On top of a top-level stack.
  case above(blockID: String)
  /// At the top level, unconnected.
  case free(WorkspacePoint)
}
