import LiveSession
import MortiseFiles
import MortiseTerminal
import TerminalUI

/// `mortise class FOLDER`: shows the programs of a class in one list.
enum ClassCommand: Subcommand {
  static let name = "class"
  static var summary: String {
    "list the programs of a folder that ‘\(MortiseApp.current.name) serve’ serves, and the people who work on them"
  }
  static var syntax: ArgumentSyntax {
    let name = MortiseApp.current.name
    return ArgumentSyntax(
      usage: "FOLDER [--token TOKEN] [--names FILE] [--hand-out FILE | --collect]",
      options: [
        Option(
          "--token", value: "TOKEN", help: "your token, where ‘\(name) serve’ asks for one; default: $MORTISE_TOKEN"),
        Option(
          "--hand-out", value: "FILE", values: .program, help: "give each learner a copy of this program, and end"),
        Option(
          "--names", value: "FILE", values: .anyFile,
          help: "the learners’ names, one per line; default: all who are present"),
        Option("--collect", help: "copy all programs into a new folder in FOLDER/collected, and end"),
      ],
      operandName: "FOLDER", operandCount: 1...1,
      details: """
        Enter watches the selected program, and ‘e’ edits it; leaving its editor leads back to the list. An exclamation
        mark is shown before a program in which a learner has raised a hand. ‘h’ hands the selected program out: each
        learner gets a copy, such as story-anna.xml, and a message. ‘c’ collects all programs. Nothing is overwritten.
        """)
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let folder = arguments.operands[0]
    var settings = try EditCommand.settings(arguments)
    var files = EditCommand.files(arguments, settings.settings)
    files.mustJoin = true
    if let token = arguments.value("--token") { files.user.token = token }
    if arguments.has("--collect"), arguments.has("--hand-out") {
      throw UsageError("--hand-out and --collect can't be combined")
    }
    var selected: String?
    do {
      let learners = try arguments.value("--names").map { try names(in: $0) } ?? []
      if let file = arguments.value("--hand-out") {
        return try order(.handOut(handOut(file, of: folder, to: learners)), in: folder, files.user.hello)
      }
      if arguments.has("--collect") { return try order(.collect, in: folder, files.user.hello) }
      let colors = try settings.theme()
      settings.settings.useKeys()
      while true {
        let socket = try SessionAddress(path: folder).list(files.user.hello)
        let terminal = try CursesTerminal()
        let screen = ClassScreen(
          socket, folder: folder, name: files.user.name, learners: learners, depth: terminal.colorDepth,
          colors: colors, isPlain: settings.settings.isPlain)
        let choice = screen.run(on: terminal, selecting: selected)
        terminal.close()
        switch choice {
        case .leave: return .success
        case .watch(let name), .edit(let name):
          selected = name
          files.user.watches = choice == .watch(name)
          let (reading, settings) = (files, settings)
          let makeOptions = { EditCommand.options(reading: reading, settings) }
          let code = EditCommand.edit(reading.opening([(folder + "/" + name, nil)]), makeOptions, settings, nil) { [] }
          if code != .success { return code }
        }
      }
    } catch {
      Console.printError("\(error)")
      return .problems
    }
  }
  // MARK: - Without a screen

  /// Sends a request to the folder's host, and waits for the answer.
  private static func order(
    _ message: ClientMessage, in folder: String, _ hello: ClientMessage.Hello
  ) throws(SocketError) -> ExitCode {
    let socket = try SessionAddress(path: folder).list(hello)
    let end = ContinuousClock.now + timeout
    var isAsked = false
    repeat {
      for line in socket.read() {
        switch try? HostMessage(line) {
        case .programs where !isAsked:
          isAsked = true
          socket.send(message.line)
          _ = socket.finish(atMost: timeout)
        case .saved(let text, true):
          Console.show("\(text)\n")
          return .success
        case .saved(let text, false): throw SocketError("\(folder): \(text)")
        case .bye(let closeReason): throw SocketError("\(folder): \(closeReason.reason)")
        default: break
        }
      }
    } while !socket.isClosed && socket.wait(atMost: ContinuousClock.now.duration(to: end))
    throw SocketError("\(folder): the host doesn’t answer")
  }

  private static let timeout = Duration.seconds(60)

  /// Returns the program to hand out: for a program of the folder its name, as the session has it, and for any other
  /// file its text.
  private static func handOut(
    _ file: String, of folder: String, to names: [String]
  ) throws -> ClientMessage.HandOut {
    let location = FileLocation(path: file)
    // A name alone is also looked for in the folder.
    let isInFolder = FileSystem.isSameFile(location.folder, folder) || !file.contains("/") && FileSystem.isMissing(file)
    if isInFolder { return .init(program: location.name, names: names) }
    let bytes = try FileReader.read(file).bytes
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SocketError("\(file): this is not in UTF-8; ‘\(MortiseApp.current.name) convert’ writes it so")
    }
    return .init(program: location.name, text: text, names: names)
  }

  /// Returns the lines of a file, without empty ones.
  private static func names(in file: String) throws(FileError) -> [String] {
    let text = String(decoding: try FileReader.read(file).bytes, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }.filter { !$0.isEmpty }
  }
}
