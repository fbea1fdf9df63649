/// `mortise man`: shows the manual page.
enum ManCommand: Subcommand {
  static let name = "man"
  static var summary: String { "show the manual page, as roff: \(MortiseApp.current.name) man | man -l -" }
  static let syntax = ArgumentSyntax(
    usage: "", options: [], operandName: "argument", operandCount: 0...0,
    details: """
      The page has the date of SOURCE_DATE_EPOCH, in seconds since 1970, or today's.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    Console.show(ManPage.text) ? .success : .problems
  }
}
