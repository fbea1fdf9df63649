import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import CodeGeneration
import EventQueues
import Glibc
import LiveSession
import MortiseFiles
import MortiseTerminal
import ProgramContainers
import ProgramRunning
import TerminalUI
import Workbench

/// A program for the terminal: the editor, Mortise's commands, and an app's additions to both. `mortise` itself adds
/// nothing.
///
/// Set the additions, and call `main()`. The user's settings, clipboard, snippets and recent files, several programs,
/// journals, help, manual page and completions then work as in `mortise`.
public struct MortiseApp {
  /// Mortise's version, following semantic versioning.
  public static let mortiseVersion = "0.2.0"

  /// The name. It begins messages and help, and names the user's folders, such as `~/.config/NAME`.
  public var name = "mortise"
  /// The version that `--version` shows.
  public var version = Self.mortiseVersion
  /// The app's purpose, in one line of the help.
  public var purpose = "edit Blockly programs in a terminal, and work on them in scripts"
  /// The app's blocks, toolbox and generators.
  public var blocks = AppBlocks()
  /// The languages for code generation and running.
  public var languages = CodeLanguages.standard
  /// Makes the app's additions to the editing of programs: events, mutator layouts, formats and listeners.
  public var extensions: () -> ProgramExtensions = { ProgramExtensions() }
  /// Changes the editor's options: commands, views of mutators, buttons of the toolbox, listeners, links. It may be
  /// called more than once.
  public var configureEditor: (inout Editor.Options) -> Void = { _ in }
  /// The keys of the app's deep links, such as `notes` for `FILE#notes`.
  public var linkKeys: [String] = []
  /// The app's own commands for the shell. They take precedence over Mortise's commands of the same names.
  public var subcommands: [any Subcommand.Type] = []

  /// Mortise itself, without additions.
  public init() {}

  /// The running app.
  private(set) static var current = MortiseApp() { didSet { currentFormats = nil } }

  /// The formats of the app and of Mortise.
  var formats: FileFormats {
    if let formats = Self.currentFormats { return formats }
    var formats = extensions().formats
    // Python itself knows best what is Python, where it is installed.
    formats.all = formats.all.map { $0 is PythonFormat ? PythonFormat(mistake: PythonSyntax.mistake) : $0 }
    Self.currentFormats = formats
    return formats
  }

  /// Makes the user's own generators available for the code in apps' files.
  private func useGenerators(of arguments: Arguments) {
    let (files, languages) = (DefinitionFiles(of: arguments), languages)
    let all = formats.all.map { format -> any FileFormat in
      guard var format = format as? ContainerFormat else { return format }
      format.generators = { language, factory in
        try? languages.generators(of: language, files: files.generatorFiles(), factory: factory)
      }
      return format
    }
    Self.currentFormats = FileFormats(all)
  }

  /// Adds the format of files with programs at a member path.
  /// - Throws: `UsageError` if the path is invalid.
  private func addFormat(ofMember path: String) throws(UsageError) {
    guard let format = ContainerFormat(memberPath: path) else {
      throw UsageError("--member takes keys with dots between them, such as nodes.*.blocks, not “\(path)”")
    }
    var formats = formats
    formats.all.insert(format, at: 0)
    Self.currentFormats = formats
  }

  private static var currentFormats: FileFormats?

  /// Runs the app with the arguments of the process, and ends the process.
  public func main() -> Never {
    // A closed pipe must not end the process in the middle of a save. The write itself reports the error.
    signal(SIGPIPE, SIG_IGN)
    // The same goes for a file size limit.
    signal(SIGXFSZ, SIG_IGN)
    Self.shareMemory()
    BackgroundThread.endProcess(run(Self.arguments).rawValue)
  }

