import BlockModel
import Markup

/// `mortise blocks`: lists the known block types, or records those of an app.
enum BlocksCommand: Subcommand {
  static let name = "blocks"
  static let summary = "show the block types with their inputs, fields and mutators; record those of an app"
  static let syntax = ArgumentSyntax(
    usage: "[--json] | --record FOLDER (-o DEFS.json | --for CONTAINER) [--trust] | --allow-code DEFS.json",
    options: [Option("--json", help: "as JSON, with everything")] + RecordBlocks.options + [AllowCode.option],
    operandName: "argument", operandCount: 0...0,
    details: """
      --record runs an app's own definitions of blocks in node, with stand-ins for Blockly, and writes
      what they say of shapes, words and colours as definitions for --blocks. It asks before it runs the
      app's code, and shuts it in with bubblewrap: it sees the folder read-only and no network. With
      --for, files of that container use what was recorded without --blocks.
      Definitions beside a program, and in .mortise/blocks.json of its folder or one above, are found
      without --blocks, too. Their generators are code: they are left out until --allow-code names the
      file, and again when it changes. See docs/own-blocks.md.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    if let folder = arguments.value("--record") { return try RecordBlocks.run(folder, arguments) }
    if let path = arguments.value(AllowCode.option.key) { return AllowCode.run(path) }
    for option in RecordBlocks.options where arguments.has(option.key) {
      throw UsageError("\(option.key) goes with --record")
    }
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
