import BlockFormats

/// What completions offer for an option's value or an operand.
struct PossibleValues {
  var words: [String] = []
  /// The extensions of the files to offer, without the dot; empty for all files, nil for none.
  var extensions: [String]?

  static let none = PossibleValues()
  static let anyFile = PossibleValues(extensions: [])
  static let jsonFile = PossibleValues(extensions: [FileFormat.json.fileExtension])
  static let toolbox = PossibleValues(extensions: [FileFormat.json, .xml].map(\.fileExtension))
  /// Programs, and the stock formats' other extension: some Blockly apps save XML as .blk.
  static let program = PossibleValues(
    extensions: FileFormat.allCases.map(\.fileExtension) + [BlocklyFiles.otherXMLExtension])

  static func words(_ words: [String]) -> PossibleValues { PossibleValues(words: words) }
}
