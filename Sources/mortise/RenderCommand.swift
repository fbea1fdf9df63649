/// `mortise render`: shows a program as text.
enum RenderCommand: Command {
  static let name = "render"
  static let summary = "show a program as text"
  static let syntax = ArgumentSyntax(
    usage: "FILE [--width N] [--color WHEN] [--ascii]",
    options: [
      Option("--width", value: "N", help: "how many columns to fill"),
      Option("--color", value: "WHEN", help: "auto, always or never"),
      Option("--ascii", help: "no characters beyond ASCII for lines and brackets"),
    ],
    operandName: "FILE", operandCount: 1...1)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    Console.complain("render is not part of this build yet")
    return .problems
  }
}
