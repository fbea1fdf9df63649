import BlockModel
import CodeGeneration
import PtyDriver

/// Runs programs in a language, and returns what they print.
@MainActor final class PrintingPrograms {
  static let languages = ["lua", "python", "javascript"]

  private let language: GeneratorLanguage
  private let process: LineProgram
  private var known: [String: String] = [:]

  init(_ id: String, factory: BlockFactory) throws {
    language = try CodeLanguages.standard.generators(of: id, factory: factory)
    let command =
      switch id {
      case "python": ["python3", "run-briefly.py"]
      case "lua": ["lua5.4", "run-briefly.lua"]
      default: ["node", "run-briefly.js"]
      }
    let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    process = try LineProgram(
      [command[0], folder + "/" + command[1]], environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
  }

  func code(_ workspace: Workspace) throws -> String {
    let code = try CodeGenerator(workspace, in: language, options: GenerationOptions()).generate()
    return String(decoding: code.bytes, as: UTF8.self)
  }

  /// What a program prints; nil if it fails, or doesn't end soon.
  func output(of code: String) throws -> String? {
    let line = code.utf8.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
    let answer: String
    if let output = known[line] {
      answer = output
    } else {
      answer = try process.answer(to: line)
      known[line] = answer
    }
    return answer.hasSuffix("!") ? nil : answer
  }
}
