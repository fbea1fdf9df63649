import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import CodeGeneration
import Markup
import MortiseFiles
import ProgramAdvice
import ProgramContainers
import ProgramDiff
import ProgramRunning
import Workbench

/// `mortise check`: reports problems in programs.
enum CheckCommand: Subcommand {
  static let name = "check"
  static let summary = "report problems in programs, one line each: file:line:column: problem (file#block=ID)"
  static var syntax: ArgumentSyntax {
    ArgumentSyntax(
      usage: "FILE... [--json] [--to LANGUAGE]",
      options: [
        Option("--json", help: "an array of objects: file, line, column, message; optional block, field, place"),
        GeneratorFiles.languageOption(MortiseApp.current.languages.all), GeneratorFiles.filesOption,
      ],
      operandName: "FILE", operandCount: 1...Int.max,
      details: """
        Reports broken text, unknown block types, misplaced blocks, invalid field values, duplicate ids,
        variables of the wrong type and calls of missing functions; with --to, also blocks without a
        generator. The location in parentheses opens with ‘mortise’.
        “-” is standard input. The exit status is 1 when there are any problems. Notes aren't problems:
        they report what is left out when the program is written, what follows </xml>, and which
        variables are read but never set.
        """)
  }

  /// A problem in a program, or an error that prevents reading it.
  private nonisolated struct Problem: Sendable {
    var position: SourcePosition
    var message: String
    var blockID: String?
    var fieldName: String?
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let factory = ProgramFile.factory(arguments) else { return .problems }
    var language: GeneratorLanguage?
    if arguments.has("--to") {
      language = GeneratorFiles.read(try GeneratorFiles.language(arguments, output: ""), arguments, factory)
      if language == nil { return .problems }
    }
    let asJSON = arguments.has("--json")
    var json = JSONWriter(style: .pretty)
    json.beginArray()
    var (hasProblems, isBroken) = (false, false)
    let (files, languages) = (DefinitionFiles(of: arguments), MortiseApp.current.languages)
    let reader = ProgramFileReader(factory, files)
    ProgramFileReader.main = reader
    let name = MortiseApp.current.name
    let languageID = language?.origin.id
    let codeCommands = AppCode.commands
    let checker = Checker(reader: reader, language: language, codeCommands: codeCommands, command: name)
    let onOneThread = ProgramFileReader.readsPython(arguments.operands)
    ManyFiles.process(arguments.operands, doing: "checking", onOneThread: onOneThread, checker.check) {
      do {
        let factory = try files.factory()
        let language = try languageID.map {
          try languages.generators(of: $0, files: files.generatorFiles(), factory: factory)
        }
        let reader = ProgramFileReader(factory, files)
        return Checker(reader: reader, language: language, codeCommands: codeCommands, command: name).check
      } catch {
        let failure = "\(error)"
        return { [Outcome(path: $0, failure: failure)] }
      }
    } use: { path, outcomes in
      for outcome in outcomes where !report(outcome) { return false }
      return true
    }
    if isBroken { return .problems }
    json.endArray()
    if asJSON, !Console.show(json: json.bytes + [UInt8(ascii: "\n")]) { return .problems }
    return hasProblems ? .problems : .success

    /// - Returns: whether to continue.
    func report(_ outcome: Outcome) -> Bool {
      let path = outcome.path
      if let failure = outcome.failure, !asJSON || !outcome.isOfFile {
        Console.printError(failure)
        hasProblems = true
        return true
      }
      let problems =
        outcome.problems
        + (outcome.failure.map { [Problem(position: SourcePosition(line: 1, column: 1), message: $0)] } ?? [])
      if !problems.isEmpty { hasProblems = true }
      if asJSON {
        for problem in problems { write(problem, of: path, to: &json) }
      } else if !Console.show(text(problems, outcome.notes, of: path, blockCount: outcome.blockCount)) {
        isBroken = true
      }
      return !isBroken
    }
  }

  /// The result of checking a program.
  private nonisolated struct Outcome: Sendable {
    /// The path of the file, with the name of the program.
    var path: String
    var problems: [Problem] = []
    /// Notes, which are not problems.
    var notes: [Problem] = []
    var blockCount = 0
    /// The reason why the program could not be checked.
    var failure: String?
    /// Whether the file itself could not be read.
    var isOfFile = false
  }

