import AppModules
import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import Markup
import MortiseFiles
import ProgramContainers
import Workbench

/// Reads programs and block definitions for the commands.
public enum ProgramFile {
  /// Creates a factory with the stock blocks, those of the app and those of `--blocks`. Reports an unreadable file and
  /// returns nil.
  public static func factory(_ arguments: Arguments) -> BlockFactory? {
    do throws(OpenError) { return try DefinitionFiles(of: arguments).factory() } catch {
      Console.printError("\(error)")
      return nil
    }
  }

  /// Creates a factory with the stock blocks, those of the app, and those in the given files.
  /// - Throws: `OpenError` for the first file that can't be read.
  nonisolated static func factory(
    blocks paths: [String], messages: MessageTable, own: AppBlocks
  ) throws(OpenError) -> BlockFactory {
    let factory: BlockFactory
    do throws(MarkupError) { factory = try StockBlocks.factory(messages: messages) } catch {
      throw OpenError("can't load the stock blocks: \(error)")
    }
    do { try own.add(to: factory, messages) } catch { throw OpenError("can't load the app's blocks: \(error)") }
    do throws(DefinitionFileError) { try factory.load(fromJSONPaths: paths, messages: messages) } catch {
      throw OpenError("\(error)")
    }
    factory.translation = { language in
      StockBlocks.messages(in: language).flatMap { try? Self.factory(blocks: paths, messages: $0, own: own) }
    }
    return factory
  }

  /// Returns the texts on blocks.
  /// - Parameter language: a language's code, or a file of messages; nil for English.
  /// - Throws: `OpenError` if there is no such language or file.
  nonisolated static func messages(in language: String?) throws(OpenError) -> MessageTable {
    guard let language else { return StockBlocks.messages }
    if let known = StockBlocks.messages(in: language) { return known }
    guard language.hasSuffix(".json") else {
      let known = StockBlocks.languages.joined(separator: ", ")
      throw OpenError("unknown language “\(language)”; known are \(known), and files of messages that end in .json")
    }
    let name = language.split(separator: "/").last?.dropLast(".json".count) ?? ""
    let json = try bytes(at: language)
    do throws(MarkupError) {
      return try MessageTable(json: json, language: String(name), over: StockBlocks.messages)
    } catch {
      throw OpenError("\(language):\(error)")
    }
  }

  /// Reads the toolbox in a file, that of the app, or the stock one.
  /// - Throws: `OpenError` if it can't be read.
  nonisolated static func toolbox(_ path: String?, messages: MessageTable, own: AppBlocks) throws(OpenError) -> Toolbox
  {
    let custom = try path.map(bytes(at:)) ?? own.toolbox
    do throws(MarkupError) {
      if path != nil, let custom { return try ToolboxReader.read(custom, messages: messages) }
      var toolbox =
        if let custom { try ToolboxReader.read(custom, messages: messages) } else {
          try ToolboxReader.readKnown(StockBlocks.toolbox, messages: messages)
        }
      if let more = own.categories {
        toolbox.categories += try ToolboxReader.read(more, messages: messages).categories
      }
      return toolbox
    } catch {
      throw OpenError("\(path ?? "the toolbox"):\(error)")
    }
  }

  /// The commands that read no block definitions.
  private static let commandsWithoutBlocks: [any Subcommand.Type] = [
    KeysCommand.self, ConfigCommand.self, ManCommand.self, CompletionsCommand.self, CompleteCommand.self,
    DesktopCommand.self, FetchBlocklyCommand.self, GitCommand.self, HelpCommand.self,
  ]

