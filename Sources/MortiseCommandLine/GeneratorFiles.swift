import BlockModel
import CodeGeneration
import Markup
import MortiseFiles

/// The languages and the generators of own blocks, for the commands.
enum GeneratorFiles {
  static let languageOption = Option(
    "--to", value: "LANGUAGE", values: .words(GeneratorLanguage.known.map(\.id)),
    help: GeneratorLanguage.known.map(\.id).joined(separator: ", "))
  static let filesOption = Option(
    "--generators", value: "FILE", values: .jsonFile, isRepeatable: true,
    help: "generators of own blocks; may be given several times")

  /// Returns the language that `--to` or the extension of the output names.
  static func language(_ arguments: Arguments, output: String) throws(UsageError) -> String {
    let known = GeneratorLanguage.known
    if let id = arguments.value("--to") {
      if known.contains(where: { $0.id == id }) { return id }
      throw UsageError("--to takes \(known.map(\.id).joined(separator: ", ")), not “\(id)”")
    }
    guard let language = known.first(where: { output.hasSuffix("." + $0.fileExtension) }) else {
      throw UsageError("--to LANGUAGE is missing: \(known.map(\.id).joined(separator: ", "))")
    }
    return language.id
  }

  /// Reads a language with the generators of own blocks. Reports a mistake and returns nil.
  static func read(_ id: String, _ arguments: Arguments, _ factory: BlockFactory) -> GeneratorLanguage? {
    do {
      let files =
        MortiseApp.current.blocks.files
        + (try files(blocks: arguments.values("--blocks"), generators: arguments.values("--generators")))
      return try GeneratorLanguage.named(id, files: files, factory: factory)
    } catch {
      Console.printError("\(error)")
      return nil
    }
  }

  /// Reads the files of own blocks and of their generators.
  /// - Throws: `FileError` for the first that can't be read.
  nonisolated static func files(
    blocks: [String], generators: [String]
  ) throws(FileError) -> [GeneratorFile] {
    var files: [GeneratorFile] = []
    for path in blocks {
      files.append(GeneratorFile(path: path, bytes: try FileReader.read(path).bytes, kind: .definitions))
    }
    for path in generators {
      files.append(GeneratorFile(path: path, bytes: try FileReader.read(path).bytes, kind: .generators))
    }
    return files
  }
}
