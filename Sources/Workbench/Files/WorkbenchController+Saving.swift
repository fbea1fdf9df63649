import BlockFormats
import Files

extension WorkbenchController {
  /// The program as its file will be: unchanged bytes while nothing is changed.
  public func bytes() -> (bytes: [UInt8], remarks: [String]) {
    if !isModified, let saved = document.savedBytes { return (saved, []) }
    if history.mark == 0, let read = document.readBytes { return (read, []) }
    let result = ProgramWriter.write(workspace, style: document.style)
    return (result.bytes, result.remarks)
  }

  /// The program as it will be in a file of another name, which may say another format.
  private func bytes(for path: String) -> (bytes: [UInt8], remarks: [String]) {
    guard let style = newStyle(for: path) else { return bytes() }
    let result = ProgramWriter.write(workspace, style: style)
    return (result.bytes, result.remarks)
  }

  /// The style for a file of another name; nil when the program keeps its own.
  private func newStyle(for path: String) -> ProgramStyle? {
    guard path != document.path else { return nil }
    let name = path.lowercased()
    let format: ProgramFormat? = name.hasSuffix(".json") ? .json : name.hasSuffix(".xml") ? .xml : nil
    if document.path == nil { return .pretty(format ?? .xml) }
    return format == nil || format == document.style.format ? nil : format.map { .pretty($0) }
  }

  /// The program as it is now, to be written to its file; nothing is written yet.
  /// - Parameters:
  ///   - path: another name than the present one.
  ///   - overwrites: whether what is there may be replaced whatever it is.
  /// - Returns: nil when the program has no name yet.
  public func saveJob(as path: String? = nil, overwrites: Bool = false) -> SaveJob? {
    guard let target = path ?? document.path else { return nil }
    let (bytes, remarks) = bytes(for: target)
    let expectation: FileSaver.Expectation
    if overwrites {
      expectation = .anything
    } else if target == document.path, let stamp = document.stamp {
      expectation = .unchanged(since: stamp)
    } else {
      expectation = .nothing
    }
    return SaveJob(
      path: target, bytes: bytes, expectation: expectation, remarks: remarks, mark: history.mark,
      style: newStyle(for: target))
  }

  /// Takes note of what was saved.
  /// - Returns: what to tell the user.
  @discardableResult
  public func saved(_ job: SaveJob, stamp: FileStamp) -> String {
    if let style = job.style {
      document.style = style
      document.readBytes = nil
    }
    document.path = job.path
    document.stamp = stamp
    document.savedBytes = job.bytes
    savedMark = job.mark
    let name = job.path.split(separator: "/").last.map(String.init) ?? job.path
    return (["saved \(name)"] + job.remarks).joined(separator: "; ")
  }
}
