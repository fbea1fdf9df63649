import CFiles
import Glibc

/// The system calls that take paths. Links in an `OpenFolder` are not followed.
package nonisolated enum FileSystem {
  /// - Throws: the system's error number, as do all functions here.
  package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> FileDescriptor {
    let flags = OpenFolder.contains(path) ? flags | O_NOFOLLOW : flags
    return FileDescriptor(number: try call(path) { Glibc.open($0, flags | O_CLOEXEC, mode) })
  }

  package static func status(of path: String) throws(SystemError) -> stat {
    if OpenFolder.contains(path) { return try statusOfLink(path) }
    var status = stat()
    _ = try call(path) { stat($0, &status) }
    return status
  }

  /// The status of a symbolic link itself, or of another file.
  package static func statusOfLink(_ path: String) throws(SystemError) -> stat {
    var status = stat()
    _ = try call(path) { lstat($0, &status) }
    return status
  }

  package static func exists(_ path: String) -> Bool { (try? access(path, F_OK)) != nil }

  /// Whether two paths lead to one file. Files that can't be examined are compared by their paths.
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    guard let status = try? status(of: path), let otherStatus = try? Self.status(of: other) else {
      return absolute(path) == absolute(other)
    }
    return status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
  }

  /// The path from the root; the path itself if the current folder is unknown.
  package static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    let folder = currentFolder
    return folder == "." ? path : folder == "/" ? "/" + path : folder + "/" + path
  }

  /// The path from the root without `.` and `..`. Links are not followed.
  package static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in absolute(path).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The path of the current folder from the root; a dot if it is unknown.
  package static var currentFolder: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&buffer, buffer.count) != nil else { return "." }
    return String(pathBytes: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
  }

  /// Whether the file certainly doesn't exist. A file in a folder that may not be searched does not count as missing.
  package static func isMissing(_ path: String) -> Bool {
    do throws(SystemError) {
      try access(path, F_OK)
      return false
    } catch {
      return error.code == ENOENT
    }
  }

  package static func access(_ path: String, _ mode: Int32) throws(SystemError) {
    _ = try call(path) { Glibc.access($0, mode) }
  }

  /// Like `access`, with the rights of the effective user.
  package static func effectiveAccess(_ path: String, _ mode: Int32) throws(SystemError) {
    _ = try call(path) { faccessat(AT_FDCWD, $0, mode, AT_EACCESS) }
  }

  package static func makeFolder(_ path: String, mode: mode_t) throws(SystemError) {
    _ = try call(path) { mkdir($0, mode) }
  }

  package static func remove(_ path: String) throws(SystemError) { _ = try call(path) { unlink($0) } }

  /// Removes a folder that is empty.
  package static func removeFolder(_ path: String) throws(SystemError) { _ = try call(path) { rmdir($0) } }

  package static func link(_ path: String, to name: String) throws(SystemError) {
    _ = try call(path, name) { Glibc.link($0, $1) }
  }

  /// Renames a file, replacing one that has the new name.
  package static func rename(_ path: String, to name: String) throws(SystemError) {
    _ = try call(path, name) { Glibc.rename($0, $1) }
  }

  /// Renames a file unless the new name is taken.
  /// - Throws: `EEXIST` if it is.
  package static func renameToFreeName(_ path: String, _ name: String) throws(SystemError) {
    let unsupported = [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM]
    do throws(SystemError) {
      _ = try call(path, name) { renameat2(AT_FDCWD, $0, AT_FDCWD, $1, UInt32(RENAME_NOREPLACE)) }
      return
    } catch {
      if !unsupported.contains(error.code) { throw error }
    }
    do throws(SystemError) {
      try link(path, to: name)
      try? remove(path)
    } catch {
      if !unsupported.contains(error.code) { throw error }
      // The file system supports neither: check whether the name is free before renaming.
      do throws(SystemError) { _ = try statusOfLink(name) } catch {
        if error.code == ENOENT { return try rename(path, to: name) }
        throw error
      }
      throw SystemError(code: EEXIST)
    }
  }

  /// Connects to the UNIX stream socket at a path.
  /// - Parameter waits: whether to wait while the listener's queue is full; otherwise the error is `EAGAIN`.
  package static func connect(toSocket path: String, waits: Bool) throws(SystemError) -> FileDescriptor {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (waits ? 0 : SOCK_NONBLOCK.rawValue))
    let socket = FileDescriptor(number: try SystemError.check { Glibc.socket(AF_UNIX, type, 0) })
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = path.pathBytes
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
      guard bytes.count < room.count else { return false }
      room.copyBytes(from: bytes)
      return true
    }
    if !fits { throw SystemError(code: ENAMETOOLONG) }
    _ = try SystemError.check {
      withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(socket.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
    if !waits { _ = try SystemError.check { fcntl(socket.number, F_SETFL, 0) } }
    return socket
  }

  package static func target(ofLink path: String) throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try call(path) { readlink($0, &buffer, buffer.count) }
    return String(pathBytes: buffer[..<count].map { UInt8(bitPattern: $0) })
  }

  /// The names in a folder that begin with some bytes.
  package static func names(in folder: String, beginningWith prefix: [UInt8]) throws(SystemError) -> [String] {
    let stream = withPath(folder) { opendir($0) }
    guard let stream else { throw SystemError(code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.starts(with: prefix) { names.append(String(pathBytes: name)) }
    }
    return names
  }

  // MARK: - Extended attributes

  /// The names of a file's extended attributes.
  package static func attributeNames(of path: String) throws(SystemError) -> [[UInt8]] {
    var buffer = [CChar](repeating: 0, count: maxAttributeSize)
    let list = OpenFolder.contains(path) ? llistxattr : listxattr
    let count = try call(path) { list($0, &buffer, buffer.count) }
    return buffer[..<count].map { UInt8(bitPattern: $0) }.split(separator: 0).map { Array($0) }
  }

  package static func attribute(_ name: [UInt8], of path: String) throws(SystemError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: maxAttributeSize)
    let name = name.map { CChar(bitPattern: $0) } + [0]
    let get = OpenFolder.contains(path) ? lgetxattr : getxattr
    let count = try call(path) { get($0, name, &buffer, buffer.count) }
    return Array(buffer[..<count])
  }

  /// Linux limits both a value and the list of names to this size, in bytes.
  private static let maxAttributeSize = 1 << 16

  // MARK: - Paths

  private static func call<Result: SignedInteger>(
    _ path: String, _ body: (UnsafePointer<CChar>) -> Result
  ) throws(SystemError) -> Result {
    try SystemError.check { withPath(path, body) }
  }

  private static func call<Result: SignedInteger>(
    _ path: String, _ other: String, _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Result
  ) throws(SystemError) -> Result {
    try SystemError.check { withPath(path) { path in withPath(other) { body(path, $0) } } }
  }

  private static func withPath<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    body(path.pathBytes.map { CChar(bitPattern: $0) } + [0])
  }
}
