import BlockModel
import Markup

/// A message about a file that was read successfully.
public struct ProgramFinding: Sendable {
  /// The severity of a finding.
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

  /// The severity.
  public var kind: Kind
  /// The position in the file.
  public var position: SourcePosition
  /// A sentence for the user, without the position.
  public var message: String
  /// The id of the affected block, if the file contains it.
  public var blockID: String?
  /// The id of the affected block in the workspace; a new one if the file omits it.
  public var workspaceBlockID: String?
  /// The affected field, if any.
  public var fieldName: String?
  /// The id of the rule that the program violates; nil if no rule describes the finding.
  package var rule: String?

  package init(
    kind: Kind, position: SourcePosition, message: String, block: Block?, fieldName: String?, rule: String? = nil
  ) {
    self.kind = kind
    self.position = position
    self.message = message
    // An id that is not in the file differs from session to session.
    blockID = block.flatMap { $0.hasImplicitID ? nil : $0.id }
    workspaceBlockID = block?.id
    self.fieldName = fieldName
    self.rule = rule
  }
}
