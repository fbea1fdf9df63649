/// `mortise desktop`: shows the files that register Mortise with a desktop.
enum DesktopCommand: Subcommand {
  static let name = "desktop"
  static let summary = "show the desktop entry, or the types of files, for installing"
  static let syntax = ArgumentSyntax(
    usage: "entry|types", options: [], operandName: "entry|types", operandCount: 1...1,
    operandValues: .words(["entry", "types"]),
    details: """
      The entry belongs into share/applications/mortise.desktop, the types into share/mime/packages/mortise.xml.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let text: String
    switch arguments.operands[0] {
    case "entry": text = BlocklyFiles.desktopEntry
    case "types": text = BlocklyFiles.typeDefinitions
    case let other: throw UsageError("desktop takes entry or types, not “\(other)”")
    }
    return Console.show(text) ? .success : .problems
  }
}
