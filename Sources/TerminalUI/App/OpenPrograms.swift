import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import MortiseFiles
import MortiseScreen
import ProgramRunning
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

  /// The folder of the tutor's programs; nil if there is none.
  var lessonFolder: String?

  /// Whether a file is one of the tutor's programs.
  func isLesson(_ path: String?) -> Bool {
    guard let path, let lessonFolder else { return false }
    return path.hasPrefix(lessonFolder + "/")
  }

  /// Whether a program is saved without a question: one of a lesson, unless saving it has failed.
  func savesItself(_ program: OpenProgram) -> Bool { isLesson(program.path) && !program.hasFailedToSave }

  /// The open programs with unsaved changes that are saved without a question.
  var unsavedLessons: [OpenProgram] { unsaved.filter(savesItself) }

  var unsaved: [OpenProgram] { all.filter(\.isModified) }

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

  /// Returns the program at a distance from the shown one; negative for an earlier one. After the last program comes
  /// the first.
  func program(after distance: Int) -> OpenProgram {
    let index = (all.firstIndex { $0 === shown } ?? 0) + distance
    return all[(index % all.count + all.count) % all.count]
  }

  /// Adds a program after all others.
  func add(_ program: OpenProgram) { all.append(program) }

  func show(_ program: OpenProgram) { shown = program }

  /// Removes a program that is not shown.
  func remove(_ program: OpenProgram) { all.removeAll { $0 === program && $0 !== shown } }
}

/// A program that is open in the editor.
final class OpenProgram {
  /// The controller of the program; of an empty one until the program has been read.
  private(set) var workbench: WorkbenchController
  /// Whether another program has changed the file since it was read or written.
  var isChangedOnDisk = false
  /// The state of the file when a change of it was last reported; nil if none was.
  var reportedStamp: FileStamp?
  /// The canvas point in the upper left corner of the canvas's area.
  var scroll = Point.zero
  var breakpoints = Breakpoints()
  var watches = Watches()
  /// The session in which others edit it, too; nil if it isn't shared.
  var session: SharedSession?
  /// Whether the user has agreed to save the blocks without the code that the app runs.
  var savesOldCode = false
  /// Whether the last attempt to save it failed.
  var hasFailedToSave = false
  /// The path of the file being opened, which names the program until it has been opened.
  private let firstPath: String?
  /// The deep link to follow when the program is opened; nil to begin at its start.
  let link: String?
  /// The program as it was read, until it is shown for the first time.
  var unopened: (document: Document, toolbox: Toolbox)?
  /// Whether the program has been opened; until then the controller is that of an empty one.
  private(set) var isOpened = false

  /// Creates a program that is not open yet.
  /// - Parameters:
  ///   - path: the path of its file; nil for a new program.
  ///   - unopened: the program, if it has been read.
  init(
    path: String?, link: String? = nil, unopened: (document: Document, toolbox: Toolbox)? = nil, style: LayoutStyle
  ) {
    firstPath = path
    self.link = link
    self.unopened = unopened
    workbench = WorkbenchController(
      document: Document(factory: BlockFactory()), toolbox: Toolbox(categories: []), style: style,
      eventManager: EventManager())
  }

  /// Its location, as `ProgramPath` parses it; nil for a new program.
  var path: String? { workbench.document.location ?? firstPath }

  /// Whether closing would lose changes. The host of a session saves all changes that it has received.
  var isModified: Bool { session.map { !$0.isSafe } ?? workbench.isModified }

  /// The file's name without its folder, as the screen shows it.
  var name: String {
    if let session { return session.name }
    // The title reads the name at each key, so the path is not parsed, which may access the disk.
    guard let path = workbench.document.path ?? firstPath else { return "unnamed" }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return workbench.document.style.programName.map { "\(file): \($0)" } ?? file
  }

  /// The folder of its file, or the current one.
  var folder: String {
    guard let path, let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The id of its workspace, which distinguishes it from the other open programs.
  var id: String { workbench.workspace.id }

  // MARK: - Reading another version

  /// The number of the version that is being read in the background; nil for none.
  private var versionRequest: Int?
  private var versionRequestCount = 0

  /// Whether a version to compare with is being read.
  var isReadingVersion: Bool { versionRequest != nil }

  /// Begins to read a version, and returns the number of the request. Earlier requests are no longer wanted.
  func beginReadingVersion() -> Int {
    versionRequestCount += 1
    versionRequest = versionRequestCount
    return versionRequestCount
  }

  /// Ends reading a version.
  /// - Returns: whether the version is still wanted.
  func endReadingVersion(_ request: Int) -> Bool {
    guard versionRequest == request else { return false }
    versionRequest = nil
    return true
  }

  func giveUpReadingVersion() { versionRequest = nil }

  /// Hands over the program that was read, once; nil if it was opened earlier.
  func takeUnopened() -> (document: Document, toolbox: Toolbox)? {
    defer { unopened = nil }
    return unopened
  }

  /// Opens the program, or replaces it by another state.
  func open(_ workbench: WorkbenchController) {
    self.workbench = workbench
    isOpened = true
    isChangedOnDisk = false
  }
}
