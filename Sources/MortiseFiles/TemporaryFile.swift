import Glibc

/// A new file that gets its name once it is complete. It is locked until it is closed, which distinguishes it from
/// the files that killed processes left.
package nonisolated struct TemporaryFile: ~Copyable {
  package let path: String
  package let file: FileDescriptor

  private static let prefix = ".mortise-"
  private static let suffix = ".tmp"
  private static let digitCount = 13

  private init(path: String, file: consuming FileDescriptor) {
    self.path = path
    self.file = file
  }

  /// The number of attempts to create a file before its folder counts as one in which files can't be locked or found
  /// again.
  private static let mostAttempts = 16

  /// Creates a file beside another one: `.NAME.mortise-….tmp`.
  package static func create(
    beside location: FileLocation, _ flags: Int32, mode: mode_t
  ) throws(SystemError) -> TemporaryFile {
    for _ in 1...mostAttempts {
      let path = path(beside: location, digits: String(UInt64.random(in: .min ... .max), radix: 36))
      if let file = try create(path, flags, mode) { return TemporaryFile(path: path, file: file) }
    }
    throw SystemError(code: EAGAIN)
  }

  /// - Returns: nil if the name is taken, or the file is lost.
  private static func create(_ path: String, _ flags: Int32, _ mode: mode_t) throws(SystemError) -> FileDescriptor? {
    do throws(SystemError) {
      let file = try FileSystem.open(path, flags | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
      // Another process may have removed the file as abandoned before it was locked.
      let isLost = FileLock.acquire(file.number) == .lockedByOther || !file.isAt(path)
      guard isLost else { return file }
      // No other process would give a file of its own this name.
      try? FileSystem.remove(path)
      return nil
    } catch {
      if error.code == EEXIST { return nil }
      throw error
    }
  }

  private static func path(beside location: FileLocation, digits: String) -> String {
    location.hiddenSibling(prefix + String(repeating: "0", count: digitCount - digits.count) + digits + suffix)
  }

  /// The open file, which stays locked.
  package consuming func take() -> FileDescriptor { file }

  package func remove() { try? FileSystem.remove(path) }

  /// Removes the temporary files of killed processes beside a file.
  package static func removeAbandoned(beside location: FileLocation) {
    let model = path(beside: location, digits: "").pathBytes
    let start = model.dropFirst(location.sibling("").pathBytes.count).dropLast(digitCount + suffix.utf8.count)
    for name in (try? FileSystem.names(in: location.folder, beginningWith: Array(start))) ?? [] {
      let rest = name.pathBytes.dropFirst(start.count)
      let isOurs =
        rest.count == digitCount + suffix.utf8.count && rest.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        && rest.prefix(digitCount).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
      if isOurs { removeIfAbandoned(location.sibling(name)) }
    }
  }

  private static func removeIfAbandoned(_ path: String) {
    // Opening a device could have side effects.
    guard let old = try? FileSystem.statusOfLink(path), old.isRegular, old.st_uid == geteuid(),
      let file = try? FileSystem.open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY),
      let status = try? file.status(), status.isRegular, status.st_uid == geteuid(), file.isAt(path)
    else { return }
    // A file with a second link already has its final name: its process was killed before it removed this link.
    guard FileLock.acquire(file.number) == .acquired || status.st_nlink > 1 else { return }
    try? FileSystem.remove(path)
  }
}

extension FileDescriptor {
  /// Whether a path leads directly to this file, not through a link.
  package nonisolated func isAt(_ path: String) -> Bool {
    guard let own = try? status(), let other = try? FileSystem.statusOfLink(path) else { return false }
    return own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }
}