  private nonisolated struct Checker {
    let reader: ProgramFileReader
    let language: GeneratorLanguage?
    /// The commands that generate the code of apps.
    let codeCommands: [String: CodeMaker]
    /// The name of the app on the command line.
    let command: String

    /// Checks the programs of a file.
    func check(_ path: String) -> [Outcome] {
      do throws(FileError) {
        let file = try reader.open(path)
        return ProgramFile.programs(of: file, at: path).map { check($0, in: file) }
      } catch {
        return [Outcome(path: path, failure: "\(error)", isOfFile: true)]
      }
    }

    private func check(_ path: String, in file: RecognisedFile) -> Outcome {
      do {
        let program = try reader.read(file, at: path) { workspace in
          ProgramInspector.remarks(on: workspace).map { ConflictWords.words(of: $0, in: workspace) }
            + missingGenerators(workspace) + neverSet(workspace)
        }
        func problems(_ isIncluded: (ProgramFinding) -> Bool) -> [Problem] {
          program.findings.filter(isIncluded).map {
            Problem(position: $0.position, message: $0.message, blockID: $0.blockID, fieldName: $0.fieldName)
          }
        }
        return Outcome(
          path: path,
          problems: problems { $0.kind == .problem || $0.kind == .repair },
          notes: problems { $0.kind == .note || $0.kind == .remark } + codeNotes(program) + advice(on: program),
          blockCount: program.workspace.blocks.count)
      } catch let error as MarkupError {
        return Outcome(path: path, problems: [Problem(position: error.position, message: error.cause)])
      } catch let error as NotationError {
        return Outcome(
          path: path, problems: error.mistakes.map { Problem(position: $0.position, message: $0.message) })
      } catch let error as ContainerError {
        return Outcome(path: path, failure: "\(path): \(error)")
      } catch {
        return Outcome(path: path, failure: "\(error)")
      }
    }

    /// The notes about the code beside the blocks.
    private func codeNotes(_ program: ReadFile) -> [Problem] {
      guard let format = program.style.format as? ContainerFormat,
        let state = format.codeState(of: program.workspace, style: program.style, cache: ProgramCache())
      else { return [] }
      let sentence =
        AppCode(format, codeCommands)?.comparison(of: program) ?? state.sentence(app: format.container.app)
      return [Problem(position: SourcePosition(line: 1, column: 1), message: sentence)]
    }

    /// The ways to get definitions of unknown blocks, and the problems of definitions that were found.
    private func advice(on program: ReadFile) -> [Problem] {
      let advice = UnknownBlocks.advice(for: program.workspace, in: program.style.format, command: command)
      return (program.workspace.factory.foundProblems + [advice].compactMap(\.self)).map {
        Problem(position: SourcePosition(line: 1, column: 1), message: $0)
      }
    }

    /// The notes on variables that are read but never set.
    private func neverSet(_ workspace: Workspace) -> [BlockRemark] {
      let (texts, lines) = (AdviceTexts(), BlockLines(of: workspace))
      return Adviser.findings(in: workspace, rules: [NeverSetRule()]).map {
        BlockRemark(
          blockID: $0.blockID, fieldName: $0.fieldName,
          message: texts.message(of: $0, line: lines.callAsFunction), kind: .note)
      }
    }

    /// The blocks of known types that have no generator in the language.
    private func missingGenerators(_ workspace: Workspace) -> [BlockRemark] {
      guard let language else { return [] }
      return workspace.topBlocks.flatMap { $0.descendants() }.filter { !$0.isUnknown && !language.knows($0.type) }.map {
        BlockRemark(
          blockID: $0.id, message: "there is no \(language.origin.name) generator for “\($0.type)”")
      }
    }
  }

  private static func text(
    _ problems: [Problem], _ notes: [Problem], of path: String, blockCount: Int
  ) -> String {
    let file = Console.sanitized(ProgramFile.displayName(path))
    let none =
      problems.isEmpty ? ["\(file): \(blockCount) \(blockCount == 1 ? "block" : "blocks"), no problems\n"] : []
    let lines = problems.map { problem in
      let link = link(to: problem, in: path).map { " (\($0))" } ?? ""
      return "\(file):\(problem.position): " + Console.sanitized(problem.message + link) + "\n"
    }
    return (none + lines + notes.map { "\(file):\($0.position): note: \(Console.sanitized($0.message))\n" }).joined()
  }

  private static func link(to problem: Problem, in path: String) -> String? {
    ProgramFile.link(toBlock: problem.blockID, field: problem.fieldName, in: path)
  }

  private static func write(_ problem: Problem, of path: String, to json: inout JSONWriter) {
    json.beginObject()
    json.member("file", path)
    json.member("line", problem.position.line)
    json.member("column", problem.position.column)
    json.member("message", problem.message)
    if let id = problem.blockID { json.member("block", id) }
    if let name = problem.fieldName { json.member("field", name) }
    if let link = link(to: problem, in: path) { json.member("place", link) }
    json.endObject()
  }
}
