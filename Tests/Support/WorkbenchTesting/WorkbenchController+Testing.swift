import MortiseFiles
import Workbench

extension WorkbenchController {
  /// Saves synchronously.
  /// - Throws: `FileError` if saving fails.
  public func save(as path: String? = nil, overwrites: Bool = false) throws(FileError) {
    guard let job = saveJob(as: path, overwrites: overwrites) else { return }
    didSave(job, try job.write())
  }
}
