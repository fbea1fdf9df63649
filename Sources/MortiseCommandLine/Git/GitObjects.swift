import MortiseFiles
import ProgramRunning

/// Reads the objects of a repository through one process of git.
nonisolated final class GitObjects {
  private let repository: GitRepository
  /// The maximum size of an object to read, in bytes.
  private let sizeLimit: Int
  private var process: ChildProcess?

  init(of repository: GitRepository, sizeLimit: Int = FileReader.sizeLimit) {
    (self.repository, self.sizeLimit) = (repository, sizeLimit)
  }

  /// Reads a file's content.
  /// - Parameter name: the name of its object, or a revision such as `HEAD:main.blk`.
  /// - Throws: `GitError` if it is missing, too large, or not a file's.
  func file(_ name: String) throws(GitError) -> [UInt8] { try content(of: name, "blob") }

  /// Reads the entries of a folder.
  /// - Parameter name: the name of its object, or a revision such as `HEAD:`.
  /// - Throws: `GitError` if it is missing, too large, or not a folder's.
  func folder(_ name: String) throws(GitError) -> [GitTreeEntry] {
    GitTreeEntry.entries(in: try content(of: name, "tree"), nameLength: repository.nameLength)
  }

  private enum Answer {
    case content([UInt8])
    case missing
    case other(type: String, size: Int)
  }

  private func content(of name: String, _ type: String) throws(GitError) -> [UInt8] {
    let process = try takeProcess()
    let answer: Answer
    do throws(ChildProcess.Failure) { answer = try ask(process, name, type) } catch {
      // Some versions of git exit when they can't fetch an object.
      if error == .ended, repository.isPartial { throw .missing(name, isPartial: true) }
      throw GitError(error)
    }
    self.process = process
    switch answer {
    case .content(let bytes): return bytes
    case .missing: throw .missing(name, isPartial: repository.isPartial)
    case .other(let other, _) where other != type: throw .unsuitable("\(name) is a \(other), not a \(type)")
    case .other(_, let size): throw .unsuitable("\(name) has \(size) bytes; the limit is \(sizeLimit)")
    }
  }

  /// Takes the process; it is put back only after its answer, so that a failed one is not used again.
  private func takeProcess() throws(GitError) -> ChildProcess {
    defer { process = nil }
    if let process { return process }
    return try repository.git.start(["cat-file", "--batch"], in: repository.folder)
  }

  private func ask(_ process: ChildProcess, _ name: String, _ type: String) throws(ChildProcess.Failure) -> Answer {
    process.send(name.pathBytes + [UInt8(ascii: "\n")])
    guard let line = try process.readLine() else { throw .ended }
    // “NAME TYPE SIZE” before the content, or the request and “missing”.
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 3, let size = Int(words[2]) else { return .missing }
    if size > sizeLimit || words[1] != type {
      try process.skip(size + 1)
      return .other(type: String(words[1]), size: size)
    }
    return .content(try process.read(size + 1).dropLast())
  }
}

/// An entry of a folder in a commit.
nonisolated struct GitTreeEntry {
  var name: [UInt8]
  var object: String
  var isFolder: Bool
  var isFile: Bool

  /// Reads the content of a tree.
  static func entries(in bytes: [UInt8], nameLength: Int) -> [GitTreeEntry] {
    var entries: [GitTreeEntry] = []
    var rest = bytes[...]
    // “MODE NAME”, a zero, and the object's name as bytes.
    while let space = rest.firstIndex(of: UInt8(ascii: " ")), let end = rest[space...].firstIndex(of: 0),
      rest.endIndex - end > nameLength
    {
      let mode = String(decoding: rest[..<space], as: UTF8.self)
      let object = rest[(end + 1)...].prefix(nameLength)
      entries.append(
        GitTreeEntry(
          name: Array(rest[(space + 1)..<end]), object: GitRepository.name(of: object), isFolder: mode == "40000",
          isFile: mode.hasPrefix("100")))
      rest = rest[(end + 1 + nameLength)...]
    }
    return entries
  }
}
