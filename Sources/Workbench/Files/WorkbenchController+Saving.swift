import BlockFormats
import BlockNotation
import EventQueues
import MortiseFiles
import ProgramContainers

extension WorkbenchController {
  /// The content of the program's file. It is the original bytes while nothing is changed.
  public func bytes() -> (bytes: [UInt8], warnings: [String]) {
    let content = content()
    return (content.bytes, content.warnings)
  }

  /// The content of a file, and the relation of the code in it to the blocks.
  private typealias Content = (bytes: [UInt8], warnings: [String], hasNewCode: Bool, codeState: EmbeddedCodeState?)

  private func content() -> Content {
    if !isModified, let saved = document.savedBytes { return (saved, [], false, codeState) }
    if history.mark == 0, let read = document.readBytes { return (read, [], false, document.codeState) }
    let result = Progress.within(0...1, Progress.Activity("writing")) {
      document.style.format.write(workspace, style: document.style, cache: document.cache)
    }
    return content(result, result.remarks, document.style)
  }

  /// The content of a file at another path, whose extension may imply another format.
  /// - Throws: `Progress.Cancelled` if the user gives up writing another format.
  private func content(for path: String) throws(Progress.Cancelled) -> Content {
    guard let style = newStyle(for: path) else { return content() }
    let result = try Progress.stopping("writing") {
      style.format.write(workspace, style: style, cache: document.cache)
    }
    return content(result, result.remarks + [style.format.loss(of: document.style)].compactMap(\.self), style)
  }

  private func content(_ result: ProgramWriter.Result, _ warnings: [String], _ style: FileStyle) -> Content {
    let state = (style.format as? ContainerFormat)?.codeState(in: style, hasNewCode: result.hasNewCode)
    return (result.bytes, warnings, result.hasNewCode, state)
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
  ///   - overwrites: whether to replace any existing file, regardless of its content.
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
    let content = try content(for: target)
    let expectation: FileSaver.Expectation
    if overwrites {
      expectation = .anything
    } else if target == document.path, let stamp = document.stamp {
      expectation = .unchanged(since: stamp)
    } else {
      expectation = .nothing
    }
    return SaveJob(
      path: target, workspaceID: workspace.id, bytes: content.bytes, expectation: expectation,
      warnings: content.warnings, mark: history.mark, oldStyle: document.style, style: newStyle(for: target),
      hasNewCode: content.hasNewCode, codeState: content.codeState,
      readOnlyReason: target == document.path && !isModified && !document.isPython
        ? nil : readOnlyReason(savingAs: target))
  }

  /// Why the program can't be saved in its file, or in another one, apart from errors of the file system; nil if it
  /// can.
  /// - Parameter path: where to save; nil for the current path.
  package func readOnlyReason(savingAs path: String? = nil) -> String? {
    let style = path.flatMap(newStyle) ?? document.style
    if let reason = style.format.readOnlyReason { return reason }
    guard let path, path != document.path else { return document.foreignReason }
    return Document.foreignReason(ofPath: path, in: style.format, formats)
  }

  /// Updates the document after a save.
  /// - Returns: the status message.
  @discardableResult
  public func didSave(_ job: SaveJob, _ file: SavedFile) -> String {
    if job.style != nil { document.readBytes = nil }
    if job.path != document.path { document.foreignReason = nil }
    document.path = job.path
    document.didSave(job, file)
    savedMark = job.mark
    codeState = job.codeState
    let name = FileLocation(path: job.path).name
    return (["saved \(name)"] + job.warnings).joined(separator: "; ")
  }
}

extension WorkbenchController {
  /// The format of the program's file if an app runs the code in it, and saving the program now makes that code
  /// outdated; nil otherwise.
  /// - Parameter path: where to save; nil for the current path.
  package func formatOfOldCode(savingAs path: String? = nil) -> ContainerFormat? {
    guard isModified, let format = document.style.format as? ContainerFormat, format.container.code == .run,
      document.style.embedded?.code != nil, path.flatMap(newStyle) == nil
    else { return nil }
    return format
  }

  /// The program in Blockly's XML, for a command that generates its code.
  package var xml: [UInt8] { ProgramWriter.write(workspace, style: .compact(.xml)).bytes }

  /// Whether the program is in the state that a job saves.
  package func isCurrent(_ job: SaveJob) -> Bool { history.mark == job.mark }
}

extension Document {
  /// The names of the programs in the file, if it has several; otherwise empty.
  public var programNames: [String] {
    style.programName == nil ? [] : style.programNames
  }

  /// A job that saves the program as it is in the file that it was read from; nil if it has no path.
  package func saveJob() -> SaveJob? {
    guard let path else { return nil }
    let written = style.format.write(workspace, style: style, cache: cache)
    return SaveJob(
      path: path, workspaceID: workspace.id, bytes: written.bytes,
      expectation: stamp.map { .unchanged(since: $0) } ?? .nothing, warnings: written.remarks, mark: 0,
      oldStyle: style, style: nil, hasNewCode: written.hasNewCode,
      codeState: (style.format as? ContainerFormat)?.codeState(in: style, hasNewCode: written.hasNewCode),
      readOnlyReason: style.format.readOnlyReason ?? foreignReason)
  }

