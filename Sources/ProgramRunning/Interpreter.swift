import CodeGeneration

/// An interpreter on this machine, and the language whose programs it runs.
public struct Interpreter: Sendable {
  /// The folders of the environment variable PATH.
  public static var searchPath: String { ProcessEnvironment.searchPath }

  /// The language.
  public let language: CodeLanguage
  /// The runtime with which it runs programs.
  public let runtime: LanguageRuntime
  /// The path of the interpreter.
  public let path: String

  /// Finds the interpreter of the first language that has one.
  /// - Parameters:
  ///   - languages: the acceptable languages, the best one first.
  ///   - searchPath: folders separated by colons, as in the environment variable PATH.
  /// - Returns: nil if none is installed.
  public static func find(for languages: [CodeLanguage], searchPath: String) -> Interpreter? {
    for language in languages {
      guard let runtime = language.runtime else { continue }
      for command in runtime.interpreters {
        if let path = ProcessEnvironment.executable(command, in: searchPath) {
          return Interpreter(language: language, runtime: runtime, path: path)
        }
      }
    }
    return nil
  }

  /// Returns a sentence that names the packages to install for running programs.
  /// - Parameter languages: the acceptable languages.
  public static func advice(for languages: [CodeLanguage]) -> String {
    let runnable = languages.compactMap { language in language.runtime.map { (id: language.id, $0.package) } }
    let packages = runnable.map(\.1)
    switch runnable.count {
    case 0: return "programs can't be run in \(languages.map(\.id).joined(separator: ", "))"
    case 1: return "no interpreter for \(runnable[0].id) was found: install the package \(packages[0])"
    default: return "no interpreter was found: install one of the packages \(packages.joined(separator: ", "))"
    }
  }

  /// Returns the command that starts the runtime.
  func command(_ settings: RunSettings) -> [String] {
    let limit = settings.memory.flatMap { bytes in runtime.memoryOption.map { $0 + String(max(1, bytes >> 20)) } }
    // The runtimes use the first argument themselves.
    let arguments = [settings.modules ?? ""] + settings.arguments
    return [path] + [limit].compactMap(\.self) + runtime.arguments(runtime.source) + arguments
  }
}
