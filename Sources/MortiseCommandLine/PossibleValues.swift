import BlockFormats
import BlockNotation

/// The completions of an option's value or an operand.
public struct PossibleValues {
  /// Words to offer, such as the names of languages.
  public var words: [String] = []
  /// The extensions of the files to offer, without the dot; empty for all files, nil for none.
  public var extensions: [String]?

  /// - Parameter extensions: the extensions of files, without the dot; empty for all files, nil for none.
  public init(words: [String] = [], extensions: [String]? = nil) {
    self.words = words
    self.extensions = extensions
  }

  /// No completions, as for free text.
  public static let none = PossibleValues()
  /// All files.
  public static let anyFile = PossibleValues(extensions: [])
  /// JSON files.
  public static let jsonFile = PossibleValues(extensions: [BlocklyFormat.json.fileExtension])
  /// Files that can be toolboxes.
  public static let toolbox = PossibleValues(extensions: [BlocklyFormat.json, .xml].map(\.fileExtension))
  /// Programs, by the extensions that only they have.
  public static var program: PossibleValues {
    PossibleValues(extensions: MortiseApp.current.formats.all.flatMap(\.fileExtensions))
  }

  /// Offers only these words.
  public static func words(_ words: [String]) -> PossibleValues { PossibleValues(words: words) }
}