  /// Whether it was read from Python, which saving doesn't write.
  package var isPython: Bool { style.format is PythonFormat }

  /// Whether a file has the same program.
  /// - Parameter file: the file as it was read.
  package func isIn(_ file: Document) -> Bool {
    file.style.format.write(workspace, style: file.style, cache: cache).bytes == file.readBytes
  }

  /// Takes over a file as the program's own.
  /// - Parameters:
  ///   - file: the file as it was read.
  ///   - stamp: the state of the file that the program was made from; nil if the file has changed since.
  ///   - bytes: the content of the file in that state; nil if there was none.
  package mutating func takeFile(of file: Document, from path: String, stamp: FileStamp?, savedBytes bytes: [UInt8]?) {
    (self.path, style, self.stamp, savedBytes, foreignReason) = (path, file.style, stamp, bytes, file.foreignReason)
  }

  /// Records that the program includes the changes that others made to the file.
  /// - Parameter file: the file as it was read now.
  package mutating func didTakeOver(_ file: Document) {
    (stamp, savedBytes, codeState) = (file.stamp, file.savedBytes, file.codeState)
    if style.format.name == file.style.format.name { style = file.style }
  }

  /// Records that the program was saved.
  package mutating func didSave(_ job: SaveJob, _ file: SavedFile) {
    style = file.style
    stamp = file.stamp
    savedBytes = file.bytes
  }

  /// The location of the program, as `ProgramPath` parses it; nil until it has a path.
  public var location: String? { path.map { ProgramPath(file: $0, program: style.programName).text } }
}

/// A snapshot of a program to be written to its file. Later changes to the program don't affect it.
public nonisolated struct SaveJob: Hashable, Sendable {
  /// The path of the file to be written.
  public let path: String
  /// The id of the program's workspace, which distinguishes it from other open programs.
  public let workspaceID: String
  package private(set) var bytes: [UInt8]
  let expectation: FileSaver.Expectation
  /// Messages for the user about content that the file format can't store.
  let warnings: [String]
  /// The history's mark for the saved state.
  let mark: Int
  /// The program's style before it is saved.
  let oldStyle: FileStyle
  /// The program's new style if saving changes it; nil otherwise.
  let style: FileStyle?
  /// Whether the code beside the blocks was made for them.
  package private(set) var hasNewCode: Bool
  /// How the code relates to the blocks when they are saved.
  package private(set) var codeState: EmbeddedCodeState?
  /// Why the file can't be written, as a clause; nil if it can.
  package let readOnlyReason: String?

  var finalStyle: FileStyle { style ?? oldStyle }

  /// The same job with code beside the blocks.
  /// - Parameter code: the code generated from the program that the job saves.
  package func adding(code: [UInt8]) -> SaveJob {
    guard let format = finalStyle.format as? ContainerFormat else { return self }
    var job = self
    job.bytes = format.file(bytes, in: finalStyle, withCode: code)
    (job.hasNewCode, job.codeState) = (true, .matches)
    return job
  }

  /// The location of the program after the save, as `ProgramPath` parses it.
  package var location: String { ProgramPath(file: path, program: finalStyle.programName).text }

  /// The checksum of the file's new content; nil when the content is too long for one.
  package var contentHash: UInt64? { FileStamp.contentHash(of: bytes) }

  /// Writes the file. Changes made around the program in the file since it was read are kept. May be called on any
  /// thread.
  /// - Throws: `FileError`; the old file is then untouched.
  public func write() throws(FileError) -> SavedFile {
    if let readOnlyReason { throw FileError(.save, path, .readOnlyFormat(readOnlyReason)) }
    if style == nil, oldStyle.format.app != nil, case .unchanged(let stamp) = expectation,
      let now = try? FileReader.read(path),
      let isOwn = try? stamp.isCurrent(at: path),
      let bytes = oldStyle.rebased(bytes, onto: now.bytes, isOwn: isOwn)
    {
      let stamp = try FileSaver.save(bytes, to: path, expecting: .unchanged(since: now.stamp))
      return SavedFile(stamp, bytes, finalStyle.saved(as: bytes))
    }
    let stamp = try FileSaver.save(bytes, to: path, expecting: expectation)
    return SavedFile(stamp, bytes, finalStyle.saved(as: bytes))
  }
}

/// A file that was written.
public nonisolated struct SavedFile: Sendable {
  /// The state of the file, for the next save.
  public let stamp: FileStamp
  package let bytes: [UInt8]
  /// The program's style from now on.
  let style: FileStyle

  init(_ stamp: FileStamp, _ bytes: [UInt8], _ style: FileStyle) {
    (self.stamp, self.bytes, self.style) = (stamp, bytes, style)
  }
}

extension SaveJob: CustomStringConvertible {
  /// The path, not the whole program.
  public nonisolated var description: String { path }
}
