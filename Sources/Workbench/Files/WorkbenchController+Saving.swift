import BlockFormats
import EventQueues
import MortiseFiles

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
    let format = formats.format(ofPath: path)
    if document.path == nil { return (format ?? formats.standard).style(after: nil) }
    guard let format, format.name != document.style.format.name else { return nil }
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
      mark: history.mark,
      style: newStyle(for: target))
  }

  /// Updates the document after a save.
  /// - Returns: the status message.
  @discardableResult
  public func didSave(_ job: SaveJob, stamp: FileStamp) -> String {
    if let style = job.style {
      document.style = style
      document.readBytes = nil
    }
    document.path = job.path
    document.stamp = stamp
    document.savedBytes = job.bytes
    savedMark = job.mark
    let name = job.path.split(separator: "/").last.map(String.init) ?? job.path
    return (["saved \(name)"] + job.warnings).joined(separator: "; ")
  }
}

extension Document {
  /// The program as it is, to be saved where it came from; nil if it has no path.
  package func saveJob() -> SaveJob? {
    guard let path else { return nil }
    let written = style.format.write(workspace, style: style, cache: cache)
    return SaveJob(
      path: path, workspaceID: workspace.id, bytes: written.bytes,
      expectation: stamp.map { .unchanged(since: $0) } ?? .nothing, warnings: written.remarks, mark: 0, style: nil)
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
  package mutating func didSave(_ job: SaveJob, stamp: FileStamp) {
    self.stamp = stamp
    savedBytes = job.bytes
  }
}

/// A snapshot of a program to be written to its file. Later changes to the program don't affect it.
public nonisolated struct SaveJob: Hashable, Sendable {
  /// The path of the file to be written.
  public let path: String
  /// The id of the program's workspace, which tells it from other open programs.
  public let workspaceID: String
  let bytes: [UInt8]
  let expectation: FileSaver.Expectation
  /// What the file format can't store, as messages for the user.
  let warnings: [String]
  /// The history's mark for the saved state.
  let mark: Int
  /// The program's new style if saving changes it; nil otherwise.
  let style: FileStyle?

  /// The checksum of the file's new content; nil when the content is too long for one.
  package var contentHash: UInt64? { FileStamp.contentHash(of: bytes) }

  /// Writes the file. May be called on any thread.
  /// - Throws: `FileError`; the old file is then untouched.
  public func write() throws(FileError) -> FileStamp {
    try FileSaver.save(bytes, to: path, expecting: expectation)
  }
}

extension SaveJob: CustomStringConvertible {
  /// The path, not the whole program.
  public nonisolated var description: String { path }
}