  /// The arguments after the program's name. `CommandLine.arguments` would lose the bytes of file names that are not
  /// UTF-8.
  private static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map {
        String(pathBytes: Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))))
      }
    }
  }

  /// Makes all threads share one malloc arena. One thread reads the program that another one edits, and separate arenas
  /// would slow down both.
  private static func shareMemory() {
    // The Glibc module lacks mallopt.
    typealias SetOption = @convention(c) (Int32, Int32) -> Int32
    let arenaLimit: Int32 = -8
    guard let function = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(function, to: SetOption.self)(arenaLimit, 1)
  }

  /// Runs a command line: a command, or the editor.
  /// - Parameter arguments: the arguments after the program's name.
  /// - Returns: the exit status. Errors are reported on standard error.
  public func run(_ arguments: [String]) -> ExitCode {
    Self.current = self
    let (command, rest) = command(in: arguments)
    do throws(UsageError) {
      if command == EditCommand.self { try CommandName.check(rest) }
      let parsed = try Arguments(rest, of: command.name, syntax: command.syntax)
      if parsed.has("--help") {
        Console.show(command.name.isEmpty ? HelpText.overview : HelpText.text(for: command))
        return .success
      }
      if parsed.has("--version") {
        Console.show("\(name) \(version)\n")
        return .success
      }
      useGenerators(of: parsed)
      if let path = parsed.value(CommonOptions.member.key) { try addFormat(ofMember: path) }
      if let problem = ProgramFile.problem(withUnusedOptionsOf: parsed, in: command) {
        Console.printError(problem)
        return .problems
      }
      return try command.run(parsed)
    } catch {
      let hint = command.name.isEmpty ? "\(name) --help" : "\(name) \(command.name) --help"
      Console.printError("\(error.message); see ‘\(hint)’")
      return .usage
    }
  }

  /// Mortise's named commands. The editor has no name.
  private static let stockCommands: [any Subcommand.Type] = [
    CheckCommand.self, ConvertCommand.self, GenerateCommand.self, RunCommand.self, TestCommand.self, TutorCommand.self,
    RenderCommand.self, ShowCommand.self, DiffCommand.self, MergeCommand.self, MergetoolCommand.self,
    ReplayCommand.self, GitCommand.self,
    LogCommand.self, ServeCommand.self, JoinCommand.self, ClassCommand.self, FetchBlocklyCommand.self,
    BlocksCommand.self, KeysCommand.self, ConfigCommand.self, ManCommand.self, CompletionsCommand.self,
    CompleteCommand.self,
    DesktopCommand.self,
    HelpCommand.self,
  ]

  /// The app's commands and Mortise's, in the order of the help.
  var allCommands: [any Subcommand.Type] {
    subcommands + Self.stockCommands.filter { stock in !subcommands.contains { $0.name == stock.name } }
  }

  /// The app's commands in the editor, for help and settings.
  var editorCommands: [Command<Scene>] {
    var options = Editor.Options()
    configureEditor(&options)
    return options.commands
  }

  /// The options of an editor with the app's additions.
  func editorOptions(reading files: DefinitionFiles) -> Editor.Options {
    var options = Editor.Options()
    options.appName = name
    options.version = Self.mortiseVersion
    options.extensions = extensions()
    options.extensions.formats = formats
    options.languages = languages
    options.committedVersion = { path in
      let location = try GitFilePath(path, Git())
      return try GitObjects(of: location.repository).file("HEAD:\(location.path)")
    }
    options.history = { try FileHistory(of: $0) }
    options.readProgram = { try files.readProgram($0) }
    options.joinedSessions = files.sessions
    options.serve = { path in
      try ServerProcess.start(files.blocks.flatMap { ["--blocks", $0] } + ["--", path], of: path)
    }
    options.language = files.language
    let environmentLanguage = UserFolders.language ?? StockBlocks.languages[0]
    options.toolboxInLanguage = { language in
      let language = language ?? environmentLanguage
      return (language, try files.useLanguage(language))
    }
    return options
  }

  /// Returns a factory that knows the stock blocks and the app's.
  /// - Throws: `OpenError` for a mistake in the app's definitions.
  public func blockFactory() throws(OpenError) -> BlockFactory {
    try ProgramFile.factory(blocks: [], messages: StockBlocks.messages, own: blocks)
  }

  /// Returns an editor without the user's settings, clipboard, snippets and recent files, for tests and other screens.
  /// - Parameters:
  ///   - path: the program's file; nil for a new program.
  ///   - link: the deep link after the `#`.
  /// - Throws: `DependencyCycle`, which would be a bug. A file that can't be read is the editor's `failure`.
  public func editor(for path: String?, link: String? = nil, on device: any TerminalDevice) throws -> Editor {
    let files = DefinitionFiles(own: blocks, formats: formats)
    // Use a separate queue: a process may have several editors.
    let startUp = StartUp(files.opening(path.map { [($0, link)] } ?? []), queue: EventQueue())
    try startUp.begin()
    var options = editorOptions(reading: files)
    configureEditor(&options)
    return Editor(startUp, device: device, options: options)
  }

  /// Returns the command named by the first argument that is not a common option, and the arguments without its name.
  private func command(in arguments: [String]) -> (any Subcommand.Type, [String]) {
    var index = 0
    while index < arguments.count,
      let option = CommonOptions.all.first(where: { $0.names.contains(arguments[index]) })
    {
      index += option.valueName == nil ? 1 : 2
    }
    guard index < arguments.count, let command = allCommands.first(where: { $0.name == arguments[index] }) else {
      return (EditCommand.self, arguments)
    }
    return (command, Array(arguments[..<index] + arguments[(index + 1)...]))
  }
}
