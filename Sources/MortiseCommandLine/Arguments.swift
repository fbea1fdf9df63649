/// An invalid command line, with a message for the user.
public struct UsageError: Error {
  /// The message: the problem, and what to write instead.
  public var message: String
  /// - Parameter message: the problem, and what to write instead.
  public init(_ message: String) { self.message = message }
}

/// A parsed command line. Parsing is strict: every option must be known, have its value, and be given once unless it is
/// repeatable. `--option=value` and `-oVALUE` are accepted; `--` ends the options; `-` is an operand.
public struct Arguments {
  /// The arguments that are neither options nor their values, in their order.
  public private(set) var operands: [String] = []
  private var optionValues: [String: [String]] = [:]

  /// - Parameter command: the command's name.
  init(_ arguments: [String], of command: String, syntax: ArgumentSyntax) throws(UsageError) {
    let options = syntax.options + CommonOptions.all
    var rest = arguments[...]
    var optionsAreOver = false
    var hasEmptyOperand = false
    while let argument = rest.popFirst() {
      if optionsAreOver || !argument.hasPrefix("-") || argument == "-" {
        // The operands after “--” may be arguments of a program.
        hasEmptyOperand = hasEmptyOperand || argument.isEmpty && (operands.isEmpty || !optionsAreOver)
        operands.append(argument)
      } else if argument == "--" {
        optionsAreOver = true
      } else {
        try parseOption(argument, options, &rest)
      }
    }
    // With --help or --version, the operands don't matter.
    if has("--help") || has("--version") { return }
    if operands.count < syntax.operandCount.lowerBound {
      let isOne = syntax.operandCount.lowerBound == 1
      throw UsageError(isOne ? "\(syntax.operandName) is missing" : "\(command) needs \(syntax.operandName)")
    }
    if operands.count > syntax.operandCount.upperBound {
      throw UsageError("unexpected \(syntax.operandName) “\(operands[syntax.operandCount.upperBound])”")
    }
    if hasEmptyOperand { throw UsageError("\(syntax.operandName) is empty") }
  }

  private mutating func parseOption(
    _ argument: String, _ options: [Option], _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var name = argument
    var value: String?
    if argument.hasPrefix("--") {
      if let sign = argument.firstIndex(of: "=") {
        name = String(argument[..<sign])
        value = String(argument[argument.index(after: sign)...])
      }
    } else if argument.count > 2 {
      name = String(argument.prefix(2))
      value = String(argument.dropFirst(2))
    }
    guard let option = options.first(where: { $0.names.contains(name) }) else {
      throw UsageError("unknown option “\(argument)”")
    }
    if let valueName = option.valueName {
      value = value ?? rest.popFirst()
      guard let value, !value.isEmpty else { throw UsageError("\(name) needs a value: \(name) \(valueName)") }
      if optionValues[option.key] != nil, !option.isRepeatable { throw UsageError("\(name) is given twice") }
      optionValues[option.key, default: []].append(value)
    } else {
      if value != nil { throw UsageError("\(name) takes no value, but “\(argument)” gives one") }
      optionValues[option.key] = []
    }
  }

  /// Whether an option was given.
  public func has(_ key: String) -> Bool { optionValues[key] != nil }

  /// Returns the value of an option that is not repeatable.
  public func value(_ key: String) -> String? { optionValues[key]?.first }

  /// Returns the values of a repeatable option.
  public func values(_ key: String) -> [String] { optionValues[key] ?? [] }
}
