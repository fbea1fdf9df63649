import BlockFormats
import EventQueues
import MortiseFiles
import ProgramContainers

extension WorkbenchController {
  /// The content of the program's file. It is the original bytes while nothing is changed.
  public func bytes() -> (bytes: [UInt8], warnings: [String]) {
    if !isModified, let saved = document.savedBytes { return (saved, []) }
    if history.mark == 0, let read = document.readBytes { return (read, []) }
    return write(in: document.style)
  }

  /// The content of a file at another path, whose extension may imply another format.
  /// - Throws: `Progress.Cancelled` if the user gives up writing another format.
  private func bytes(for path: String) throws(Progress.Cancelled) -> (bytes: [UInt8], warnings: [String]) {
    guard let style = newStyle(for: path) else { return bytes() }
    let result = try Progress.stopping("writing") {
      style.format.write(workspace, style: style, cache: document.cache)
    }
    return (result.bytes, result.remarks + [style.format.loss(of: document.style)].compactMap(\.self))
  }

  private func write(in style: FileStyle) -> (bytes: [UInt8], warnings: [String]) {
    let result = Progress.within(0...1, Progress.Activity("writing")) {
      style.format.write(workspace, style: style, cache: document.cache)
    }
    return (result.bytes, result.remarks)
  }

  /// The style for a file at another path; nil when the program keeps its style.
  private func newStyle(for path: String) -> FileStyle? {
    guard path != document.path else { return nil }
    if document.path == nil {
      return (formats.format(ofNewFile: path, after: nil) ?? formats.standard).style(after: nil)
    }
    guard formats.format(ofPath: path)?.name != document.style.format.name,
      let format = formats.format(ofNewFile: path, after: document.style), format.name != document.style.format.name
    else { return nil }
    return format.style(after: document.style)
  }

  /// A snapshot of the program to be saved. Nothing is written yet.
  /// - Parameters:
  ///   - path: where to save instead of the current path.
  ///   - overwrites: whether to replace any existing file, whatever its content.
  /// - Returns: nil when the program has no path yet.
  public func saveJob(as path: String? = nil, overwrites: Bool = false) -> SaveJob? {
    try? stoppableSaveJob(as: path, overwrites: overwrites)
  }

  /// A snapshot of the program to be saved, as `saveJob` returns it.
  /// - Throws: `Progress.Cancelled` if the user gives up writing another format.
  package func stoppableSaveJob(
    as path: String? = nil, overwrites: Bool = false
  ) throws(Progress.Cancelled) -> SaveJob? {
    guard let target = path ?? document.path else { return nil }
    let (bytes, warnings) = try bytes(for: target)
    let expectation: FileSaver.Expectation
    if overwrites {
      expectation = .anything
    } else if target == document.path, let stamp = document.stamp {
      expectation = .unchanged(since: stamp)
    } else {
      expectation = .nothing
    }
    return SaveJob(
      path: target, workspaceID: workspace.id, bytes: bytes, expectation: expectation, warnings: warnings,
      mark: history.mark, oldStyle: document.style, style: newStyle(for: target))
  }

  /// Updates the document after a save.
  /// - Returns: the status message.
  @discardableResult
  public func didSave(_ job: SaveJob, _ file: SavedFile) -> String {
    if job.style != nil { document.readBytes = nil }
    document.path = job.path
    document.didSave(job, file)
    savedMark = job.mark
    updateCodeState()
    if job.hasNewCode { codeState = .matches }
    let name = job.path.split(separator: "/").last.map(String.init) ?? job.path
    return (["saved \(name)"] + job.warnings).joined(separator: "; ")
  }
}

extension WorkbenchController {
  func updateCodeState() {
    codeState = (document.style.format as? ContainerFormat)?.codeState(
      of: workspace, style: document.style, cache: document.cache)
  }

  /// The format of the program's file if an app runs the code in it, and saving the program now makes that code old;
  /// nil otherwise.
  /// - Parameter path: where to save; nil for the current path.
  package func formatOfOldCode(savingAs path: String? = nil) -> ContainerFormat? {
    guard isModified, let format = document.style.format as? ContainerFormat, format.container.code == .run,
      document.style.embedded?.code != nil, path.flatMap(newStyle) == nil
    else { return nil }
    return format
  }

  /// The app that would go on running old code if the program were saved now: it runs the code beside the blocks, and
  /// Mortise can't make it. Nil if there is none.
  public var appRunningOldCode: String? {
    guard let format = formatOfOldCode(), format.code(of: workspace, cache: document.cache) == nil else { return nil }
    return format.container.app
  }

  /// The program in Blockly's XML, for a command that makes its code.
  package var xml: [UInt8] { ProgramWriter.write(workspace, style: .compact(.xml)).bytes }

  /// Whether the program is still as a job saves it.
  package func isCurrent(_ job: SaveJob) -> Bool { history.mark == job.mark }
}

