import BlockFormats
import BlockModel
import BlockNotation
import Markup
import MortiseFiles

/// `mortise convert`: writes a program in another format or layout.
enum ConvertCommand: Command {
  static let name = "convert"
  static let summary = "write a program as XML, JSON or text"
  static let syntax = ArgumentSyntax(
    usage: "IN -o OUT [--to xml|json|text] [--compact|--pretty] [--ids] [--places]",
    options: [
      Option("--output", "-o", value: "OUT", help: "the file to write; “-” is standard output"),
      Option(
        "--to", value: "FORMAT", values: .words(FileFormat.allCases.map(\.rawValue)),
        help: "xml, json or text; default: by the extension of OUT, else the format of IN"),
      Option("--compact", help: "everything on one line"),
      Option("--pretty", help: "indented like Blockly's files, down to level 100"),
      Option("--ids", help: "text with the ids of blocks, variables and comments"),
      Option("--places", help: "text with the positions of stacks and comments, and the file's layout"),
    ],
    operandName: "IN", operandCount: 1...1,
    details: """
      “-” as IN is standard input. In the same format and without --compact and --pretty, OUT gets
      exactly the bytes of IN. OUT is replaced as a whole or not at all. Losses are reported on
      standard error. A text written over a program keeps the ids and positions of what is the same.
      Text (.blocktext) is the notation of docs/notation.md; with --ids and --places,
      converting it back gives the same file.
      """)

  /// What to write.
  private enum Target {
    case file(ProgramFormat)
    case text
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let output = arguments.value("--output") else {
      throw UsageError("convert needs -o OUT, or -o - for standard output")
    }
    if arguments.has("--compact"), arguments.has("--pretty") {
      throw UsageError("--compact and --pretty can't be combined")
    }
    let target = try target(arguments.value("--to"), output: output)
    guard let factory = ProgramFile.factory(arguments) else { return .problems }
    let input = arguments.operands[0]
    do {
      let bytes = try ProgramFile.bytes(of: input)
      let isText = ProgramFile.isText(input, bytes, factory)
      if case .text? = target ?? (isText ? .text : nil) {
        return try write(bytes, of: input, to: output, factory, arguments)
      }
      if arguments.has("--ids") || arguments.has("--places") {
        throw UsageError("--ids and --places are for --to text")
      }
      var format: ProgramFormat?
      if case .file(let stated)? = target { format = stated }
      // Only a file: reading a pipe would wait for its writer, which is this command.
      let old = isText && output != "-" ? try? ProgramReader.read(FileReader.read(output).bytes, factory: factory) : nil
      let program = try ProgramFile.read(
        bytes, at: input, factory: factory, format: format ?? old?.style.format ?? .xml, onto: old?.workspace)
      let style = style(of: program.style, to: format ?? program.style.format, isText: isText, arguments)
      guard let style else { return try save(bytes, to: output) }
      var remarks: [String] = []
      if style.format != program.style.format {
        ProgramWriter.prepareForOtherFormat(program.workspace)
        remarks += [program.style.lossInOtherFormat].compactMap(\.self)
      }
      let result = ProgramWriter.write(program.workspace, style: style)
      remarks += result.remarks
      report(program.findings, in: input)
      for remark in remarks { Console.printError("\(ProgramFile.displayName(output)): \(remark)") }
      return try save(result.bytes, to: output)
    } catch let error as UsageError {
      throw error
    } catch {
      ProgramFile.report(error, in: input)
    }
    return .problems
  }

  /// Writes a program as text.
  private static func write(
    _ bytes: [UInt8], of input: String, to output: String, _ factory: BlockFactory, _ arguments: Arguments
  ) throws -> ExitCode {
    if arguments.has("--compact") || arguments.has("--pretty") {
      throw UsageError("--compact and --pretty are for XML and JSON")
    }
    let program = try ProgramFile.read(bytes, at: input, factory: factory)
    var options: NotationOptions = []
    if arguments.has("--ids") { options.insert(.ids) }
    if arguments.has("--places") { options.insert(.places) }
    let text = NotationWriter.write(
      program.workspace, library: NotationLibrary(factory: factory), options: options, style: program.style)
    report(program.findings, in: input)
    return try save(text, to: output)
  }

  private static func report(_ findings: [ProgramFinding], in input: String) {
    for finding in findings where finding.kind == .repair || finding.kind == .note {
      Console.printError("\(ProgramFile.displayName(input)):\(finding.position): \(finding.message)")
    }
  }

  private static func target(_ name: String?, output: String) throws(UsageError) -> Target? {
    if let name {
      if name == "text" { return .text }
      if let format = ProgramFormat(rawValue: name) { return .file(format) }
      throw UsageError("--to takes xml, json or text, not “\(name)”")
    }
    return switch FileFormat(path: output) {
    case .text: .text
    case .xml: .file(.xml)
    case .json: .file(.json)
    case nil: nil
    }
  }

  /// Returns the style to write in; nil to copy the input unchanged.
  private static func style(
    of input: ProgramStyle, to format: ProgramFormat, isText: Bool, _ arguments: Arguments
  ) -> ProgramStyle? {
    let isSame = format == input.format
    if isSame, !isText, !arguments.has("--compact"), !arguments.has("--pretty") { return nil }
    var style = isSame ? input : input.inOtherFormat
    if arguments.has("--compact") {
      style.xml.indent = nil
      style.json = JSONStyle(indent: nil, lineBreak: style.json.lineBreak)
    } else if arguments.has("--pretty") {
      style.xml.indent = XMLStyle.pretty.indent
      style.json = JSONStyle(indent: JSONStyle.pretty.indent, lineBreak: style.json.lineBreak)
      style.ending = "\n"
      style.limitIndentation()
    }
    return style
  }

  private static func save(_ bytes: [UInt8], to output: String) throws -> ExitCode {
    let bytes = Console.visible(bytes, on: output)
    if output == "-" { return Console.write(bytes) ? .success : .problems }
    try FileSaver.save(bytes, to: output)
    return .success
  }
}
