import BlockModel
import Markup

/// `mortise blocks`: lists the known block types.
enum BlocksCommand: Subcommand {
  static let name = "blocks"
  static let summary = "show the block types, their connections, inputs, fields and mutators"
  static let syntax = ArgumentSyntax(
    usage: "[--json]", options: [Option("--json", help: "as JSON, with everything")],
    operandName: "argument", operandCount: 0...0)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let factory = ProgramFile.factory(arguments) else { return .problems }
    // List new blocks rather than definitions, as mutators may add inputs.
    let workspace = Workspace(factory: factory)
    let blocks = factory.definedTypes.compactMap { type in
      factory.build(BlockSnapshot(records: [.init(type: type)]), in: workspace).first
    }
    let isWritten =
      arguments.has("--json")
      ? Console.show(json: BlockDescription.json(of: blocks)) : Console.show(BlockTable.text(of: blocks))
    return isWritten ? .success : .problems
  }
}
