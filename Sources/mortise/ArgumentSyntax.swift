/// An option of a command.
struct Option {
  var names: [String]
  /// What stands for its value in the help; nil for an option without one.
  var valueName: String?
  var isRepeatable: Bool
  var help: String

  init(_ names: String..., value: String? = nil, isRepeatable: Bool = false, help: String) {
    self.names = names
    valueName = value
    self.isRepeatable = isRepeatable
    self.help = help
  }

  /// The name by which `Arguments` knows it.
  var key: String { names[0] }
}

/// What may stand on a command's line.
struct ArgumentSyntax {
  /// The line as the help shows it, behind the command's name.
  var usage: String
  var options: [Option]
  /// What the words that are no options are, such as “FILE”, and how many there may be.
  var operandName: String
  var operandCount: ClosedRange<Int>
  /// More for the help.
  var details = ""
}
