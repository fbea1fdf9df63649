import Files
import Screen
import Workbench

/// A program that is open in the editor.
final class OpenProgram {
  /// The controller of the program; of an empty one until the program has been read.
  private(set) var workbench: WorkbenchController
  /// Whether another program has changed the file since it was read or written.
  var isChangedOnDisk = false
  /// The file as it was when the user was told that it is no longer so; nil if that never happened.
  var toldStamp: FileStamp?
  /// The canvas point in the upper left corner of the canvas's area.
  var scroll = Point.zero
  var breakpoints = Breakpoints()
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

  /// The folder of its file, or the current one.
  var folder: String {
    guard let path = workbench.document.path ?? path, let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The id of its workspace, which tells it from the other open programs.
  var id: String { workbench.workspace.id }

  /// Replaces the program by another state of it.
  func open(_ workbench: WorkbenchController) {
    self.workbench = workbench
    isChangedOnDisk = false
  }
}
