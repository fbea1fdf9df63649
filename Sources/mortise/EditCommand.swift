import BlockEvents
import BlockModel
import Markup
import Screen
import Terminal
import TerminalUI
import Workbench

/// `mortise [FILE]`: the editor.
enum EditCommand: Command {
  static let name = ""
  static let summary = "edit a program; without FILE, a new one"
  static let syntax = ArgumentSyntax(
    usage: "[FILE] [--record-events E.jsonl]",
    options: [Option("--record-events", value: "E.jsonl", help: "write every event of the editing to a file")],
    operandName: "FILE", operandCount: 0...1)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let factory = ProgramFile.factory(arguments), let toolbox = ProgramFile.toolbox(arguments) else {
      return .problems
    }
    do {
      let document =
        try arguments.operands.first.map { try Document.open($0, factory: factory) } ?? Document(factory: factory)
      // The file is read before the terminal is taken over, so that what is wrong with it can be said.
      var recorder: EventRecorder?
      if let path = arguments.value("--record-events") {
        recorder = try EventRecorder(path: path, workspace: document.workspace, eventManager: .sharedInstance)
      }
      let terminal = try CursesTerminal()
      let style = LayoutStyleChoice.first(for: terminal)
      let editor = Editor(
        workbench: WorkbenchController(document: document, toolbox: toolbox, style: style), device: terminal)
      editor.run()
      guard let problem = recorder?.problem else { return .success }
      Console.complain(problem)
      return .problems
    } catch {
      Console.complain("\(error)")
      return .problems
    }
  }
}
