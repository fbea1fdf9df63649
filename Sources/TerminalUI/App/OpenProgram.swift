import Workbench

/// The program that is open in the editor.
final class OpenProgram {
  /// The controller of the program; of an empty one until the program has been read.
  private(set) var workbench: WorkbenchController
  /// Whether another program has changed the file since it was read or written.
  var isChangedOnDisk = false
  /// The path of the file being opened, which names the program until it has been read.
  private let path: String?

  init(_ workbench: WorkbenchController, path: String?) {
    self.workbench = workbench
    self.path = path
  }

  /// The file's name without its folder, as the screen shows it.
  var name: String {
    let path = workbench.document.path ?? path
    return path.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "unnamed"
  }

  /// Replaces the program by another one.
  func open(_ workbench: WorkbenchController) {
    self.workbench = workbench
    isChangedOnDisk = false
  }
}
