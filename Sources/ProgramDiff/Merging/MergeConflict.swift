import BlockModel

/// A place where two sides of a merge contradict each other.
public struct MergeConflict: Hashable, Sendable {
  /// The kind of contradiction.
  public enum Kind: String, Sendable {
    /// Both change the same thing differently.
    case change
    /// One deletes what the other changes.
    case deletion
    /// Both move a block, to different places, or each into the other.
    case move
    /// Theirs puts a block where ours has no room for it.
    case place
    /// Both give a variable or function a name, or two get the same.
    case name
    /// One changes the parameters of a function that the other calls.
    case parameters
    /// Both change a workspace comment, or parts of the file that aren't Blockly's.
    case file
  }

  /// The kind of contradiction.
  public let kind: Kind
  /// One sentence for the user, without a full stop.
  public let message: String
  /// The block of the merged program in conflict; nil for none.
  public let blockID: String?
}
