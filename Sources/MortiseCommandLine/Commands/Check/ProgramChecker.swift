import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import CodeGeneration
import Markup
import MortiseFiles
import ProgramContainers
import ProgramDiff
import ProgramRunning
import Workbench

/// Checks programs, on one thread.
nonisolated struct ProgramChecker {
  let reader: ProgramFileReader
  let language: GeneratorLanguage?
  /// The commands that generate the code of apps.
  let codeCommands: [String: CodeMaker]
  /// The name of the app on the command line.
  let command: String
  /// The advice to report.
  var advice = CheckAdvice()
  /// Whether findings need the paths of their blocks.
  var findsPaths = false

  /// Checks the programs of a file.
  func check(_ path: String) -> [CheckedProgram] {
    do throws(FileError) {
      let file = try reader.open(path)
      return ProgramFile.programs(of: file, at: path).map { check($0, in: file) }
    } catch {
      return [CheckedProgram(path: path, failure: "\(error)")]
    }
  }

  private func check(_ path: String, in file: RecognisedFile) -> CheckedProgram {
    do {
      let program = try reader.read(file, at: path) { workspace in
        ProgramInspector.remarks(on: workspace).map { ConflictWords.words(of: $0, in: workspace) }
          + missingGenerators(workspace) + advice.remarks(on: workspace)
      }
      let findings = findings(of: program)
      return CheckedProgram(
        path: path,
        findings: findings.filter { $0.level.isProblem } + findings.filter { !$0.level.isProblem } + codeNotes(program)
          + definitionNotes(program),
        blockCount: program.workspace.blocks.count)
    } catch let error as MarkupError {
      return CheckedProgram(path: path, findings: [CheckFinding(position: error.position, message: error.cause)])
    } catch let error as NotationError {
      return CheckedProgram(
        path: path, findings: error.mistakes.map { CheckFinding(position: $0.position, message: $0.message) })
    } catch let error as ContainerError {
      return CheckedProgram(path: path, failure: "\(path): \(error)")
    } catch {
      return CheckedProgram(path: path, failure: "\(error)")
    }
  }

  private func findings(of program: ReadFile) -> [CheckFinding] {
    lazy var paths = BlockPaths(program.workspace)
    return program.findings.map { finding in
      let level =
        advice.level(ofRule: finding.rule)
        ?? (finding.kind == .problem || finding.kind == .repair ? CheckFinding.Level.error : .note)
      var found = CheckFinding(
        position: finding.position, level: level, rule: finding.rule, message: finding.message)
      found.blockID = finding.blockID
      found.fieldName = finding.fieldName
      if findsPaths, let block = finding.workspaceBlockID.flatMap({ program.workspace.blocks[$0] }) {
        found.blockPath = paths.path(of: block)
      }
      return found
    }
  }

  /// The notes about the code beside the blocks.
  private func codeNotes(_ program: ReadFile) -> [CheckFinding] {
    guard let format = program.style.format as? ContainerFormat,
      let state = format.codeState(of: program.workspace, style: program.style, cache: ProgramCache())
    else { return [] }
    let sentence =
      AppCode(format, codeCommands)?.comparison(of: program) ?? state.sentence(app: format.container.app)
    return [CheckFinding(level: .note, message: sentence)]
  }

  /// The ways to get definitions of unknown blocks, and the problems of definitions that were found.
  private func definitionNotes(_ program: ReadFile) -> [CheckFinding] {
    let advice = UnknownBlocks.advice(for: program.workspace, in: program.style.format, command: command)
    return (program.workspace.factory.foundProblems + [advice].compactMap(\.self)).map {
      CheckFinding(level: .note, message: $0)
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
