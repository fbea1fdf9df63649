import BlockModel
import Markup
import MortiseScreen
import MortiseTerminal
import TerminalUI

/// `mortise render`: shows a program as text.
enum RenderCommand: Subcommand {
  static let name = "render"
  static let summary = "show a program as text"
  static let syntax = ArgumentSyntax(
    usage: "FILE [--width N] [--color WHEN] [--theme NAME|FILE] [--ascii]",
    options: [
      Option("--width", value: "N", values: .none, help: "the width in columns"),
      ColorOption.option,
      ThemeFile.option,
      Option("--ascii", help: "no characters beyond ASCII for lines and brackets"),
    ],
    operandName: "FILE", operandCount: 1...1)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let colours = try ColorOption.isEnabled(arguments) ? ColorDepth.twoFiftySix : nil
    let width = try width(arguments.value("--width")) ?? 100
    guard let factory = ProgramFile.factory(arguments) else { return .problems }
    let path = arguments.operands[0]
    do {
      let theme = try ThemeFile.colors(arguments.value("--theme"))
      let program = try ProgramFile.read(try ProgramFile.bytes(of: path), at: path, factory: factory)
      let rows = ProgramRendering.rows(
        of: program.workspace, width: width, depth: colours, repertoire: arguments.has("--ascii") ? .ascii : .unicode,
        colors: theme)
      return Console.write(Array(rows.map { $0 + "\n" }.joined().utf8)) ? .success : .problems
    } catch {
      ProgramFile.report(error, in: path)
    }
    return .problems
  }

  /// Reads the value of `--width`.
  static func width(_ text: String?) throws(UsageError) -> Int? {
    guard let text else { return nil }
    guard let width = Int(text), (20...10_000).contains(width) else {
      throw UsageError("--width takes a number from 20 to 10000, not “\(text)”")
    }
    return width
  }
}
