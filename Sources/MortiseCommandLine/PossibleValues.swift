import BlockFormats
import BlockNotation

/// What completions offer for an option's value or an operand.
public struct PossibleValues {
  /// Words that are allowed as they are, such as the names of languages.
  public var words: [String] = []
  /// The extensions of the files to offer, without the dot; empty for all files, nil for none.
  public var extensions: [String]?

  /// - Parameter extensions: the extensions of files, without the dot; empty for all files, nil for none.
  public init(words: [String] = [], extensions: [String]? = nil) {
    self.words = words
    self.extensions = extensions
  }

  /// Nothing is offered, as for a free text.
  public static let none = PossibleValues()
  /// All files are offered.
  public static let anyFile = PossibleValues(extensions: [])
  /// Files in JSON are offered.
  public static let jsonFile = PossibleValues(extensions: [BlocklyFormat.json.fileExtension])
  /// Files that can be toolboxes are offered.
  public static let toolbox = PossibleValues(extensions: [BlocklyFormat.json, .xml].map(\.fileExtension))
  /// Programs, by the extensions that only they have.
  public static var program: PossibleValues {
    PossibleValues(extensions: MortiseApp.current.formats.all.flatMap(\.fileExtensions))
  }

  /// Only these words are offered.
  public static func words(_ words: [String]) -> PossibleValues { PossibleValues(words: words) }
}
