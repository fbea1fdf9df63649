import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation
import CodeGeneration
import Glibc
import Markup
import MortiseFiles
import ProgramRunning

/// A program that a command runs.
struct RunnableProgram: RunTarget {
  let path: String
  let plan: RunPlan
  let interpreter: Interpreter
  /// The settings from the options that all running commands have in common.
  let settings: RunSettings
  let workspace: Workspace
  private let factory: BlockFactory

  var notation: NotationLibrary { NotationLibrary.of(factory) }

  /// Nothing changes it.
  var version: Int { 0 }

  /// Returns a run of it, which hasn't started yet.
  func makeRun() -> RunController<RunnableProgram> { RunController(self, plan: plan, interpreter: interpreter) }

  static var options: [Option] {
    [
      GeneratorFiles.languageOption(MortiseApp.current.languages.runnable, "default: the first one that is installed"),
      Option("--modules", value: "FOLDER", help: "another folder to look in for the program's modules"),
      Option("--zero-based", help: "blocks count items and letters from 0 instead of 1"),
      ConsentOption.option,
      GeneratorFiles.filesOption,
    ]
  }

  /// Reads a program and generates its code. Reports a mistake and returns nil.
  static func read(
    _ path: String, _ arguments: Arguments, watching: RunPlan.Watching
  ) throws(UsageError) -> RunnableProgram? {
    let runnable = MortiseApp.current.languages.runnable
    let chosen = runnable.isEmpty ? nil : try GeneratorFiles.chosenLanguage(arguments, among: runnable)
    let languages = chosen.map { [$0] } ?? MortiseApp.current.languages.all
    guard let interpreter = Interpreter.find(for: languages, searchPath: Interpreter.searchPath) else {
      Console.printError(Interpreter.advice(for: languages))
      return nil
    }
    var settings = RunSettings()
    if let folder = arguments.value("--modules") {
      if let problem = problem(withModules: folder, interpreter) {
        Console.printError("--modules: \(problem)")
        return nil
      }
      settings.modules = FileSystem.absolute(folder)
    }
    guard let factory = ProgramFile.factory(arguments),
      let generators = GeneratorFiles.read(interpreter.language, arguments, factory)
    else { return nil }
    do {
      let program = try ProgramFile.read(try ProgramFile.bytes(of: path), at: path, factory: factory)
      let invalid = ProgramFile.invalidFields(of: program, in: path)
      for line in invalid { Console.printError(line) }
      if !invalid.isEmpty { return nil }
      var options = GenerationOptions()
      options.isZeroBased = arguments.has("--zero-based")
      options.allowedCode = try ConsentOption(arguments).allowedCode(in: program.workspace)
      let plan = try RunPlan(program.workspace, in: generators, watching: watching, options: options)
      return RunnableProgram(
        path: path, plan: plan, interpreter: interpreter, settings: settings, workspace: program.workspace,
        factory: factory)
    } catch let problem as GenerationProblem {
      Console.printError(
        "\(ProgramFile.displayName(path))#block=\(problem.blockID): \(problem.message)\(ConsentOption.hint(for: problem))"
      )
    } catch {
      ProgramFile.report(error, in: path)
    }
    return nil
  }

  /// Returns the reason why modules can't be imported from a folder; nil if they can.
  private static func problem(withModules folder: String, _ interpreter: Interpreter) -> String? {
    let path = FileSystem.absolute(folder)
    let separators = interpreter.runtime.modulePathSeparators
    if path.contains(where: separators.contains) {
      let quoted = separators.map { "“\($0)”" }.alternatives
      return "\(interpreter.language.name) looks in no folder whose path has \(quoted): \(folder)"
    }
    do throws(SystemError) {
      return try FileSystem.status(of: path).isFolder ? nil : "\(folder) isn't a folder"
    } catch {
      return "can't look in \(folder): \(String(cString: strerror(error.code)))"
    }
  }

  /// The message in plain words, followed by the language's own message if that is different.
  private static func message(of error: RunError) -> String {
    if error.original == error.message { return error.message }
    let ending = ": " + error.message
    var rest = error.original.hasSuffix(ending) ? String(error.original.dropLast(ending.count)) : error.original
    // A second colon in a line would look like a place: `TypeError “bad operand type for unary -”`.
    if let colon = rest.firstRange(of: ": "), !rest[..<colon.lowerBound].contains(" ") {
      rest = "\(rest[..<colon.lowerBound]) “\(rest[colon.upperBound...])”"
    }
    return "\(error.message) (\(rest))"
  }

  /// The maximum number of calls to report.
  private static let mostCalls = 10

  /// Returns the error and its location, a line each: the block that raised the error first, then the calls.
  func description(of error: RunError) -> [String] {
    let name = ProgramFile.displayName(path)
    let message = Self.message(of: error)
    let traceback = Traceback(
      of: error, plan: plan, in: workspace, library: notation,
      label: { BlockLabel.header(of: $0, limit: 60) })
    if traceback.entries.isEmpty { return ["\(name): \(message)"] }
    var lines = traceback.entries.indices.prefix(Self.mostCalls).map { index in
      let location = "\(name)#block=\(writtenID(of: traceback.entries[index].blockID)): "
      return location + (index == 0 ? "\(message), " : "") + traceback.words(index)
    }
    let more = traceback.entries.count - lines.count
    if more > 0 { lines.append("\(name): and \(more) more calls") }
    return lines
  }

  /// Returns an id that occurs in the file: the block's, or that of a block around the value.
  private func writtenID(of id: String) -> String {
    var block = workspace.blocks[id]
    while let current = block, current.hasImplicitID { block = current.outputConnection?.targetBlock }
    return block?.id ?? id
  }
}
