import BlockFormats
import BlockModel
import BlockNotation
import Glibc
import Markup
import MortiseFiles
import MortiseScreen
import ProgramContainers

/// `mortise show`: writes a program's text for git and other tools that compare lines.
enum ShowCommand: Subcommand {
  static let name = "show"
  static let summary = "write a program as text that tools like git can compare (textconv)"
  static let syntax = ArgumentSyntax(
    usage: "FILE", operandName: "FILE", operandCount: 1...1,
    details: """
      Equal programs give the same text, in XML, JSON or text, with any ids, places and order of stacks;
      a changed field changes one line. Other files are written as they are.
      “-” is standard input.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let factory = ProgramFile.factory(arguments) else { return .problems }
    let path = arguments.operands[0]
    let bytes: [UInt8]
    do throws(FileError) { bytes = try ProgramFile.bytes(of: path) } catch {
      Console.printError("\(error)")
      return .problems
    }
    let text: String?
    do throws(ComparisonError) { text = try Self.text(of: bytes, at: path, factory) } catch {
      Console.printError("\(error)")
      return .problems
    }
    guard let text else {
      return Console.write(Console.visible(bytes, on: "-")) ? .success : .problems
    }
    return Console.show(json: Array(text.utf8)) ? .success : .problems
  }

  /// Returns the stable text of a file's programs; nil if there is none.
  /// - Throws: `ComparisonError` if memory ran out before the file could be recognised.
  static func text(
    of bytes: [UInt8], at path: String, _ factory: BlockFactory
  ) throws(ComparisonError) -> String? {
    let file = ProgramFile.recognise(path, bytes, factory, among: MortiseApp.current.formats)
    let programs = ProgramFile.programs(of: file, at: path)
    if programs == [path] { return try text(ofProgramIn: file, at: path, factory) }
    let texts = try programs.map { program throws(ComparisonError) in
      try text(ofProgramIn: file, at: program, factory).map { "@program \(ProgramPath(program).program ?? "")\n\($0)" }
    }
    return texts.contains(nil) ? nil : texts.compactMap(\.self).joined(separator: "\n")
  }

  private static func text(
    ofProgramIn file: RecognisedFile, at path: String, _ factory: BlockFactory
  ) throws(ComparisonError) -> String? {
    var context = ReadingContext(factory: factory, randomness: SystemNumbers())
    context.programName = path == "-" ? nil : ProgramPath(path).program
    let program: ReadFile
    do { program = try ProgramFile.read(file, context) } catch {
      if ProgramFile.isOutOfMemory(error) {
        throw ComparisonError(description: ProgramFile.lines(of: error, in: path).first ?? "\(error)")
      }
      return nil
    }
    if !program.isProgram { return nil }
    return StableText.text(
      of: program.workspace, library: NotationLibrary.of(factory), rest: program.linesBehindProgram)
  }
}

extension ReadFile {
  /// Whether the file is a Blockly program: other JSON and XML is read as an empty program with foreign parts. A file
  /// that isn't text, such as an archive, is certainly the app's.
  var isProgram: Bool {
    !workspace.topBlocks.isEmpty || !workspace.comments.isEmpty || !workspace.variables.all.isEmpty
      || workspace.unknownParts == nil && workspace.foreignNodes.isEmpty
      || style.outline != nil
  }

  /// The rest of the program's file, such as the code that an app keeps there. Of several programs in a file, the
  /// first one has it.
  var linesBehindProgram: [String] {
    var text = style.layout.epilogue
    if let name = style.programName, let first = style.firstProgramName, first != name { return [] }
    if let around = style.surroundings {
      if let json = try? JSONParser.parse(around) {
        // JSON is often one long line.
        var writer = JSONWriter(style: .pretty)
        writer.value(json)
        text = String(decoding: writer.bytes, as: UTF8.self)
      } else {
        text = String(validating: around, as: UTF8.self) ?? ""
      }
    }
    return text.split(whereSeparator: \.isNewline).map { "@behind \($0)" }
  }
}
