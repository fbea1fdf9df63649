import Glibc

/// Small files of one kind in a folder of the user's, found by their names.
public nonisolated struct NamedFiles: Sendable {
  package let folder: String
  private let suffix: String

  /// The maximum size of a file to read, in bytes.
  private let sizeLimit: Int
  /// Whether only the user may read the files.
  private let isPrivate: Bool

  /// The maximum number of files.
  private static let mostFiles = 1000

  /// - Parameters:
  ///   - folder: the folder, which is created with the first file; its path must be absolute.
  ///   - suffix: the end of the files' names in the folder, such as `.blocktext`.
  ///   - sizeLimit: the maximum size of a file to read, in bytes.
  ///   - isPrivate: whether only the user may read the files.
  /// - Returns: nil if the path is relative, as the XDG specification says.
  public init?(in folder: String, suffix: String, sizeLimit: Int = 1 << 20, isPrivate: Bool = false) {
    (self.sizeLimit, self.isPrivate) = (sizeLimit, isPrivate)
    guard folder.hasPrefix("/") else { return nil }
    self.folder = folder
    self.suffix = suffix
  }

  /// The reason why a name can't be a file's; nil if it can.
  public func refusal(of name: String) -> String? {
    if name.allSatisfy(\.isWhitespace) { return "a name is needed" }
    if name.hasPrefix(".") { return "the name can't begin with a dot" }
    let isPlain = name.unicodeScalars.allSatisfy { $0 != "/" && $0.properties.generalCategory != .control }
    if !isPlain { return "the name can't have a slash" }
    return name.utf8.count + suffix.utf8.count > 200 ? "the name is too long" : nil
  }

  /// Reads all files, sorted by their names. Unreadable ones are left out.
  /// - Throws: `FileError` if the folder can't be read. A folder that doesn't exist has no files.
  public func read() throws(FileError) -> [(name: String, bytes: [UInt8])] {
    let names: [String]
    do throws(SystemError) {
      names = try FileSystem.names(in: folder, beginningWith: [])
    } catch {
      if error.code == ENOENT { return [] }
      throw FileError(.read, folder, code: error.code)
    }
    let found = names.filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }.sorted().prefix(Self.mostFiles)
    return found.compactMap { name in
      bytes(of: name).map { (String(name.dropLast(suffix.count)), $0) }
    }
  }

  /// The path of the file with a name.
  package func path(of name: String) -> String { "\(folder)/\(name)\(suffix)" }

  /// Whether there is a file with a name.
  public func has(_ name: String) -> Bool { FileSystem.exists(path(of: name)) }

  /// Reads the file with a name.
  /// - Returns: nil if there is none.
  /// - Throws: `FileError` if it can't be read.
  package func read(_ name: String) throws(FileError) -> [UInt8]? {
    let path = path(of: name)
    if FileSystem.isMissing(path) { return nil }
    guard let bytes = bytes(of: name + suffix) else { throw FileError(.read, path, code: EIO) }
    return bytes
  }

  private func bytes(of fileName: String) -> [UInt8]? {
    guard let file = try? FileSystem.open("\(folder)/\(fileName)", O_RDONLY | O_NONBLOCK | O_NOCTTY),
      let status = try? file.status(), status.isRegular
    else { return nil }
    return try? file.readAll(expected: Int(status.st_size), limit: sizeLimit)
  }

  /// Writes a file, in one step, and creates its folder if there is none.
  /// - Throws: `FileError`; the file is then as it was.
  public func write(_ bytes: [UInt8], named name: String) throws(FileError) {
    try makeFolder()
    let path = path(of: name)
    let location: FileLocation
    do throws(SystemError) { location = try FileLocation(following: path) } catch {
      throw FileError(.save, path, code: error.code)
    }
    let file = AtomicFile(location: location, path: path, newMode: isPrivate ? 0o600 : 0o666)
    _ = try file.replace(with: bytes) { () throws(FileError) in }
    TemporaryFile.removeAbandoned(beside: location)
  }

  /// Locks a file, which need not exist, for as long as the object lives.
  /// - Returns: nil if another process uses it.
  package func lock(_ name: String) -> NamedFileLock? {
    try? makeFolder()
    return NamedFileLock(at: "\(folder)/.\(name)\(suffix).lock")
  }

  /// Deletes a file. It is no error if the file doesn't exist.
  /// - Throws: `FileError` if it can't be deleted.
  public func remove(_ name: String) throws(FileError) {
    let path = path(of: name)
    do throws(SystemError) { try FileSystem.remove(path) } catch {
      if error.code != ENOENT { throw FileError(.save, path, code: error.code) }
    }
  }

  private func makeFolder() throws(FileError) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      do throws(SystemError) { try FileSystem.makeFolder(path, mode: 0o755) } catch {
        if !FileSystem.exists(path) { throw FileError(.save, path, code: error.code) }
      }
    }
  }
}
