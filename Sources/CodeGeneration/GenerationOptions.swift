/// The options for generating code.
public struct GenerationOptions: Hashable, Sendable {
  /// Whether the blocks count items of lists and letters from zero instead of one.
  public var isZeroBased = false
  /// Code before every statement; `%1` is the block's id, quoted. nil for none.
  public var statementPrefix: String?
  /// Code after every statement.
  public var statementSuffix: String?
  /// Code at the start of the bodies of loops and functions.
  public var loopTrap: String?
  /// Whether the definitions of helper functions are left out.
  public var omitsHelpers = false
  /// The texts of blocks that may become code as they are: those to which the user has agreed.
  package var allowedCode: Set<String> = []

  /// Blockly's defaults.
  public init() {}
}

/// A block that can't be generated.
public struct GenerationProblem: Error, Hashable, Sendable {
  /// The block that has no generator, or whose generator refuses it.
  public var blockID: String
  /// The field whose value can't become code; nil for a problem of the whole block.
  public var fieldName: String?
  /// A sentence for the user, without the position.
  public var message: String
  /// Whether only the user's consent is missing; see `GenerationOptions.allowedCode`.
  package var lacksConsent = false

  /// The user gave up; nothing is wrong with the program.
  package static let givenUp = GenerationProblem(blockID: "", message: "given up")
}
