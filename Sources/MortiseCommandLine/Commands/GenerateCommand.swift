import BlockFormats
import BlockModel
import CodeGeneration
import Markup
import MortiseFiles
import MortiseScreen

/// `mortise generate`: writes the code of programs.
enum GenerateCommand: Subcommand {
  static let name = "generate"
  static var summary: String {
    "write programs as code in \(MortiseApp.current.languages.all.map(\.name).alternatives)"
  }

  static var syntax: ArgumentSyntax {
    ArgumentSyntax(
      usage: "FILE... --to LANGUAGE [-o OUT] [--lenient] [--map FILE]",
      options: [
        GeneratorFiles.languageOption(MortiseApp.current.languages.all),
        Option(
          "--output", "-o", value: "OUT", help: "the file, or a folder for several; default: standard output"),
        Option("--zero-based", help: "blocks count items and letters from 0 instead of 1"),
        Option("--statement-prefix", value: "TEXT", values: .none, help: "before each statement; %1 is the block's id"),
        Option("--statement-suffix", value: "TEXT", values: .none, help: "after each statement"),
        Option("--loop-trap", value: "TEXT", values: .none, help: "at the start of the bodies of loops and functions"),
        Option("--omit-helpers", help: "without the definitions of helper functions"),
        Option(
          "--map", value: "FILE", values: .jsonFile, help: "also write the ids of the lines' blocks"),
        Option("--lenient", help: "a comment instead of an error for a block without a generator"),
        GeneratorFiles.filesOption,
      ],
      operandName: "FILE", operandCount: 1...Int.max,
      details: """
        Without --to, the extension of OUT tells the language. Several files are written into the
        folder OUT, each under its own name with the language's extension. “-” is standard input.
        Generators of own blocks stand in --generators or in “generators” of a --blocks file: see
        docs/generators.md.
        """)
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let output = arguments.value("--output") ?? "-"
    let language = try GeneratorFiles.language(arguments, output: output)
    let isFolder = arguments.operands.count > 1
    let hasFolder = (try? FileSystem.status(of: output))?.isFolder ?? false
    if isFolder, !hasFolder { throw UsageError("several files need -o and a folder that exists") }
    if isFolder, arguments.has("--map") { throw UsageError("--map is for one file") }
    guard let factory = ProgramFile.factory(arguments),
      let generators = GeneratorFiles.read(language, arguments, factory)
    else { return .problems }
    var result = ExitCode.success
    for path in arguments.operands {
      let target = isFolder ? output + "/" + name(of: path) + "." + language.fileExtension : output
      do {
        let program = try ProgramFile.read(try ProgramFile.bytes(of: path), at: path, factory: factory)
        if ProgramFile.reportInvalidFields(of: program, in: path) {
          result = .problems
          continue
        }
        let generator = CodeGenerator(
          program.workspace, in: generators, options: options(arguments), isLenient: arguments.has("--lenient"))
        let code = try generator.generate()
        for problem in code.problems { report(problem, in: path) }
        let bytes = Console.visible(code.bytes, on: target)
        if target == "-" {
          if !Console.write(bytes) { return .problems }
        } else {
          try FileSaver.save(bytes, to: target)
        }
        if let map = arguments.value("--map") { try FileSaver.save(mapping(code), to: map) }
      } catch let problem as GenerationProblem {
        report(problem, in: path)
        result = .problems
      } catch {
        ProgramFile.report(error, in: path)
        result = .problems
      }
    }
    return result
  }

  private static func options(_ arguments: Arguments) -> GenerationOptions {
    var options = GenerationOptions()
    options.isZeroBased = arguments.has("--zero-based")
    options.statementPrefix = arguments.value("--statement-prefix")
    options.statementSuffix = arguments.value("--statement-suffix")
    options.loopTrap = arguments.value("--loop-trap")
    options.omitsHelpers = arguments.has("--omit-helpers")
    return options
  }

  private static func report(_ problem: GenerationProblem, in path: String) {
    Console.printError("\(ProgramFile.displayName(path))#block=\(problem.blockID): \(problem.message)")
  }

  /// Returns a file's name without folders and extension.
  private static func name(of path: String) -> String {
    let file = path == "-" ? "program" : path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return file }
    return String(file[..<dot])
  }

  /// An array with the id of each line's block, or null.
  private static func mapping(_ code: GeneratedCode) -> [UInt8] {
    var json = JSONWriter(style: .pretty)
    json.beginArray()
    for block in code.lines {
      if let block { json.string(block.id) } else { json.null() }
    }
    json.endArray()
    return VisibleText.escapingHidden(inJSON: json.bytes) + [UInt8(ascii: "\n")]
  }
}