extension Document {
  /// The names of the programs in the file, if it has several; otherwise empty.
  public var programNames: [String] {
    style.programName == nil ? [] : style.format.programNames(in: savedBytes ?? [])
  }

  /// The program as it is, to be saved where it came from; nil if it has no path.
  package func saveJob() -> SaveJob? {
    guard let path else { return nil }
    let written = style.format.write(workspace, style: style, cache: cache)
    return SaveJob(
      path: path, workspaceID: workspace.id, bytes: written.bytes,
      expectation: stamp.map { .unchanged(since: $0) } ?? .nothing, warnings: written.remarks, mark: 0,
      oldStyle: style, style: nil)
  }

  /// Makes a file the program's own. It must be missing, or say the same.
  /// - Parameter file: the file as it was read.
  /// - Throws: `OpenError` if it has another program.
  package mutating func takeFile(of file: Document, from path: String) throws(OpenError) {
    if let read = file.readBytes, file.style.format.write(workspace, style: file.style, cache: cache).bytes != read {
      throw OpenError(
        "\(path): the session has another program of this name; move the file away, and it is written anew")
    }
    (self.path, style, stamp, savedBytes) = (path, file.style, file.stamp, file.readBytes)
  }

  /// Notes that what others did to the file is in the program.
  /// - Parameter file: the file as it was read now.
  package mutating func didTakeOver(_ file: Document) {
    (stamp, savedBytes) = (file.stamp, file.savedBytes)
    if style.format.name == file.style.format.name { style = file.style }
  }

  /// Notes that the program was saved.
  package mutating func didSave(_ job: SaveJob, _ file: SavedFile) {
    style = job.finalStyle.format.style(job.finalStyle, savedAs: file.bytes)
    stamp = file.stamp
    savedBytes = file.bytes
  }

  /// Where the program is, as `ProgramPath` parses it; nil until it has a path.
  public var location: String? { path.map { ProgramPath(file: $0, program: style.programName).text } }
}

/// A snapshot of a program to be written to its file. Later changes to the program don't affect it.
public nonisolated struct SaveJob: Hashable, Sendable {
  /// The path of the file to be written.
  public let path: String
  /// The id of the program's workspace, which tells it from other open programs.
  public let workspaceID: String
  package private(set) var bytes: [UInt8]
  let expectation: FileSaver.Expectation
  /// What the file format can't store, as messages for the user.
  let warnings: [String]
  /// The history's mark for the saved state.
  let mark: Int
  /// The program's style before it is saved.
  let oldStyle: FileStyle
  /// The program's new style if saving changes it; nil otherwise.
  let style: FileStyle?
  /// Whether the code beside the blocks was made for them.
  private(set) var hasNewCode = false

  var finalStyle: FileStyle { style ?? oldStyle }

  /// The same job with code beside the blocks.
  /// - Parameter code: what was made of the program that the job saves.
  package func adding(code: [UInt8]) -> SaveJob {
    guard let format = finalStyle.format as? ContainerFormat else { return self }
    var job = self
    job.bytes = format.file(bytes, in: finalStyle, withCode: code)
    job.hasNewCode = true
    return job
  }

  /// Where the program is after the save, as `ProgramPath` parses it.
  package var location: String { ProgramPath(file: path, program: finalStyle.programName).text }

  /// The checksum of the file's new content; nil when the content is too long for one.
  package var contentHash: UInt64? { FileStamp.contentHash(of: bytes) }

  /// Writes the file. If something around the program has changed in the file since it was read, that stays. May be
  /// called on any thread.
  /// - Throws: `FileError`; the old file is then untouched.
  public func write() throws(FileError) -> SavedFile {
    if let reason = finalStyle.format.readOnlyReason { throw FileError(.save, path, .readOnlyFormat(reason)) }
    if style == nil, oldStyle.format.app != nil, case .unchanged(let stamp) = expectation,
      let now = try? FileReader.read(path),
      let isOwn = try? stamp.isCurrent(at: path),
      let bytes = oldStyle.format.rebased(bytes, in: oldStyle, onto: now.bytes, isOwn: isOwn)
    {
      return SavedFile(try FileSaver.save(bytes, to: path, expecting: .unchanged(since: now.stamp)), bytes)
    }
    return SavedFile(try FileSaver.save(bytes, to: path, expecting: expectation), bytes)
  }
}

/// A file that was written.
public nonisolated struct SavedFile: Sendable {
  /// The state of the file, for the next save.
  public let stamp: FileStamp
  let bytes: [UInt8]

  init(_ stamp: FileStamp, _ bytes: [UInt8]) { (self.stamp, self.bytes) = (stamp, bytes) }
}

extension SaveJob: CustomStringConvertible {
  /// The path, not the whole program.
  public nonisolated var description: String { path }
}
