/// An option of a command.
struct Option {
  var names: [String]
  /// The placeholder for its value in the help; nil for an option without a value.
  var valueName: String?
  /// The values that completions offer.
  var values: PossibleValues
  var isRepeatable: Bool
  var help: String

  init(
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
  var key: String { names[0] }
}

/// The options and operands that a command accepts.
struct ArgumentSyntax {
  /// The usage line in the help, without the command's name.
  var usage: String
  var options: [Option]
  /// The placeholder for an operand, such as “FILE”.
  var operandName: String
  /// The allowed number of operands.
  var operandCount: ClosedRange<Int>
  /// The operands that completions offer.
  var operandValues = PossibleValues.program
  /// Additional text for the help.
  var details = ""
}
