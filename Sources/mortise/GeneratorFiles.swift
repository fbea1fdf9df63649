import BlockModel
import CodeGeneration
import Files
import Markup

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
    guard let language = try? GeneratorLanguage.named(id) else {
      Console.printError("can't load the generators of \(id)")
      return nil
    }
    for path in arguments.values("--blocks") {
      guard
        load(path, { bytes throws(MarkupError) in try language.load(generatorsInDefinitions: bytes, factory: factory) })
      else { return nil }
    }
    for path in arguments.values("--generators") {
      guard load(path, { bytes throws(MarkupError) in try language.load(generators: bytes, factory: factory) })
      else { return nil }
    }
    return language
  }

  private static func load(_ path: String, _ body: ([UInt8]) throws(MarkupError) -> Void) -> Bool {
    do {
      try body(try FileReader.read(path).bytes)
      return true
    } catch let error as MarkupError {
      Console.printError("\(path):\(error)")
    } catch {
      Console.printError("\(error)")
    }
    return false
  }
}
