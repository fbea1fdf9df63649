import LiveSession
import MortiseTerminal
import TerminalUI

/// `mortise class FOLDER`: the programs of a class at one sight.
enum ClassCommand: Subcommand {
  static let name = "class"
  static let summary = "list the programs of a folder that ‘mortise serve’ serves, with who works on them"
  static let syntax = ArgumentSyntax(
    usage: "FOLDER", options: [], operandName: "FOLDER", operandCount: 1...1,
    details: """
      Enter watches the selected program, and ‘e’ edits it; leaving its editor leads back to the list. An exclamation
      mark stands before a program in which somebody has raised a hand.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let folder = arguments.operands[0]
    var settings = try EditCommand.settings(arguments)
    var files = EditCommand.files(arguments, settings.settings)
    files.mustJoin = true
    var selected: String?
    do {
      let colors = try settings.theme()
      while true {
        let socket = try SessionAddress("./" + folder).list(files.hello)
        let terminal = try CursesTerminal()
        let screen = ClassScreen(
          socket, folder: folder, depth: terminal.colorDepth, colors: colors,
          isPlain: settings.settings.isPlain)
        let choice = screen.run(on: terminal, selecting: selected)
        terminal.close()
        switch choice {
        case .leave: return .success
        case .watch(let name), .edit(let name):
          selected = name
          files.hello.watches = choice == .watch(name)
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
}
