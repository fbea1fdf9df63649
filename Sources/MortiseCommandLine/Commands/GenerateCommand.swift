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
      usage: "FILE... --to LANGUAGE [-o OUT] [--plain] [--lenient] [--map FILE]",
      options: [
        GeneratorFiles.languageOption(MortiseApp.current.languages.all),
        Option(
          "--output", "-o", value: "OUT", help: "the file, or a folder for several; default: standard output"),
        Option("--plain", help: "Python as you would write it, which reads back as the same blocks"),
        Option("--zero-based", help: "blocks count items and letters from 0 instead of 1"),
        Option("--statement-prefix", value: "TEXT", values: .none, help: "before each statement; %1 is the block's id"),
        Option("--statement-suffix", value: "TEXT", values: .none, help: "after each statement"),
        Option("--loop-trap", value: "TEXT", values: .none, help: "at the start of the bodies of loops and functions"),
        Option("--omit-helpers", help: "without the definitions of helper functions"),
        Option(
          "--map", value: "FILE", values: .jsonFile, help: "also write the ids of the lines' blocks"),
        Option("--lenient", help: "a comment instead of an error for a block without a generator"),
        ConsentOption.option,
        GeneratorFiles.filesOption,
      ],
      operandName: "FILE", operandCount: 1...Int.max,
      details: """
        Without --to, the extension of OUT selects the language. Several files are written into the
        folder OUT, each under its own name with the language's extension. “-” is standard input.
        Generators of your blocks are in --generators or in “generators” of a --blocks file: see
        docs/develop/generators.md.
        """)
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let output = arguments.value("--output") ?? "-"
    let language = try GeneratorFiles.language(arguments, output: output)
    let isFolder = arguments.operands.count > 1
    let hasFolder = (try? FileSystem.status(of: output))?.isFolder ?? false
    if isFolder, !hasFolder { throw UsageError("several files need -o and a folder that exists") }
    let sameName = Dictionary(grouping: Set(arguments.operands), by: name).values.first { $0.count > 1 }?.sorted()
    if isFolder, let sameName {
      throw UsageError("\(sameName[0]) and \(sameName[1]) would be written to one file; generate them one by one")
    }
    if isFolder, arguments.has("--map") { throw UsageError("--map is for one file") }
    let isPlain = arguments.has("--plain")
    if isPlain, language.plainGenerators == nil {
      let others = MortiseApp.current.languages.all.filter { $0.plainGenerators != nil }.map(\.name)
      throw UsageError("--plain is only for \(others.alternatives), not for \(language.name)")
    }
    guard let factory = ProgramFile.factory(arguments),
      let generators = GeneratorFiles.read(language, isPlain: isPlain, arguments, factory)
    else { return .problems }
    let (files, languages) = (DefinitionFiles(of: arguments), MortiseApp.current.languages)
    let (options, isLenient, wantsMap) = (options(arguments), arguments.has("--lenient"), arguments.has("--map"))
    let consent = ConsentOption(arguments)
    let reader = ProgramFileReader(factory, files)
    ProgramFileReader.main = reader
    let work = Generation(
      reader: reader, generators: generators, options: options, isLenient: isLenient, wantsMap: wantsMap,
      consent: consent)
    var result = ExitCode.success
    let onOneThread = ProgramFileReader.readsPython(arguments.operands)
    ManyFiles.process(arguments.operands, doing: "generating", onOneThread: onOneThread, work.generate) {
      do {
        let factory = try files.factory()
        let generators = try languages.generators(
          of: language.id, isPlain: isPlain, files: files.generatorFiles(), factory: factory)
        return Generation(
          reader: ProgramFileReader(factory, files), generators: generators, options: options,
          isLenient: isLenient, wantsMap: wantsMap, consent: consent
        ).generate
      } catch {
        let failure = "\(error)"
        return { _ in Outcome(messages: [failure]) }
      }
    } use: { path, outcome in
      for message in outcome.messages { Console.printError(message) }
      guard let code = outcome.code else {
        result = .problems
        return true
      }
      let target = isFolder ? output + "/" + name(of: path) + "." + language.fileExtension : output
      let bytes = Console.visible(code, on: target)
      do {
        if target == "-" {
          if !Console.write(bytes) { result = .problems }
        } else {
          try FileSaver.save(bytes, to: target)
        }
        if let map = arguments.value("--map"), let lines = outcome.map { try FileSaver.save(lines, to: map) }
      } catch {
        ProgramFile.report(error, in: path)
        result = .problems
      }
      return true
    }
    return result
  }

  /// The result of generating a program: its code, or the reason why there is none.
  private nonisolated struct Outcome: Sendable {
    /// Messages for standard error, a line each.
    var messages: [String]
    /// The code; nil if it can't be generated.
    var code: [UInt8]?
    /// The ids of the lines' blocks, as JSON; nil without `--map`.
    var map: [UInt8]?
  }

  /// Generates the code of programs, on one thread.
  private nonisolated struct Generation {
    let reader: ProgramFileReader
    let generators: GeneratorLanguage
    let options: GenerationOptions
    let isLenient: Bool
    let wantsMap: Bool
    let consent: ConsentOption

    func generate(_ path: String) -> Outcome {
      do {
        let program = try reader.read(path)
        let invalid = ProgramFile.invalidFields(of: program, in: path)
        if !invalid.isEmpty { return Outcome(messages: invalid) }
        var options = options
        options.allowedCode = try consent.allowedCode(in: program.workspace)
        let code = try CodeGenerator(program.workspace, in: generators, options: options, isLenient: isLenient)
          .generate()
        return Outcome(
          messages: code.problems.map { message($0, in: path) }, code: code.bytes,
          map: wantsMap ? mapping(code) : nil)
      } catch let problem as GenerationProblem {
        return Outcome(messages: [message(problem, in: path)])
      } catch {
        return Outcome(messages: ProgramFile.lines(of: error, in: path))
      }
    }

    private func message(_ problem: GenerationProblem, in path: String) -> String {
      "\(ProgramFile.displayName(path))#block=\(problem.blockID): \(problem.message)\(ConsentOption.hint(for: problem))"
    }

    /// An array with the id of each line's block, or null.
    private func mapping(_ code: GeneratedCode) -> [UInt8] {
      var json = JSONWriter(style: .pretty)
      json.beginArray()
      for block in code.lines {
        if let block { json.string(block.id) } else { json.null() }
      }
      json.endArray()
      return VisibleText.escapingHidden(inJSON: json.bytes) + [UInt8(ascii: "\n")]
    }
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

  /// Returns a file's name without folders and extension.
  private static func name(of path: String) -> String {
    let file = path == "-" ? "program" : FileLocation(path: path).name
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return file }
    return String(file[..<dot])
  }
}
