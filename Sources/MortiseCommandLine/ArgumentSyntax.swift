/// An option of a command.
public struct Option {
  /// The names with their dashes; the first one is the key to its values.
  public var names: [String]
  /// The placeholder for its value in the help; nil for an option without a value.
  public var valueName: String?
  /// The values that completions offer.
  public var values: PossibleValues
  /// Whether it may be given several times; all its values are used.
  public var isRepeatable: Bool
  /// A short description for the help.
  public var help: String

  /// - Parameters:
  ///   - names: the names, such as `--output` and `-o`. The first one is the key.
  ///   - value: the placeholder for its value; nil for an option without a value.
  public init(
    _ names: String..., value: String? = nil, values: PossibleValues = .anyFile, isRepeatable: Bool = false,
    help: String
  ) {
    self.names = names
    valueName = value
    self.values = values
    self.isRepeatable = isRepeatable
    self.help = help
  }

  /// The option's key in `Arguments`.
  public var key: String { names[0] }
}

/// The options and operands that a command accepts.
public struct ArgumentSyntax {
  /// The usage line in the help, without the command's name.
  public var usage: String
  /// The options, in the order of the help, without those of all commands.
  public var options: [Option]
  /// The placeholder for an operand, such as “FILE”.
  public var operandName: String
  /// The allowed number of operands.
  public var operandCount: ClosedRange<Int>
  /// The operands that completions offer.
  public var operandValues: PossibleValues
  /// Additional text for the help.
  public var details: String

  /// - Parameters:
  ///   - usage: the usage line in the help, without the command's name.
  ///   - operandValues: the operands that completions offer.
  public init(
    usage: String, options: [Option] = [], operandName: String, operandCount: ClosedRange<Int>,
    operandValues: PossibleValues = .program, details: String = ""
  ) {
    self.usage = usage
    self.options = options
    self.operandName = operandName
    self.operandCount = operandCount
    self.operandValues = operandValues
    self.details = details
  }
}
