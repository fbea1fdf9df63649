import BlockEvents
import BlockLayout
import BlockLibrary
import MortiseFiles
import Workbench

/// The repairs of `mortise check --fix`.
struct AdviceRepairs {
  let files: DefinitionFiles
  /// The ids of the rules that are switched off.
  let allowed: Set<String>
  /// Whether nothing is saved.
  let isDryRun: Bool

  /// Repairs the programs of a file, saves it, and reports each repair on standard error.
  /// - Returns: whether the file could be read and saved.
  func repair(_ path: String, _ reader: ProgramFileReader) -> Bool {
    do {
      for program in ProgramFile.programs(of: try reader.open(path), at: path) { try repairProgram(program) }
      return true
    } catch {
      Console.printError("\(error)")
      return false
    }
  }

  /// - Throws: `OpenError` or `FileError`.
  private func repairProgram(_ path: String) throws {
    let document = try Document.open(path, factory: files.factory(for: path), formats: files.formats)
    let workbench = WorkbenchController(
      document: document, toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: true, repertoire: .ascii, canvasWidth: 80), eventManager: EventManager())
    workbench.allow(allowed)
    let sentences = workbench.repairAll()
    if sentences.isEmpty { return }
    if let reason = workbench.readOnlyReason(savingAs: workbench.document.path) {
      throw FileError(.save, path, .readOnlyFormat(reason))
    }
    if !isDryRun { _ = try workbench.saveJob()?.write() }
    let word = isDryRun ? "would repair" : "repaired"
    for sentence in sentences {
      Console.printError("\(ProgramFile.displayName(path)): \(word): \(sentence)")
    }
  }
}
