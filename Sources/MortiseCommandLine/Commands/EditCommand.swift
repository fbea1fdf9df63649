import AppModules
import BlockEvents
import BlockFormats
import BlockLibrary
import EventQueues
import Glibc
import MortiseFiles
import MortiseTerminal
import TerminalUI
import Workbench

/// `mortise [FILE...]`: the editor.
enum EditCommand: Subcommand {
  static let plainOption = Option(
    "--plain", help: "for screen readers and braille displays: an outline, and one sentence for each key")
  static let name = ""
  static let summary = "edit programs; without FILE, a new one"
  static let syntax = ArgumentSyntax(
    usage:
      "[FILE[#block=ID[/field=NAME]]...] [--theme NAME|FILE] [--keys SET] [--plain] [--generators FILE] [--record-events E.jsonl] [--log LOG]",
    options: [
      ThemeFile.option,
      KeySetName.option("--keys"), plainOption,
      GeneratorFiles.filesOption,
      Option("--record-events", value: "E.jsonl", help: "record all events in a file"),
      Option("--log", value: "LOG", help: "write a log of the editor to a file"),
    ],
    operandName: "FILE", operandCount: 0...Int.max,
    details: """
      FILE#block=ID and FILE#block=ID/field=NAME open at that location; ‘mortise check’ prints such locations.
      FILE#block=ID/comment also opens the block's comment. FILE may be XML, JSON or text (.blocktext).
      Of several programs the first one is shown; F4 shows the next.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    var listeners: [any AnyEventsListener] = []
    var recorder: EventRecorder?
    var log: LogFile?
    var logging: Logging?
    let locations: [ProgramLocation]
    let colors: ThemeColors?
    var settings = try settings(arguments)
    if arguments.operands.contains("-") {
      throw UsageError("the editor can't edit standard input, as it reads the keys from there; give it a FILE")
    }
    do {
      // The default theme can wait until the program is being read.
      if let theme = arguments.value("--theme") {
        colors = try ThemeFile.colors(theme)
      } else {
        colors = settings.settings.theme == nil ? nil : try settings.theme()
      }
      locations = try Self.locations(arguments.operands)
      if let path = arguments.value("--record-events") {
        try check(path, against: locations)
        let newRecorder = try EventRecorder(path: path)
        listeners.append(EventRecording(newRecorder))
        recorder = newRecorder
      }
      if let path = arguments.value("--log") {
        try check(path, against: locations)
        let logFile = try LogFile(path, Logging.kind)
        let newLogging = Logging(logFile)
        newLogging.listen(to: AppEventQueue)
        listeners.append(newLogging)
        (log, logging) = (logFile, newLogging)
      }
    } catch {
      Console.printError("\(error)")
      return .problems
    }
    let files = files(arguments, settings.settings)
    let makeOptions = {
      var options = options(reading: files, settings)
      options.listeners = listeners
      options.colors = colors ?? ThemeFile.suitingColors
      options.followsBackground = followsBackground(settings)
      options.greetsNewUser = FirstUse.begin()
      MortiseApp.current.configureEditor(&options)
      return options
    }
    return edit(files.opening(locations.map { ($0.path, $0.link) }), makeOptions, settings, logging) {
      [recorder?.finish(), log?.finish()].compactMap { $0 }
    }
  }

  /// The environment variable that turns on the screen for screen readers, unless it is 0.
  private static let plainVariable = "MORTISE_PLAIN"

  /// The user's settings, overridden by the environment and the options.
  static func settings(_ arguments: Arguments) throws(UsageError) -> UserSettings {
    var settings = UserSettings.read()
    if let set = try KeySetName.keySet(arguments, "--keys") { settings.settings.keySet = set }
    if arguments.has("--plain") || !["", "0"].contains(UserFolders.variable(plainVariable) ?? "") {
      settings.settings.isPlain = true
    }
    if let theme = arguments.value("--theme") { settings.settings.theme = theme }
    if let language = arguments.value(CommonOptions.language.key) { settings.settings.language = language }
    return settings
  }

  /// Whether the theme follows the terminal's background: no theme is set, and the background isn't known yet.
  static func followsBackground(_ settings: UserSettings) -> Bool {
    settings.settings.theme == nil && TerminalBackground.isLight == nil
  }

  /// Parses the operands. Of several locations in one program, the first one wins.
  /// - Throws: `UnknownLocation` for the first operand that is not a location.
  private static func locations(_ operands: [String]) throws(UnknownLocation) -> [ProgramLocation] {
    var locations: [ProgramLocation] = []
    for operand in operands {
      let location = try ProgramLocation(operand)
      let path = ProgramPath(location.path)
      if !locations.contains(where: { ProgramPath($0.path).isSame(as: path) }) { locations.append(location) }
    }
    return locations
  }

  /// Checks that a recording or log would not overwrite a program's file.
  /// - Throws: `FileError` if it would.
  private static func check(_ path: String, against locations: [ProgramLocation]) throws(FileError) {
    if locations.contains(where: { $0.isFile(at: path) }) { throw FileError(.save, path, .isProgram) }
  }

  /// The files to read besides the programs. They are read while the terminal is being set up.
  static func files(_ arguments: Arguments, _ settings: EditorSettings) -> DefinitionFiles {
    var files = DefinitionFiles(own: MortiseApp.current.blocks, formats: MortiseApp.current.formats)
    files.blocks = arguments.values("--blocks")
    files.generators = arguments.values("--generators")
    files.unsentFiles = UserState.unsent
    files.locations = .current
    files.user.token = UserFolders.variable("MORTISE_TOKEN")
    files.toolbox = arguments.values("--toolbox").last ?? settings.toolbox
    files.language = settings.language ?? UserFolders.language
    return files
  }

  /// The options of an editor with the user's settings, clipboard, snippets and recent files.
  static func options(reading files: DefinitionFiles, _ settings: UserSettings) -> Editor.Options {
    var options = MortiseApp.current.editorOptions(reading: files)
    options.clipboardFile = UserFolders.clipboardFile
    options.snippetFiles = UserFolders.snippetFiles
    options.recentFiles = UserState.files.map(RecentFiles.init)
    options.lessonFolder = UserFolders.lessons
    options.suitingColors = { ThemeFile.suitingColors }
    options.rememberBackground = KnownBackground.remember
    options.unsentFiles = UserState.unsent
    options.consent = UserState.consent
    options.settings = settings.settings
    options.settingsFile = UserSettings.file
    options.remarks = settings.remarks
    return options
  }

  /// Runs the editor.
  /// - Parameters:
  ///   - makeOptions: returns the editor's options. They are made once the reading of the program has begun.
  ///   - problems: returns the errors from recording events and logging.
  static func edit(
    _ opening: Opening, _ makeOptions: () -> Editor.Options, _ settings: UserSettings, _ logging: Logging?,
    problems: () -> [String]
  ) -> ExitCode {
    let startUp = StartUp(opening)
    do {
      // The first frame needs the program, so start reading it first.
      try startUp.begin()
      let options = makeOptions()
      let writeWarning = Warnings.write
      Warnings.write = { message in
        logging?.write("events: \(message)")
        writeWarning(message)
      }
      let terminal = try CursesTerminal()
      let editor = Editor(startUp, device: terminal, options: options)
      editor.run()
      if !editor.savedAtEnd.isEmpty { Console.printError("saved \(editor.savedAtEnd.joined(separator: ", "))") }
      for warning in settings.problems { Console.printError(warning) }
      let problems = lines(of: editor.failure) + problems()
      for problem in problems { Console.printError(problem) }
      return problems.isEmpty ? .success : .problems
    } catch {
      // An error in the file is more useful to the user than a missing terminal.
      startUp.finish()
      for line in lines(of: startUp.failure ?? error) { Console.printError(line) }
      return .problems
    }
  }

  /// The lines of an error: one, or several for a text with several mistakes.
  private static func lines(of failure: (any Error)?) -> [String] {
    failure.map { "\($0)".split(separator: "\n").map(String.init) } ?? []
  }
}
