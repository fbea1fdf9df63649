import BlockFormats
import BlockLibrary
import BlockModel

@testable import CodeGeneration

/// Generates the code of programs in tests.
enum GeneratedProgram {
  static func workspace(_ program: String) throws -> Workspace {
    try ProgramReader.read(Array(program.utf8), factory: try StockBlocks.factory()).workspace
  }

  static func language(_ id: String) throws -> GeneratorLanguage {
    try CodeLanguages.standard.generators(of: id, factory: BlockFactory())
  }

  /// The ids of Mortise's own languages.
  static let languages = CodeLanguages.standard.all.map(\.id)

  static func code(
    _ program: String, _ id: String = "python", options: GenerationOptions = GenerationOptions()
  ) throws -> String {
    let code = try CodeGenerator(workspace(program), in: language(id), options: options).generate()
    return String(decoding: code.bytes, as: UTF8.self)
  }

  /// The XML of a block with fields and inputs.
  static func block(_ type: String, id: String = "", _ content: String = "") -> String {
    "<block type=\"\(type)\"\(id.isEmpty ? "" : " id=\"\(id)\"")>\(content)</block>"
  }

  static func program(_ content: String) -> String { "<xml>\(content)</xml>" }
}
