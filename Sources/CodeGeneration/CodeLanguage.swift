/// A language that programs can be generated in. Its generators are read when they are needed.
public struct CodeLanguage: Sendable {
  /// The name on the command line and in settings, such as `python`.
  public let id: String
  /// The name for users, such as `Python`.
  public let name: String
  /// The extension of its files, without the dot.
  public let fileExtension: String
  /// Its syntax and the rules of its blocks, as JSON: see docs/develop/generators.md.
  public var generators: [UInt8] { readGenerators() }
  /// The runtime of its programs; nil if they can only be generated.
  public let runtime: LanguageRuntime?
  /// The changes for code as one would write it by hand, as JSON: see docs/develop/generators.md; nil if there is only
  /// Blockly's code.
  package let plainGenerators: (@Sendable () -> [UInt8])?
  /// Whether the generators are known to fit the blocks, so that they need no check.
  let isKnown: Bool
  private let readGenerators: @Sendable () -> [UInt8]

  /// - Parameters:
  ///   - id: the name on the command line and in settings.
  ///   - name: the name for users.
  ///   - fileExtension: the extension of its files, without the dot.
  ///   - generators: its syntax and the rules of its blocks, as JSON: see docs/develop/generators.md.
  ///   - runtime: the runtime of its programs; nil if they can only be generated.
  public init(id: String, name: String, fileExtension: String, generators: [UInt8], runtime: LanguageRuntime? = nil) {
    self.init(id, name, fileExtension, isKnown: false, runtime, plain: nil) { generators }
  }

  init(
    _ id: String, _ name: String, _ fileExtension: String, isKnown: Bool, _ runtime: LanguageRuntime?,
    plain: (@Sendable () -> [UInt8])?, readGenerators: @escaping @Sendable () -> [UInt8]
  ) {
    (self.id, self.name, self.fileExtension) = (id, name, fileExtension)
    (self.isKnown, self.runtime, self.readGenerators) = (isKnown, runtime, readGenerators)
    plainGenerators = plain
  }
}

/// The languages that programs can be generated in, each with a unique id.
public struct CodeLanguages: Sendable {
  /// The languages. The editor begins with the first one, and interpreters are looked for in this order.
  public private(set) var all: [CodeLanguage] = []

  /// - Parameter all: the languages; of two with one id, the last one counts.
  public init(_ all: [CodeLanguage]) { for language in all { add(language) } }

  /// Adds a language, or replaces the one with its id.
  public mutating func add(_ language: CodeLanguage) {
    if let index = all.firstIndex(where: { $0.id == language.id }) {
      all[index] = language
    } else {
      all.append(language)
    }
  }

  /// Returns the language with an id; nil if there is none.
  public subscript(id: String) -> CodeLanguage? { all.first { $0.id == id } }

  /// The languages that programs can be run in.
  public var runnable: [CodeLanguage] { all.filter { $0.runtime != nil } }
}
