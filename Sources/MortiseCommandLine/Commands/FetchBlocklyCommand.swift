/// `mortise fetch-blockly`: downloads Blockly for the page of `mortise serve --web`.
enum FetchBlocklyCommand: Subcommand {
  static let name = "fetch-blockly"
  static let summary = "download Blockly, for ‘serve --web’"
  static let syntax = ArgumentSyntax(
    usage: "", options: [], operandName: "argument", operandCount: 0...0,
    details: """
      pip downloads a package of the Python index that contains Blockly 12, and checks its hash. The
      scripts are kept in ~/.local/share/mortise/blockly, or in $XDG_DATA_HOME. ‘serve --web’ uses
      them if --blockly isn't given.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let folder = UserFolders.blockly else {
      Console.printError("there is no folder for Blockly: set HOME")
      return .problems
    }
    do throws(BlocklyFetch.Failure) {
      if !BlocklyFetch.isComplete(folder) { try BlocklyFetch(folder: folder).run() }
    } catch {
      Console.printError("\(error)")
      return .problems
    }
    return Console.show("Blockly is in \(folder)\n") ? .success : .problems
  }
}
