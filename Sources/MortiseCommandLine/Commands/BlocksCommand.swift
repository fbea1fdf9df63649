import BlockModel
import Markup

/// `mortise blocks`: lists the known block types, or records those of an app.
enum BlocksCommand: Subcommand {
  static let name = "blocks"
  static let summary = "show the block types with their inputs, fields and mutators; record those of an app"
  static var syntax: ArgumentSyntax {
    ArgumentSyntax(
      usage: "[--json] [--record FOLDER (-o DEFS.json|--for FORMAT) [--trust]] [--allow-code DEFS.json]",
      options: [Option("--json", help: "as JSON, with everything")] + RecordBlocks.options + [AllowCode.option],
      operandName: "argument", operandCount: 0...0,
      details: """
        --record runs an app's own definitions of blocks in node, with stand-ins for Blockly, and writes
        their shapes, words and colours as definitions for --blocks. It asks before it runs the
        app's code, and isolates it with bubblewrap: it sees the folder read-only and no network. With
        --for, files of that format use what was recorded without --blocks.
        Definitions beside a program, and in .mortise/blocks.json of its folder or one above, are found
        without --blocks, too. Their generators are code: they are left out until --allow-code names the
        file, and again when it changes. See docs/use/own-blocks.md.
        """)
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let ways = ["--record", AllowCode.option.key, "--json"].filter { arguments.has($0) }
    if ways.count > 1 { throw UsageError("\(ways[0]) and \(ways[1]) can't be combined") }
    if let folder = arguments.value("--record") { return try RecordBlocks.run(folder, arguments) }
    for option in RecordBlocks.options where arguments.has(option.key) {
      throw UsageError("\(option.key) goes with --record")
    }
    if let path = arguments.value(AllowCode.option.key) { return AllowCode.run(path) }
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
