import BlockModel
import MortiseFiles

@testable import Workbench

extension WorkbenchController {
  /// Opens the dialog of the block at the cursor.
  /// - Throws: `FieldError` with the reason if it can't be opened.
  package func beginMutation() throws(FieldError) -> MutationSession {
    let outcome = perform(.beginMutation)
    guard let mutation, outcome.refusal == nil else { throw FieldError(outcome.refusal ?? "") }
    return mutation
  }
}

extension WorkbenchController {
  /// Saves synchronously.
  /// - Throws: `FileError` if saving fails.
  package func save(as path: String? = nil, overwrites: Bool = false) throws(FileError) {
    guard let job = saveJob(as: path, overwrites: overwrites) else { return }
    didSave(job, stamp: try job.write())
  }
}
