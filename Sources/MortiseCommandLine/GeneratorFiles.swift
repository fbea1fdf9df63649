import BlockModel
import CodeGeneration
import Markup
import MortiseFiles

/// The languages and the user's own generators, for the commands.
enum GeneratorFiles {
  /// The option that chooses a language.
  /// - Parameter note: an addition to the languages in the help.
  static func languageOption(_ languages: [CodeLanguage], _ note: String? = nil) -> Option {
    let ids = languages.map(\.id)
    return Option(
      "--to", value: "LANGUAGE", values: .words(ids),
      help: [ids.joined(separator: ", "), note].compactMap(\.self).joined(separator: "; "))
  }

  static let filesOption = Option(
    "--generators", value: "FILE", values: .jsonFile, isRepeatable: true,
    help: "generators of your blocks; may be given several times")

  /// Returns the language that `--to` names; nil without that option.
  static func chosenLanguage(
    _ arguments: Arguments, among languages: [CodeLanguage]
  ) throws(UsageError) -> CodeLanguage? {
    guard let id = arguments.value("--to") else { return nil }
    if let language = languages.first(where: { $0.id == id }) { return language }
    throw UsageError("--to takes \(languages.map(\.id).joined(separator: ", ")), not “\(id)”")
  }

  /// Returns the language that `--to` or the extension of the output names.
  static func language(_ arguments: Arguments, output: String) throws(UsageError) -> CodeLanguage {
    let languages = MortiseApp.current.languages.all
    if let language = try chosenLanguage(arguments, among: languages) { return language }
    guard let language = languages.first(where: { output.hasSuffix("." + $0.fileExtension) }) else {
      throw UsageError("--to LANGUAGE is missing: \(languages.map(\.id).joined(separator: ", "))")
    }
    return language
  }

  /// Reads a language with the user's own generators. Reports a mistake and returns nil.
  static func read(
    _ language: CodeLanguage, isPlain: Bool = false, _ arguments: Arguments, _ factory: BlockFactory
  ) -> GeneratorLanguage? {
    do {
      let definitions = DefinitionFiles(of: arguments)
      let files = try definitions.generatorFiles()
      for file in definitions.nearbyGenerators(of: definitions.program) where !files.contains(file) {
        Console.printError(
          "\(file.path) has generators, which are code: ‘\(MortiseApp.current.name) blocks --allow-code FILE’ lets them be used"
        )
      }
      return try MortiseApp.current.languages.generators(
        of: language.id, isPlain: isPlain, files: files, factory: factory)
    } catch {
      Console.printError("\(error)")
      return nil
    }
  }

  /// Reads the files of block definitions and generators.
  /// - Throws: `FileError` for the first one that can't be read.
  nonisolated static func files(
    blocks: [String], generators: [String]
  ) throws(FileError) -> [BlockFile] {
    var files: [BlockFile] = []
    for path in blocks {
      files.append(BlockFile(path: path, bytes: try FileReader.read(path).bytes, kind: .definitions))
    }
    for path in generators {
      files.append(BlockFile(path: path, bytes: try FileReader.read(path).bytes, kind: .generators))
    }
    return files
  }
}
