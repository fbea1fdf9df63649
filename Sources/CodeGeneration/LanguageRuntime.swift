/// The environment in which a language's programs run: an interpreter, and a runtime in the language that is passed to
/// the interpreter. The runtime reads a program's code, runs it, and reports what happens: see docs/develop/runtimes.md.
public struct LanguageRuntime: Sendable {
  /// The names of suitable interpreters, the best one first. They are looked for in PATH.
  public let interpreters: [String]
  /// The Debian package that contains the first one, to recommend to users.
  public let package: String
  /// The source code of the runtime.
  public var source: String { readSource() }
  private let readSource: @Sendable () -> String
  /// Returns the interpreter's arguments for the source code. The path of the program's modules and the program's own
  /// arguments follow.
  public let arguments: @Sendable (_ source: String) -> [String]
  /// The option with which the interpreter limits its memory itself, without the number of megabytes that follows; nil
  /// if the system limits it.
  public let memoryOption: String?
  /// The characters that separate the language's module paths: folders whose paths contain one aren't searched.
  public let modulePathSeparators: String
  /// Plain messages for errors, by the beginning of the language's own message, such as `ZeroDivisionError: `. The
  /// first match counts.
  public let errorWords: KeyValuePairs<String, String>

  /// - Parameters:
  ///   - interpreters: the names of suitable interpreters, the best one first.
  ///   - package: the Debian package that contains the first one, to recommend to users.
  ///   - source: the source code of the runtime, which is read when a program runs.
  ///   - memoryOption: the option with which the interpreter limits its memory itself, without the number of megabytes
  ///     that follows; nil if the system limits it.
  ///   - modulePathSeparators: the characters that separate the language's module paths.
  ///   - errorWords: plain messages for errors, by the beginning of the language's own message.
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
