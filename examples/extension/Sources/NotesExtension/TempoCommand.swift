import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import CodeGeneration
import MortiseCommandLine
import MortiseFiles
import Workbench

/// `notes-editor tempo TEMPO FILE...`: gives all notes a tempo, saves the programs, and prints their code. It needs no
/// terminal.
enum TempoCommand: Subcommand {
  static let name = "tempo"
  static let summary = "give all notes of programs a tempo"
  static let syntax = ArgumentSyntax(usage: "TEMPO FILE...", operandName: "TEMPO and FILE", operandCount: 2...Int.max)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let factory = ProgramFile.factory(arguments) else { return .problems }
    var result = ExitCode.success
    for path in arguments.operands.dropFirst() {
      do { try set(arguments.operands[0], in: path, factory) } catch {
        ProgramFile.report(error, in: path)
        result = .problems
      }
    }
    return result
  }

  private static func set(_ tempo: String, in path: String, _ factory: BlockFactory) throws {
    let extensions = NotesApp.extensions()
    let workbench = WorkbenchController(
      document: try Document.open(path, factory: factory, formats: extensions.formats),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager(),
      extensions: extensions)
    NotesCommands.setAllTempos(to: tempo, in: workbench)
    if let job = workbench.saveJob() { workbench.didSave(job, try job.write()) }
    let shell = try CodeLanguages([ShellLanguage.language]).generators(of: "sh", factory: factory)
    let code = try CodeGenerator(workbench.workspace, in: shell, options: GenerationOptions()).generate()
    Console.show(String(decoding: code.bytes, as: UTF8.self))
  }
}
