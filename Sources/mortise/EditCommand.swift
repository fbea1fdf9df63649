import AppModules
import BlockModel
import EventQueues
import Files
import Terminal
import TerminalUI
import Workbench

/// `mortise [FILE]`: the editor.
enum EditCommand: Command {
  static let name = ""
  static let summary = "edit a program; without FILE, a new one"
  static let syntax = ArgumentSyntax(
    usage: "[FILE[#block=ID[/field=NAME]]] [--record-events E.jsonl] [--log LOG]",
    options: [
      Option("--record-events", value: "E.jsonl", help: "write every event of the editing to a file"),
      Option("--log", value: "LOG", help: "write what the parts of the editor tell to a file"),
    ],
    operandName: "FILE", operandCount: 0...1,
    details: """
      FILE#block=ID and FILE#block=ID/field=NAME open at that place; ‘mortise check’ prints such places.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    var listeners: [any AnyEventsListener] = []
    var recorder: EventRecorder?
    var log: LogFile?
    let place: ProgramLocation?
    do {
      place = try arguments.operands.first.map { word throws(UnknownLocation) in try ProgramLocation(word) }
      if let path = arguments.value("--record-events") {
        try check(path, besides: place)
        let own = try EventRecorder(path: path)
        listeners.append(EventRecording(own))
        recorder = own
      }
      if let path = arguments.value("--log") {
        try check(path, besides: place)
        let own = try LogFile(path, Logging.kind)
        let logging = Logging(own)
        logging.listen(to: AppEventQueue)
        listeners.append(logging)
        log = own
      }
    } catch {
      Console.complain("\(error)")
      return .problems
    }
    return edit(opening(arguments, place), listeners) { [recorder?.problem, log?.problem].compactMap { $0 } }
  }

  /// - Throws: `FileError` when what is to be written there would replace the program.
  private static func check(_ path: String, besides place: ProgramLocation?) throws(FileError) {
    if place?.isFile(at: path) == true { throw FileError(.save, path, .isProgram) }
  }

  /// What is opened: the file is read while the terminal is being set up.
  private static func opening(_ arguments: Arguments, _ operand: ProgramLocation?) -> Opening {
    let blocks = arguments.values("--blocks")
    let toolbox = arguments.values("--toolbox").last
    let path = operand?.path
    return Opening(
      path: path, place: operand?.place,
      definitions: {
        Opening.Definitions(
          factory: try ProgramFile.factory(blocks: blocks), toolbox: try ProgramFile.toolbox(toolbox))
      },
      program: { definitions in
        try path.map { try Document.open($0, factory: definitions.factory) } ?? Document(factory: definitions.factory)
      })
  }

  /// - Parameter problems: what went wrong in writing down what happened.
  private static func edit(
    _ opening: Opening, _ listeners: [any AnyEventsListener], problems: () -> [String]
  ) -> ExitCode {
    let startUp = StartUp(opening)
    do {
      // The first frame waits for what is read, so reading begins before all else.
      try startUp.begin()
      var options = Editor.Options()
      options.version = Mortise.version
      options.listeners = listeners
      let terminal = try CursesTerminal()
      let editor = Editor(startUp, device: terminal, options: options)
      editor.run()
      let problems = (editor.failure.map { ["\($0)"] } ?? []) + problems()
      for problem in problems { Console.complain(problem) }
      return problems.isEmpty ? .success : .problems
    } catch {
      // What is wrong with the file is more to the point than a terminal that isn't there.
      startUp.finish()
      Console.complain("\(startUp.failure ?? error)")
      return .problems
    }
  }
}
