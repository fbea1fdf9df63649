/// Writes the results of checking programs to standard output in a format.
protocol CheckReport {
  /// Adds the results of the programs in a file.
  /// - Returns: whether all that had to be written could be.
  mutating func add(_ programs: [CheckedProgram]) -> Bool
  /// Writes the rest.
  /// - Returns: whether all of it could be written.
  mutating func finish() -> Bool
}

/// A format of the option `--format`.
enum CheckFormat: String, CaseIterable {
  case text, json, sarif, junit

  static let option = Option(
    "--format", value: "FORMAT", values: .words(allCases.map(\.rawValue)), help: "text, json, sarif or junit")

  /// Creates the format that the arguments ask for; text without one.
  init(_ arguments: Arguments) throws(UsageError) {
    let name = arguments.value(Self.option.key) ?? Self.text.rawValue
    guard let format = Self(rawValue: name) else {
      throw UsageError("--format takes \(Self.option.help), not “\(name)”")
    }
    self = format
  }

  /// A new report without results.
  var report: any CheckReport {
    switch self {
    case .text: TextReport()
    case .json: JSONReport()
    case .sarif: SARIFReport()
    case .junit: JUnitReport()
    }
  }
}
