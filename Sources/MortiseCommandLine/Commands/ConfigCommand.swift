import MortiseFiles
import TerminalUI

/// `mortise config`: writes a settings file to start with, or checks the existing one.
enum ConfigCommand: Subcommand {
  static let name = "config"
  static let summary = "write a commented settings file, or check the existing one"
  static let syntax = ArgumentSyntax(
    usage: "", options: [], operandName: "argument", operandCount: 0...0,
    details: """
      The file is settings.json in $XDG_CONFIG_HOME/mortise or ~/.config/mortise. An existing file is
      not changed; its mistakes are reported, one line each: file:line:column: mistake. The exit status is
      1 when there are any.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let path = UserSettings.path else {
      Console.printError("there is no place for settings; set HOME")
      return .problems
    }
    if UserSettings.hasFile {
      let problems = UserSettings.read().problems
      for problem in problems { Console.printError(problem) }
      return problems.isEmpty && Console.show("\(path): no mistakes\n") ? .success : .problems
    }
    do throws(FileError) {
      try UserSettings.writeTemplate()
      return Console.show("wrote \(path)\n") ? .success : .problems
    } catch {
      Console.printError("\(error)")
      return .problems
    }
  }
}
