import BlockModel
import Files

@testable import Workbench

extension WorkbenchController {
  /// Opens the dialog of the block at the cursor.
  /// - Throws: `FieldRefusal` with the reason why not.
  package func beginMutation() throws(FieldRefusal) -> MutationSession {
    let outcome = perform(.beginMutation)
    guard let mutation, outcome.refusal == nil else { throw FieldRefusal(outcome.refusal ?? "") }
    return mutation
  }
}

extension WorkbenchController {
  /// Saves at once.
  /// - Throws: `FileError` when it can't be.
  package func save(as path: String? = nil, overwrites: Bool = false) throws(FileError) {
    guard let job = saveJob(as: path, overwrites: overwrites) else { return }
    didSave(job, stamp: try job.write())
  }
}
