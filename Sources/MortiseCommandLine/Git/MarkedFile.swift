import Glibc
import MortiseFiles

/// A file of the user's in which Mortise keeps lines of its own.
struct MarkedFile {
  let path: String
  let marked: MarkedLines
  /// Whether git locks the file while writing it.
  var hasLock = false

  /// The result of writing the file.
  enum Outcome: Hashable {
    case written
    case unchanged
    /// The lines were changed by hand, so they stay.
    case changedByHand(line: Int)
  }

  /// Returns our lines in the file.
  /// - Throws: `FileError` if it can't be read.
  func find() throws(FileError) -> MarkedLines.Found { try content().map { marked.find(in: $0.bytes) } ?? .nothing }

  /// Returns the content; nil if the file doesn't exist.
  private func content() throws(FileError) -> FileContent? {
    do throws(FileError) { return try FileReader.read(path) } catch {
      if error.cause == .missing { return nil }
      throw error
    }
  }

  /// Replaces our lines in the file, or adds them; removes them if `lines` is empty.
  /// - Throws: `FileError` if the file can't be read or written, or git is writing it.
  func write(_ lines: [String]) throws(FileError) -> Outcome {
    let content = try content()
    let bytes = content?.bytes ?? []
    switch marked.find(in: bytes) {
    case .changed(let line): return .changedByHand(line: line)
    case .lines(let block):
      if block.lines == lines { return .unchanged }
      let rest = marked.replacing(block, with: lines, in: bytes)
      try withLock { () throws(FileError) in
        if rest.isEmpty, block.marks.contains(.file) { return try remove(block.marks) }
        try FileSaver.save(rest, to: path, expecting: content.map { .unchanged(since: $0.stamp) } ?? .nothing)
      }
    case .nothing:
      if lines.isEmpty { return .unchanged }
      let marks = content == nil ? makeFolders().union(.file) : []
      let text = marked.adding(lines, to: bytes, marks)
      do throws(FileError) {
        try withLock { () throws(FileError) in
          try FileSaver.save(text, to: path, expecting: content.map { .unchanged(since: $0.stamp) } ?? .nothing)
        }
      } catch {
        removeFolders(marks)
        throw error
      }
    }
    return .written
  }

  private var folder: String { FileLocation(path: path).folder }

  private var parent: String { FileLocation(path: folder).folder }

  /// Creates the file's folder and the one above if they don't exist. If that fails, writing the file fails, too.
  /// - Returns: the created folders.
  private func makeFolders() -> MarkedLines.Marks {
    var marks: MarkedLines.Marks = []
    for (path, mark) in [(parent, MarkedLines.Marks.parent), (folder, .folder)]
    where (try? FileSystem.makeFolder(path, mode: 0o777)) != nil { marks.insert(mark) }
    return marks
  }

  /// Removes the file, and the folders that were created for it.
  private func remove(_ marks: MarkedLines.Marks) throws(FileError) {
    do throws(SystemError) { try FileSystem.remove(try FileLocation(following: path).path) } catch {
      throw FileError(.save, path, code: error.code)
    }
    removeFolders(marks)
  }

  /// Removes the folders that were created for the file, unless they contain other files.
  private func removeFolders(_ marks: MarkedLines.Marks) {
    if marks.contains(.folder) { try? FileSystem.removeFolder(folder) }
    if marks.contains(.parent) { try? FileSystem.removeFolder(parent) }
  }

  /// Performs an action while the file is locked as git locks it.
  private func withLock(_ body: () throws(FileError) -> Void) throws(FileError) {
    guard hasLock else { return try body() }
    let lock: String
    do throws(SystemError) {
      lock = try FileLocation(following: path).path + ".lock"
      _ = try FileSystem.open(lock, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
    } catch {
      throw error.code == EEXIST
        ? FileError(.save, path + ".lock", .alreadyExists) : FileError(.save, path, code: error.code)
    }
    defer { try? FileSystem.remove(lock) }
    try body()
  }
}
