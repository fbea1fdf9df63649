/// Why a command line can't be understood, in words for the user.
struct UsageError: Error {
  var message: String
  init(_ message: String) { self.message = message }
}

/// A command line, taken apart strictly: every option must be known, have its value, and be given once unless it may be
/// repeated. `--option=value` and `-oVALUE` are understood; `--` ends the options; `-` is an operand.
struct Arguments {
  private(set) var operands: [String] = []
  private var given: [String: [String]] = [:]

  init(_ words: [String], syntax: ArgumentSyntax) throws(UsageError) {
    let options = syntax.options + CommonOptions.all
    var rest = words[...]
    var optionsAreOver = false
    while let word = rest.popFirst() {
      if optionsAreOver || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        optionsAreOver = true
      } else {
        try take(word, options, &rest)
      }
    }
    // Who asks for help need not know the rest yet.
    if has("--help") || has("--version") { return }
    if operands.count < syntax.operandCount.lowerBound { throw UsageError("\(syntax.operandName) is missing") }
    if operands.count > syntax.operandCount.upperBound {
      throw UsageError("“\(operands[syntax.operandCount.upperBound])” is one \(syntax.operandName) too many")
    }
    if operands.contains("") { throw UsageError("\(syntax.operandName) is empty") }
  }

  private mutating func take(
    _ word: String, _ options: [Option], _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var name = word
    var value: String?
    if word.hasPrefix("--") {
      if let sign = word.firstIndex(of: "=") {
        name = String(word[..<sign])
        value = String(word[word.index(after: sign)...])
      }
    } else if word.count > 2 {
      name = String(word.prefix(2))
      value = String(word.dropFirst(2))
    }
    guard let option = options.first(where: { $0.names.contains(name) }) else {
      throw UsageError("unknown option “\(word)”")
    }
    if let valueName = option.valueName {
      value = value ?? rest.popFirst()
      guard let value, !value.isEmpty else { throw UsageError("\(name) needs a value: \(name) \(valueName)") }
      if given[option.key] != nil, !option.isRepeatable { throw UsageError("\(name) is given twice") }
      given[option.key, default: []].append(value)
    } else {
      if value != nil { throw UsageError("\(name) takes no value, but “\(word)” gives one") }
      given[option.key] = []
    }
  }

  /// Whether an option was given.
  func has(_ key: String) -> Bool { given[key] != nil }

  /// The value of an option that can be given once.
  func value(_ key: String) -> String? { given[key]?.first }

  /// The values of an option that can be repeated.
  func values(_ key: String) -> [String] { given[key] ?? [] }
}
