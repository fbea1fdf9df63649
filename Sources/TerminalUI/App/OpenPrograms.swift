import MortiseFiles
import Workbench

/// The programs that are open in the editor. One of them is shown. There is always one.
final class OpenPrograms {
  private(set) var all: [OpenProgram]
  private(set) var shown: OpenProgram

  init(_ program: OpenProgram) {
    all = [program]
    shown = program
  }

  /// The controller of the program that is shown.
  var workbench: WorkbenchController { shown.workbench }

  var unsaved: [OpenProgram] { all.filter(\.workbench.isModified) }

  /// The position of the shown program among several, from 1; nil if it is the only one.
  var position: (number: Int, count: Int)? {
    guard all.count > 1, let index = all.firstIndex(where: { $0 === shown }) else { return nil }
    return (index + 1, all.count)
  }

  /// Returns the program whose workspace has an id; nil if it is not open.
  func program(withID id: String) -> OpenProgram? { all.first { $0.id == id } }

  /// Returns the program of a file; nil if it is not open. Links are not followed, as a disk may hang.
  func program(at path: String) -> OpenProgram? {
    let path = FileSystem.absolute(path)
    return all.first { $0.path.map(FileSystem.absolute) == path }
  }

  /// Returns the program some positions after the shown one, or before it if that is negative. After the last one
  /// comes the first.
  func program(after distance: Int) -> OpenProgram {
    let index = (all.firstIndex { $0 === shown } ?? 0) + distance
    return all[(index % all.count + all.count) % all.count]
  }

  /// Adds a program behind all others.
  func add(_ program: OpenProgram) { all.append(program) }

  func show(_ program: OpenProgram) { shown = program }

  /// Removes a program that is not shown.
  func remove(_ program: OpenProgram) { all.removeAll { $0 === program && $0 !== shown } }
}
