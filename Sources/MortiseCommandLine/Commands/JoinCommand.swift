import BlockEvents
import Glibc
import LiveSession
import MortiseFiles
import MortiseTerminal
import TerminalUI
import Workbench

/// `mortise join PATH|HOST:PATH`: edits a served program.
enum JoinCommand: Subcommand {
  static let name = "join"
  static var summary: String { "edit a program with others that ‘\(MortiseApp.current.name) serve’ serves" }
  static var syntax: ArgumentSyntax {
    let name = MortiseApp.current.name
    return ArgumentSyntax(
      usage: "PATH|HOST:PATH [--watch] [--name NAME] [--token TOKEN]",
      options: [
        Option("--watch", help: "only watch"),
        Option("--name", value: "NAME", help: "the name that the others see"),
        Option(
          "--token", value: "TOKEN", help: "your token, where ‘\(name) serve’ asks for one; default: $MORTISE_TOKEN"),
        Option("--pipe", help: "pass the connection on, from standard input and to standard output; ssh calls it"),
      ],
      operandName: "PATH", operandCount: 1...1,
      details: """
        HOST:PATH connects through ssh; mortise must be installed there.
        """)
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let operand = arguments.operands[0]
    if arguments.has("--pipe") { return pipe(operand) }
    let settings = try EditCommand.settings(arguments)
    var files = EditCommand.files(arguments, settings.settings)
    files.mustJoin = true
    files.user.watches = arguments.has("--watch")
    if let token = arguments.value("--token") { files.user.token = token }
    if let name = arguments.value("--name") { files.user.chosenName = name }
    let address = SessionAddress(operand)
    if address.host != nil {
      do throws(SocketError) { files.remoteSession = try files.connect(to: address, asks: true) } catch {
        // Some errors begin with the operand already: the list of a folder's programs does.
        Console.printError(error.description.hasPrefix("\(operand): ") ? "\(error)" : "\(operand): \(error)")
        return .problems
      }
    }
    let reading = files
    let makeOptions = {
      var options = EditCommand.options(reading: reading, settings)
      options.followsBackground = EditCommand.followsBackground(settings)
      MortiseApp.current.configureEditor(&options)
      return options
    }
    return EditCommand.edit(reading.opening([(operand, nil)]), makeOptions, settings, nil) { [] }
  }

  /// Copies lines between the standard streams and the socket, until one of them ends.
  private static func pipe(_ path: String) -> ExitCode {
    do throws(SocketError) {
      let socket = try SessionAddress(path: path).connect()
      let end = LinePipe(socket).run()
      return end ? .success : .problems
    } catch {
      Console.printError("\(error)")
      return .problems
    }
  }
}
