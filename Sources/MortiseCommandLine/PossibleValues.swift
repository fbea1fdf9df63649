import BlockFormats
import BlockNotation

/// What completions offer for an option's value or an operand.
public struct PossibleValues {
  public var words: [String] = []
  /// The extensions of the files to offer, without the dot; empty for all files, nil for none.
  public var extensions: [String]?

  /// - Parameter extensions: the extensions of files, without the dot; empty for all files, nil for none.
  public init(words: [String] = [], extensions: [String]? = nil) {
    self.words = words
    self.extensions = extensions
  }

  public static let none = PossibleValues()
  public static let anyFile = PossibleValues(extensions: [])
  public static let jsonFile = PossibleValues(extensions: [BlocklyFormat.json.fileExtension])
  public static let toolbox = PossibleValues(extensions: [BlocklyFormat.json, .xml].map(\.fileExtension))
  /// Programs, and the stock formats' other extension: some Blockly apps save XML as .blk.
  public static var program: PossibleValues {
    PossibleValues(
      extensions: MortiseApp.current.formats.all.map(\.fileExtension) + [BlocklyFiles.otherXMLExtension])
  }

  public static func words(_ words: [String]) -> PossibleValues { PossibleValues(words: words) }
}
