import AppModules
import BlockEvents
import BlockLibrary
import BlockModel
import EventQueues
import Glibc
import MortiseFiles
import MortiseTerminal
import TerminalUI
import Workbench

/// `mortise [FILE...]`: the editor.
enum EditCommand: Command {
  static let name = ""
  static let summary = "edit programs; without FILE, a new one"
  static let syntax = ArgumentSyntax(
    usage:
      "[FILE[#block=ID[/field=NAME]]...] [--theme NAME|FILE] [--plain] [--generators FILE] [--record-events E.jsonl] [--log LOG]",
    options: [
      ThemeFile.option,
      Option("--plain", help: "an outline without colours and borders, for braille displays and slow lines"),
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
    let colors: ThemeColors
    var settings = UserSettings.read()
    if arguments.has("--plain") { settings.settings.isPlain = true }
    if arguments.operands.contains("-") {
      throw UsageError("the editor can't edit standard input, as it reads the keys from there; give it a FILE")
    }
    do {
      colors =
        try arguments.value("--theme").map { name throws(OpenError) in try ThemeFile.colors(name) } ?? settings.theme()
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
    let isThemeChosen = arguments.value("--theme") != nil || settings.settings.theme != nil
    return edit(
      opening(arguments, locations, settings.settings), settings, colors,
      followsBackground: !isThemeChosen && TerminalBackground.isLight == nil, listeners, logging
    ) {
      [recorder?.finish(), log?.finish()].compactMap { $0 }
    }
  }

  /// Parses the operands. Of several locations in one file, the first one counts.
  /// - Throws: `UnknownLocation` for the first one that is none.
  private static func locations(_ operands: [String]) throws(UnknownLocation) -> [ProgramLocation] {
    var locations: [ProgramLocation] = []
    for operand in operands {
      let location = try ProgramLocation(operand)
      if !locations.contains(where: { $0.isFile(at: location.path) }) { locations.append(location) }
    }
    return locations
  }

  /// Checks that a recording or log would not overwrite a program's file.
  /// - Throws: `FileError` if it would.
  private static func check(_ path: String, against locations: [ProgramLocation]) throws(FileError) {
    if locations.contains(where: { $0.isFile(at: path) }) { throw FileError(.save, path, .isProgram) }
  }

  /// Describes what to open. The files are read while the terminal is being set up.
  private static func opening(
    _ arguments: Arguments, _ locations: [ProgramLocation], _ settings: EditorSettings
  ) -> Opening {
    let blocks = arguments.values("--blocks")
    let generators = arguments.values("--generators")
    let toolbox = arguments.values("--toolbox").last ?? settings.toolbox
    let language = arguments.value(CommonOptions.language.key) ?? settings.language ?? languageOfTheUser
    let path = locations.first?.path
    var opening = Opening(
      path: path, link: locations.first?.link,
      definitions: {
        let messages = try ProgramFile.messages(in: language)
        return Opening.Definitions(
          factory: try ProgramFile.factory(blocks: blocks, messages: messages),
          toolbox: try ProgramFile.toolbox(toolbox, messages: messages),
          generators: try GeneratorFiles.files(blocks: blocks, generators: generators))
      },
      program: { definitions in
        try document(at: path, definitions)
      })
    opening.further = locations.dropFirst().map { location in
      Opening.FurtherProgram(path: location.path, link: location.link) { definitions in
        try document(at: location.path, definitions)
      }
    }
    return opening
  }

  /// - Parameter path: nil for a new program.
  private nonisolated static func document(
    at path: String?, _ definitions: Opening.Definitions
  ) throws(OpenError) -> Document {
    guard let path else { return Document(factory: definitions.factory) }
    return try Document.open(path, factory: definitions.factory)
  }

  /// An environment variable; nil if it is empty, too, as the XDG specification says.
  static func variable(_ name: String) -> String? {
    getenv(name).flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
  }

  /// One of the user's folders (XDG Base Directory Specification); nil if there is no place for it.
  /// - Parameters:
  ///   - name: the environment variable that names it.
  ///   - path: where it is in the user's home without that.
  static func userFolder(_ name: String, inHome path: String) -> String? {
    variable(name) ?? variable("HOME").map { "\($0)/\(path)" }
  }

  /// The code of the language in the environment (POSIX locale names such as `de_AT.UTF-8`); nil if its words are not
  /// known.
  private static var languageOfTheUser: String? {
    let locale = variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG") ?? ""
    let language = locale.prefix { $0.isLetter }.lowercased()
    return StockBlocks.languages.contains(language) ? language : nil
  }

  /// The file in which the user's running editors share what is copied; nil if there is no place for it.
  private static var clipboardFile: PrivateFile? {
    PrivateFile(
      "clipboard", inFolder: "mortise", runtimeFolder: variable("XDG_RUNTIME_DIR"),
      cacheFolder: userFolder("XDG_CACHE_HOME", inHome: ".cache"))
  }

  /// The files of the user's snippets; nil if there is no place for them.
  private static var snippetFiles: NamedFiles? {
    UserSettings.folder.flatMap { NamedFiles(in: $0 + "/snippets", suffix: ".blocktext") }
  }

  /// Runs the editor.
  /// - Parameter problems: returns the errors from recording events and logging.
  private static func edit(
    _ opening: Opening, _ settings: UserSettings, _ colors: ThemeColors, followsBackground: Bool,
    _ listeners: [any AnyEventsListener],
    _ logging: Logging?, problems: () -> [String]
  ) -> ExitCode {
    let startUp = StartUp(opening)
    do {
      // The first frame needs the program, so start reading it first.
      try startUp.begin()
      var options = Editor.Options()
      options.version = Mortise.version
      options.listeners = listeners
      options.clipboardFile = clipboardFile
      options.snippetFiles = snippetFiles
      options.readProgram = { path in
        let definitions = try opening.definitions()
        return (definitions, try document(at: path, definitions))
      }
      options.recentFiles = UserState.files.map(RecentFiles.init)
      options.settings = settings.settings
      options.remarks = settings.remarks
      options.colors = colors
      options.followsBackground = followsBackground
      options.greetsNewUser = FirstUse.begin()
      let writeWarning = EventManager.writeWarning
      EventManager.writeWarning = { message in
        logging?.write("events: \(message)")
        writeWarning(message)
      }
      let terminal = try CursesTerminal()
      let editor = Editor(startUp, device: terminal, options: options)
      editor.run()
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

  /// Why the program can't be edited: a line, or several for a text with several mistakes.
  private static func lines(of failure: (any Error)?) -> [String] {
    failure.map { "\($0)".split(separator: "\n").map(String.init) } ?? []
  }
}
