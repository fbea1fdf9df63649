import BlockFormats
import BlockModel
import ProgramContainers
import ProgramRunning

/// The code that an app runs beside a program's blocks: made by the user's command for the app, or by Mortise.
nonisolated struct AppCode {
  private let format: ContainerFormat
  private let command: CodeMaker?

  /// - Parameter commands: the commands of the settings.
  /// - Returns: nil if the app doesn't run the code of its files.
  init?(_ format: any FileFormat, _ commands: [String: CodeMaker]) {
    guard let format = format as? ContainerFormat, format.container.code == .run else { return nil }
    self.format = format
    command = commands[format.name]
  }

  /// The commands of the user's settings.
  @MainActor static var commands: [String: CodeMaker] { UserSettings.read().settings.codeCommands }

  /// Compares the code beside a program's blocks with the command's output, and returns a clause for the user.
  /// - Returns: nil if there is no command, or no code.
  func comparison(of program: ReadFile) -> String? {
    guard command != nil, let code = program.style.embedded?.code else { return nil }
    do throws(CodeMaker.Failure) {
      guard let made = try make(of: program.workspace, cache: ProgramCache()) else { return nil }
      let app = format.container.app
      return format.isSameCode(made, code)
        ? EmbeddedCodeState.matches.sentence(app: app)
        : "the code beside the blocks is not what the command in the settings makes of them; \(app) runs the code"
    } catch {
      return "whether the code matches the blocks is unknown: \(error)"
    }
  }

  /// Whether there is a command, or Mortise has generators for all blocks of a program.
  func canMake(of program: Workspace) -> Bool {
    command != nil || format.code(of: program, cache: ProgramCache()) != nil
  }

  /// Makes the code of a program.
  /// - Returns: nil if there is no command, and Mortise has no generators for all blocks.
  /// - Throws: `CodeMaker.Failure` if the command fails.
  func make(of program: Workspace, cache: ProgramCache) throws(CodeMaker.Failure) -> [UInt8]? {
    guard let command else { return format.code(of: program, cache: cache) }
    return try command.code(of: ProgramWriter.write(program, style: .compact(.xml)).bytes)
  }

  /// Remakes the code beside a program.
  /// - Parameter file: the whole file.
  /// - Returns: the file with the new code; nothing else is changed.
  /// - Throws: `ContainerError` if it can't be made.
  @MainActor static func renew(_ file: [UInt8], _ program: ReadFile, cache: ProgramCache) throws(ContainerError)
    -> [UInt8]
  {
    guard let format = program.style.format as? ContainerFormat, let own = AppCode(format, commands),
      program.style.embedded?.code != nil
    else { throw ContainerError("no app runs code that this file has beside the blocks") }
    guard let code = try own.code(of: program.workspace, cache: cache) else {
      throw ContainerError(
        "some blocks have no generator, and the settings have no command for “\(format.name)” in “codeCommands”")
    }
    return format.file(file, in: program.style, withCode: code)
  }

  private func code(of program: Workspace, cache: ProgramCache) throws(ContainerError) -> [UInt8]? {
    do throws(CodeMaker.Failure) { return try make(of: program, cache: cache) } catch {
      throw ContainerError("the code can't be made: \(error)")
    }
  }
}
