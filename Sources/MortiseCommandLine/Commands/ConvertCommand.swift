import BlockFormats
import BlockModel
import BlockNotation
import Markup
import MortiseFiles
import ProgramContainers

/// `mortise convert`: writes a program in another format or layout.
enum ConvertCommand: Subcommand {
  static let name = "convert"
  static let summary = "write a program as XML, JSON or text"
  private static var formats: FileFormats { MortiseApp.current.formats }
  /// The formats that hold nothing but a program.
  private static var inputNames: [String] { formats.all.filter { $0.app == nil }.map(\.name) }
  static var syntax: ArgumentSyntax {
    ArgumentSyntax(
      usage:
        "IN -o OUT [--to \(formats.names.joined(separator: "|"))] [--from FORMAT] [--compact|--pretty] [--ids] [--places]",
      options: [
        Option("--output", "-o", value: "OUT", help: "the file to write; “-” is standard output"),
        Option(
          "--to", value: "FORMAT", values: .words(formats.names),
          help: "\(formats.nameList); default: by the extension of OUT, else the format of IN"),
        Option(
          "--from", value: "FORMAT", values: .words(inputNames),
          help: "\(inputNames.alternatives); default: by name and content"),
        Option("--compact", help: "everything on one line"),
        Option("--pretty", help: "indented like Blockly's files, down to level 100"),
        Option("--ids", help: "text with the ids of blocks, variables and comments"),
        Option("--places", help: "text with the positions of stacks and comments, and the file's layout"),
        Option("--code", help: "an app's file with the code beside the blocks regenerated"),
      ],
      operandName: "IN", operandCount: 1...1,
      details: """
        “-” as IN is standard input. In the same format and without --compact and --pretty, OUT gets
        exactly the bytes of IN; so does a copy of an app's file with the same extension. OUT is
        replaced as a whole or not at all. Losses are reported on standard error. A text written over
        a program keeps the ids and positions of unchanged parts.
        Text (.blocktext) is the notation of docs/use/notation.md; with --ids and --places,
        converting it back gives the same file. --code makes the code that an app such as ioBroker runs
        with the generators of Mortise, or with the command that the settings name for it.
        """)
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let output = arguments.value("--output") else {
      throw UsageError("convert needs -o OUT, or -o - for standard output")
    }
    let options = try options(arguments)
    var target = try target(arguments.value("--to"), output: output)
    guard let factory = ProgramFile.factory(arguments) else { return .problems }
    let input = arguments.operands[0]
    do {
      let bytes = try ProgramFile.bytes(of: input)
      let stated = try arguments.value("--from").map { name throws(UsageError) in
        guard inputNames.contains(name), let format = formats.format(named: name) else {
          throw UsageError("--from takes \(inputNames.alternatives), not “\(name)”")
        }
        return format
      }
      let file =
        stated.map { RecognisedFile($0, bytes) } ?? ProgramFile.recognise(input, bytes, factory, among: formats)
      let source = file.format
      if let target, target.app == nil, target.name != source.name, let reason = target.readOnlyReason {
        throw UsageError("\(output): \(reason); ‘mortise generate’ makes code of blocks")
      }
      // An app's file with the extension of a plain program, such as a JSON file, remains an app's file.
      if source.app != nil, arguments.value("--to") == nil, input != "-",
        target?.name == formats.format(ofPath: ProgramPath(input).file)?.name
      {
        target = nil
      }
      try check(options, for: target ?? source)
      var context = ReadingContext(factory: factory, randomness: SeededNumbers(seed: .random(in: .min ... .max)))
      context.targetFormat = target.flatMap { ProgramFormat(rawValue: $0.name) }
      // Only read a file: reading a pipe would wait for its writer, which is this command.
      if (target ?? source) is BlocklyFormat, output != "-" {
        context.old = { try? ProgramReader.read(FileReader.read(output).bytes, factory: factory) }
      }
      context.programName = input == "-" ? nil : ProgramPath(input).program
      let program = try ProgramFile.read(file, context)
      if let app = target?.app, target?.name != source.name, target?.canBegin(after: program.style) == false {
        if arguments.value("--to") != nil { throw ContainerError("\(app)’s file can't be made from a program alone") }
        // A plain program may have the extension of an app's file.
        target = nil
      }
      if arguments.has("--code") {
        if let target, target.name != source.name { throw UsageError("--code keeps the format of IN") }
        return try save(try AppCode.renew(bytes, program, cache: context.cache), to: output)
      }
      let result = (target ?? program.style.format).convert(program, options: options, cache: context.cache)
      if (target ?? source).app == nil { try checkThatNothingIsLost(at: output, factory) }
      guard let result else { return try save(bytes, to: output) }
      report(program.findings, in: input)
      for remark in result.remarks { Console.printError("\(ProgramFile.displayName(output)): \(remark)") }
      return try save(result.bytes, to: output)
    } catch let error as UsageError {
      throw error
    } catch {
      ProgramFile.report(error, in: input)
    }
    return .problems
  }

  /// - Throws: `ContainerError` if a plain program would replace an app's file.
  private static func checkThatNothingIsLost(at output: String, _ factory: BlockFactory) throws {
    guard output != "-", let old = try? FileReader.read(output).bytes,
      let app = formats.recognise(old, path: output, factory: factory)?.format.app
    else { return }
    throw ContainerError(
      "nothing is written: \(ProgramFile.displayName(output)) is a file of \(app), and more than its program would be "
        + "lost; give another file to -o")
  }

  private static func options(_ arguments: Arguments) throws(UsageError) -> ConversionOptions {
    let flags: [(String, ConversionOptions)] = [
      ("--compact", .compact), ("--pretty", .pretty), ("--ids", .ids), ("--places", .places),
    ]
    let options = ConversionOptions(flags.filter { arguments.has($0.0) }.map(\.1))
    if options.isSuperset(of: [.compact, .pretty]) { throw UsageError("--compact and --pretty can't be combined") }
    return options
  }

  private static func check(_ options: ConversionOptions, for format: any FileFormat) throws(UsageError) {
    let others = options.subtracting(format.conversionOptions)
    if !others.isDisjoint(with: [.compact, .pretty]) {
      throw UsageError("--compact and --pretty are for XML and JSON")
    }
    if !others.isEmpty { throw UsageError("--ids and --places are for --to text") }
  }

  private static func report(_ findings: [ProgramFinding], in input: String) {
    for finding in findings where finding.kind == .repair || finding.kind == .note {
      Console.printError("\(ProgramFile.displayName(input)):\(finding.position): \(finding.message)")
    }
  }

  private static func target(_ name: String?, output: String) throws(UsageError) -> (any FileFormat)? {
    guard let name else { return formats.format(ofPath: output) }
    if let format = formats.format(named: name) { return format }
    throw UsageError("--to takes \(formats.nameList), not “\(name)”")
  }

  private static func save(_ bytes: [UInt8], to output: String) throws -> ExitCode {
    let bytes = Console.visible(bytes, on: output)
    if output == "-" { return Console.write(bytes) ? .success : .problems }
    try FileSaver.save(bytes, to: output)
    return .success
  }
}
