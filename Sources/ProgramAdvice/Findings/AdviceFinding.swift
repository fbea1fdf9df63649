/// Something that a rule found in a program.
public struct AdviceFinding: Hashable, Sendable {
  /// The id of the rule: `never-set`.
  public var rule: String
  /// The severity.
  public var level: AdviceLevel
  /// The block at which it is shown; nil for the whole program.
  public var blockID: String?
  /// The field of the block, if it is about one.
  public var fieldName: String?
  /// The name of the message among those of the rule; empty for the usual one.
  public var variant: String
  /// The arguments of the message, in order.
  public var arguments: [Argument]
  /// The repair, where one is safe.
  public var repair: Repair?

  /// An argument of a message.
  public enum Argument: Hashable, Sendable {
    /// A name or number.
    case text(String)
    /// The line of a block, as it is when the message is made.
    case line(blockID: String)
  }

  /// A change that removes the finding.
  public enum Repair: Hashable, Sendable {
    /// Makes a field refer to another variable.
    case useVariable(id: String, blockID: String, fieldName: String)
    /// Sets a field to one of its values.
    case setField(blockID: String, fieldName: String, value: String)
    /// Deletes statements that follow each other, or a value.
    case delete(firstID: String, lastID: String)
    /// Replaces a condition by a shorter one with the same value.
    case simplifyCondition(blockID: String)
    /// Joins an if with the one in it.
    case mergeIfs(blockID: String)
    /// Removes an input of a function, and what calls pass to it.
    case removeParameter(index: Int, definitionID: String)
    /// Makes a function of statements that follow each other, and calls it wherever they are.
    case extractFunction(firstID: String, lastID: String)

    /// Whether the user should name something.
    package var needsName: Bool { if case .extractFunction = self { true } else { false } }
  }

  /// Creates a finding of a rule.
  /// - Parameter block: the block at which it is shown; nil for the whole program.
  public init(
    _ rule: some AdviceRule, at blockID: String?, field: String? = nil, _ variant: String = "",
    _ arguments: [Argument] = [], repair: Repair? = nil
  ) {
    self.rule = rule.id
    level = rule.level
    self.blockID = blockID
    fieldName = field
    self.variant = variant
    self.arguments = arguments
    self.repair = repair
  }
}
