import BlockResources
import Glibc
import MortiseFiles

/// What runs the programs of a language on this machine.
public struct Interpreter: Hashable, Sendable {
  /// A language that programs can be run in.
  struct Kind {
    var language: String
    /// The names of its interpreters, the best one first.
    var commands: [String]
    /// The Debian package with the first one.
    var package: String
  }

  static let kinds = [
    Kind(language: "python", commands: ["python3"], package: "python3"),
    Kind(language: "javascript", commands: ["node", "nodejs"], package: "nodejs"),
    Kind(language: "lua", commands: ["lua5.4", "lua5.3"], package: "lua5.4"),
  ]

  /// The languages that programs can be run in, in the order in which they are tried.
  public static let languages = kinds.map(\.language)

  /// The folders of the environment variable PATH.
  public static var searchPath: String { getenv("PATH").map { String(cString: $0) } ?? "" }

  /// The language's id, such as `python`.
  public let language: String
  /// The path of the interpreter.
  public let path: String

  /// Finds the interpreter of a language, or of the first language that has one.
  /// - Parameters:
  ///   - language: the id of a language; nil for any.
  ///   - searchPath: folders separated by colons, such as the environment variable PATH has them.
  /// - Returns: nil if none is installed.
  public static func find(_ language: String?, searchPath: String) -> Interpreter? {
    let folders = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
    for kind in kinds where language == nil || kind.language == language {
      for command in kind.commands {
        for folder in folders {
          let path = "\(folder)/\(command)"
          if (try? FileSystem.access(path, X_OK)) != nil { return Interpreter(language: kind.language, path: path) }
        }
      }
    }
    return nil
  }

  /// What to install to run programs, in a sentence.
  /// - Parameter language: the id of a language; nil for any.
  public static func advice(for language: String?) -> String {
    let packages = kinds.filter { language == nil || $0.language == language }.map(\.package)
    guard packages.count > 1 else {
      return packages.first.map { "nothing here runs programs in \(language ?? ""): install the package \($0)" }
        ?? "programs can't be run in \(language ?? ""), only in \(languages.joined(separator: ", "))"
    }
    return "nothing here runs programs: install one of the packages \(packages.joined(separator: ", "))"
  }

  /// The command that starts the runtime. Options and the runtimes keep the current folder, and what a user's
  /// environment names, off the paths on which modules are looked for.
  func command(_ settings: RunSettings) -> [String] {
    let source = EmbeddedFiles.runtimes.first { $0.id == language }.map { String(decoding: $0.source, as: UTF8.self) }
    let runtime = source ?? ""
    // The runtimes take the first argument.
    let arguments = [settings.modules ?? ""] + settings.arguments
    switch language {
    case "javascript":
      // node reserves far more addresses than it uses, so it limits its memory itself.
      let limit = settings.memory.map { ["--max-old-space-size=\(max(1, $0 >> 20))"] } ?? []
      return [path] + limit + ["-e", runtime, "--"] + arguments
    // Without a script, the first argument would be one.
    case "lua": return [path, "-E", "-e" + runtime, "/dev/null"] + arguments
    default: return [path, "-I", "-X", "utf8", "-c", runtime] + arguments
    }
  }

  /// Whether the memory limit is the operating system's matter.
  var isLimitedBySystem: Bool { language != "javascript" }
}