  /// Checks the files of common options that a command doesn't read itself.
  /// - Returns: the problem with the first file that can't be used; nil if there is none.
  static func problem(withUnusedOptionsOf arguments: Arguments, in command: any Subcommand.Type) -> String? {
    // The app may have messages in languages that Mortise doesn't know.
    if command == BlocksCommand.self, arguments.has("--record") { return nil }
    do throws(OpenError) {
      let language = arguments.value(CommonOptions.language.key)
      // The editor reads the texts on blocks while the terminal starts.
      if command == EditCommand.self, language == nil { return nil }
      let messages = try messages(in: language)
      if command != EditCommand.self, let path = arguments.value(CommonOptions.toolbox.key) {
        _ = try toolbox(path, messages: messages, own: MortiseApp.current.blocks)
      }
      if commandsWithoutBlocks.contains(where: { $0 == command }) {
        _ = try factory(
          blocks: arguments.values(CommonOptions.blocks.key), messages: messages, own: MortiseApp.current.blocks)
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  private nonisolated static func bytes(at path: String) throws(OpenError) -> [UInt8] {
    do throws(FileError) { return try FileReader.read(path).bytes } catch { throw OpenError("\(error)") }
  }

  /// Reads a file, a pipe or a device, or standard input for `-`.
  /// - Throws: `FileError` if it can't be read.
  public nonisolated static func bytes(of path: String) throws(FileError) -> [UInt8] {
    path == "-" ? try FileReader.readStandardInput() : try FileReader.readStream(ProgramPath(path).file)
  }

  /// Recognises the format of a file and the programs in it, by its name and content, or on standard input only by
  /// its content.
  nonisolated static func recognise(
    _ path: String, _ bytes: [UInt8], _ factory: BlockFactory, among formats: FileFormats
  ) -> RecognisedFile {
    if path != "-" {
      return formats.recognise(bytes, path: ProgramPath(path).file, factory: factory)
        ?? RecognisedFile(formats.standard, bytes)
    }
    // Any other text is treated as the notation, and read with all its mistakes.
    let others = FileFormats(formats.all.filter { !($0 is TextFormat) })
    if let file = others.recognise(bytes, path: nil, factory: factory) { return file }
    let isText = (try? TextEncoding.of(bytes).utf8(bytes).isEmpty) == false
    return RecognisedFile(isText ? TextFormat() : formats.standard, bytes)
  }

  /// The programs of a file, each as `ProgramPath` parses it: the path itself, unless the file has several and the path
  /// names none.
  nonisolated static func programs(of file: RecognisedFile, at path: String) -> [String] {
    if path == "-" { return [path] }
    let programPath = ProgramPath(path)
    if programPath.program != nil || file.programNames.isEmpty { return [path] }
    return file.programNames.map { ProgramPath(file: programPath.file, program: $0).text }
  }

  /// Reads a program in any format.
  /// - Parameters:
  ///   - randomness: the source of ids for blocks without one.
  ///   - inspect: inspects the program; its remarks are added to the findings.
  /// - Throws: `MarkupError` or `NotationError` for a broken file.
  public static func read(
    _ bytes: [UInt8], at path: String, factory: BlockFactory,
    randomness: any RandomNumberGenerator = SeededNumbers(seed: .random(in: .min ... .max)),
    inspect: @escaping (Workspace) -> [BlockRemark] = { _ in [] }
  ) throws -> ReadFile {
    var context = ReadingContext(factory: factory, randomness: randomness)
    context.inspect = inspect
    context.programName = path == "-" ? nil : ProgramPath(path).program
    return try read(recognise(path, bytes, factory, among: MortiseApp.current.formats), context)
  }

  /// Reads a program of a file.
  /// - Throws: `MarkupError` or `NotationError` for a broken file.
  static func read(_ file: RecognisedFile, _ context: ReadingContext) throws -> ReadFile {
    lastRead = nil
    var program = try file.read(context)
    program.typePython()
    lastRead = program.workspace
    return program
  }

  /// The program that was read last. Freeing its blocks right before the process ends would take a sixth of the time
  /// of a conversion.
  private static var lastRead: Workspace?

  /// Reports the mistakes of a file on standard error.
  public static func report(_ error: any Error, in path: String) {
    for line in lines(of: error, in: path) { Console.printError(line) }
  }

  /// Whether a file could not be read because memory ran out: it may be a program.
  nonisolated static func isOutOfMemory(_ error: any Error) -> Bool {
    switch error {
    case let error as MarkupError: error.isOutOfMemory
    // Archives use the same message.
    case let error as ContainerError: error.description == MarkupError.outOfMemory.cause
    case let error as ComparisonError: error.isOutOfMemory
    default: false
    }
  }

  /// The mistakes of a file, a line each.
  nonisolated static func lines(of error: any Error, in path: String) -> [String] {
    switch error {
    case let error as MarkupError where error.isOutOfMemory: ["\(displayName(path)): \(error.cause)"]
    case let error as MarkupError: ["\(displayName(path)):\(error)"]
    case let error as NotationError: error.mistakes.map { "\(displayName(path)):\($0.position): \($0.message)" }
    case let error as ContainerError: ["\(displayName(path)): \(error)"]
    default: ["\(error)"]
    }
  }

  /// The fields with invalid values, such as letters for a number, a line each: no code can be generated for them.
  nonisolated static func invalidFields(of program: ReadFile, in path: String) -> [String] {
    let invalid = program.findings.filter { finding in
      let block = finding.workspaceBlockID.flatMap { program.workspace.blocks[$0] }
      return finding.fieldName.flatMap { block?.firstField(withName: $0) }?.problem != nil
    }
    return invalid.map { finding in
      let link = link(toBlock: finding.blockID, field: finding.fieldName, in: path).map { " (\($0))" } ?? ""
      return "\(displayName(path)):\(finding.position): \(finding.message)\(link)"
    }
  }

  /// Returns the location that ‘mortise’ opens to show a block or field; nil without a block's id, and for standard
  /// input.
  nonisolated static func link(toBlock id: String?, field: String?, in path: String) -> String? {
    guard path != "-", let id else { return nil }
    var link = DeepLink([DeepLink.Part("block", id)])
    if let field { link.parts.append(DeepLink.Part("field", field)) }
    return "\(path)\(ProgramPath(path).program == nil ? "#" : "/")\(link)"
  }

  /// Returns a file's name for messages.
  nonisolated static func displayName(_ path: String) -> String { path == "-" ? "standard input" : path }
}
