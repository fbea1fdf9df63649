import BlockModel
import Markup

/// A message about a file that was read successfully.
public struct ProgramFinding: Sendable {
  /// How serious a finding is.
  public enum Kind: Hashable, Sendable {
    /// The program has a problem, but all of it is kept.
    case problem
    /// Some content could not be kept as it is in the file.
    case repair
    /// The program has no problem, but a written file will differ in a detail that has no meaning for it.
    case note
    /// The program has no problem. The file contains more than the program, which is kept.
    case remark
  }

  /// How serious it is.
  public var kind: Kind
  /// Where it is in the file.
  public var position: SourcePosition
  /// A sentence for the user, without the position.
  public var message: String
  /// The affected block, if the file contains its id.
  public var blockID: String?
  /// The affected block in the workspace. Its id is a new one if the file doesn't contain it.
  public var workspaceBlockID: String?
  /// The affected field, if any.
  public var fieldName: String?

  package init(kind: Kind, position: SourcePosition, message: String, block: Block?, fieldName: String?) {
    self.kind = kind
    self.position = position
    self.message = message
    // An id that is not in the file differs from session to session.
    blockID = block.flatMap { $0.hasImplicitID ? nil : $0.id }
    workspaceBlockID = block?.id
    self.fieldName = fieldName
  }
}
