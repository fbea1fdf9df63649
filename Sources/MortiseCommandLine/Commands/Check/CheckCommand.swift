import CodeGeneration
import MortiseFiles

/// `mortise check`: reports problems in programs.
enum CheckCommand: Subcommand {
  static let name = "check"
  static let summary = "report problems in programs, one line each: file:line:column: problem (file#block=ID)"
  static var syntax: ArgumentSyntax {
    ArgumentSyntax(
      usage: "FILE... [--advice [--strict] [--fix [--dry-run]]] [--format FORMAT] [--to LANGUAGE]",
      options: CheckAdvice.options + [
        CheckFormat.option,
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

        With --advice, it reports also likely mistakes and what could be simpler. Errors decide the exit
        status, warnings with --strict, hints never. A comment “mortise: allow RULE” on a block, or the
        setting "allow", switches a rule off. --fix makes the repairs that are safe, and says which.

        For other programs, --format json writes an array of objects: file, line, column, message, rule,
        level, and where known block, field and place. It has no notes. SARIF is for code scanning and
        editors, JUnit's XML for continuous integration.
        """)
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let format = try CheckFormat(arguments)
    let advice = try CheckAdvice(arguments)
    guard let factory = ProgramFile.factory(arguments) else { return .problems }
    var language: GeneratorLanguage?
    if arguments.has("--to") {
      language = GeneratorFiles.read(try GeneratorFiles.language(arguments, output: ""), arguments, factory)
      if language == nil { return .problems }
    }
    let (files, languages) = (DefinitionFiles(of: arguments), MortiseApp.current.languages)
    let reader = ProgramFileReader(factory, files)
    ProgramFileReader.main = reader
    let languageID = language?.origin.id
    var checker = ProgramChecker(
      reader: reader, language: language, codeCommands: AppCode.commands, command: MortiseApp.current.name)
    checker.findsPaths = format == .sarif
    checker.advice = advice
    let (command, codeCommands, findsPaths) = (checker.command, checker.codeCommands, checker.findsPaths)
    var report = format.report
    var hasProblems = false
    if advice.repairs {
      let repairs = AdviceRepairs(files: files, allowed: advice.allowed, isDryRun: arguments.has("--dry-run"))
      for path in arguments.operands where !repairs.repair(path, reader) { hasProblems = true }
    }
    var isBroken = false
    let onOneThread = ProgramFileReader.readsPython(arguments.operands)
    ManyFiles.process(arguments.operands, doing: "checking", onOneThread: onOneThread, checker.check) {
      do {
        let factory = try files.factory()
        let language = try languageID.map {
          try languages.generators(of: $0, files: files.generatorFiles(), factory: factory)
        }
        let reader = ProgramFileReader(factory, files)
        var checker = ProgramChecker(
          reader: reader, language: language, codeCommands: codeCommands, command: command)
        checker.findsPaths = findsPaths
        checker.advice = advice
        return checker.check
      } catch {
        let failure = "\(error)"
        return { [CheckedProgram(path: $0, failure: failure)] }
      }
    } use: { _, programs in
      if programs.contains(where: { $0.fails(isStrict: advice.isStrict) }) { hasProblems = true }
      isBroken = !report.add(programs)
      return !isBroken
    }
    if isBroken || !report.finish() { return .problems }
    return hasProblems ? .problems : .success
  }
}
