import AppModules
import BlockModel
import EventQueues
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
    do throws(FileError) {
      if let path = arguments.value("--record-events") {
        let own = try EventRecorder(path: path)
        listeners.append(EventRecording(own))
        recorder = own
      }
      if let path = arguments.value("--log") {
        let log = Logging(try LogFile(path))
        log.listen(to: AppEventQueue)
        listeners.append(log)
      }
    } catch {
      Console.complain("\(error)")
      return .problems
    }
    return edit(opening(arguments), listeners, recorder)
  }

  /// What is opened: the file is read while the terminal is being set up.
  private static func opening(_ arguments: Arguments) -> Opening {
    let operand = arguments.operands.first.map(ProgramPlace.init)
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

  private static func edit(
    _ opening: Opening, _ listeners: [any AnyEventsListener], _ recorder: EventRecorder?
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
      if let problem = editor.failure.map({ "\($0)" }) ?? recorder?.problem {
        Console.complain(problem)
        return .problems
      }
      return .success
    } catch {
      // What is wrong with the file is more to the point than a terminal that isn't there.
      startUp.finish()
      Console.complain("\(startUp.failure ?? error)")
      return .problems
    }
  }
}
