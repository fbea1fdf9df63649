import BlockFormats
import BlockModel
import Files
import Markup
import Workbench

/// `mortise convert`: writes a program in the other format or in another layout.
enum ConvertCommand: Command {
  static let name = "convert"
  static let summary = "write a program as XML or JSON"
  static let syntax = ArgumentSyntax(
    usage: "IN -o OUT [--to xml|json] [--compact|--pretty]",
    options: [
      Option("--output", "-o", value: "OUT", help: "the file to write; “-” is standard output"),
      Option("--to", value: "FORMAT", help: "xml or json; default: by the extension of OUT, else the format of IN"),
      Option("--compact", help: "everything on one line"),
      Option("--pretty", help: "indented like Blockly's files, down to level 100"),
    ],
    operandName: "IN", operandCount: 1...1,
    details: """
      “-” as IN is standard input. In the same format and without --compact and --pretty, OUT gets
      exactly the bytes of IN. OUT is replaced as a whole or not at all. Losses are reported on
      standard error.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let output = arguments.value("--output") else {
      throw UsageError("convert needs -o OUT, or -o - for standard output")
    }
    if arguments.has("--compact"), arguments.has("--pretty") {
      throw UsageError("--compact and --pretty can't be combined")
    }
    let format = try format(arguments.value("--to"), output: output)
    guard let factory = ProgramFile.factory(arguments) else { return .problems }
    let input = arguments.operands[0]
    do {
      let bytes = try ProgramFile.bytes(of: input)
      let program = try ProgramReader.read(bytes, factory: factory)
      let style = style(of: program.style, to: format ?? program.style.format, arguments)
      guard let style else { return try save(bytes, to: output) }
      var remarks: [String] = []
      if style.format != program.style.format {
        ProgramWriter.prepareForOtherFormat(program.workspace)
        remarks += [program.style.lossInOtherFormat].compactMap(\.self)
      }
      let result = ProgramWriter.write(program.workspace, style: style)
      remarks += result.remarks
      for finding in program.findings where finding.kind != .problem {
        Console.printError("\(ProgramFile.displayName(input)):\(finding.position): \(finding.message)")
      }
      for remark in remarks { Console.printError("\(ProgramFile.displayName(output)): \(remark)") }
      return try save(result.bytes, to: output)
    } catch let error as MarkupError {
      Console.printError("\(ProgramFile.displayName(input)):\(error)")
    } catch {
      Console.printError("\(error)")
    }
    return .problems
  }

  private static func format(_ name: String?, output: String) throws(UsageError) -> ProgramFormat? {
    if let name {
      if let format = ProgramFormat(rawValue: name) { return format }
      throw UsageError("--to takes xml or json, not “\(name)”")
    }
    if output.hasSuffix(".xml") { return .xml }
    return output.hasSuffix(".json") ? .json : nil
  }

  /// Returns the style to write in; nil to copy the input unchanged.
  private static func style(
    of input: ProgramStyle, to format: ProgramFormat, _ arguments: Arguments
  ) -> ProgramStyle? {
    let isSame = format == input.format
    if isSame, !arguments.has("--compact"), !arguments.has("--pretty") { return nil }
    var style = isSame ? input : input.inOtherFormat
    if arguments.has("--compact") {
      style.xml.indent = nil
      style.json = JSONStyle(indent: nil, lineBreak: style.json.lineBreak)
    } else if arguments.has("--pretty") {
      style.xml.indent = XMLStyle.pretty.indent
      style.json = JSONStyle(indent: JSONStyle.pretty.indent, lineBreak: style.json.lineBreak)
      style.endsInLineBreak = true
      style.limitIndentation()
    }
    return style
  }

  private static func save(_ bytes: [UInt8], to output: String) throws -> ExitCode {
    if output == "-" { return Console.write(bytes) ? .success : .problems }
    try FileSaver.save(bytes, to: output)
    return .success
  }
}
