/// What runs the programs of a language: an interpreter, and a runtime in the language, which the interpreter is given.
/// The runtime reads a program's code, runs it, and reports what happens: see docs/runtimes.md.
public struct LanguageRuntime: Sendable {
  /// The names of the interpreters that will do, the best one first. They are looked for in PATH.
  public let interpreters: [String]
  /// The Debian package with the first one, for advice.
  public let package: String
  /// The source code of the runtime.
  public var source: String { readSource() }
  private let readSource: @Sendable () -> String
  /// Returns the interpreter's arguments for the source code. The path of the program's modules and the program's own
  /// arguments follow.
  public let arguments: @Sendable (_ source: String) -> [String]
  /// The option with which the interpreter limits its memory itself, without the number of megabytes that follows; nil if
  /// the system limits it.
  public let memoryOption: String?
  /// The characters that separate the language's paths of modules: no folder that has one is looked into.
  public let modulePathSeparators: String
  /// Errors in plain words, by how the language's own words begin, such as `ZeroDivisionError: `. The first one that fits
  /// counts.
  public let errorWords: KeyValuePairs<String, String>

  /// - Parameters:
  ///   - interpreters: the names of the interpreters that will do, the best one first.
  ///   - package: the Debian package with the first one, for advice.
  ///   - source: the source code of the runtime, which is read when a program runs.
  ///   - memoryOption: the option with which the interpreter limits its memory itself, without the number of megabytes
  ///     that follows; nil if the system limits it.
  ///   - modulePathSeparators: the characters that separate the language's paths of modules.
  ///   - errorWords: errors in plain words, by how the language's own words begin.
  ///   - arguments: returns the interpreter's arguments for the source code.
  public init(
    interpreters: [String], package: String, source: @autoclosure @escaping @Sendable () -> String,
    memoryOption: String? = nil, modulePathSeparators: String = "", errorWords: KeyValuePairs<String, String> = [:],
    arguments: @escaping @Sendable (_ source: String) -> [String]
  ) {
    (self.interpreters, self.package, readSource) = (interpreters, package, source)
    (self.memoryOption, self.modulePathSeparators) = (memoryOption, modulePathSeparators)
    (self.errorWords, self.arguments) = (errorWords, arguments)
  }
}
