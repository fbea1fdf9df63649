import Files
import Glibc
import Synchronization
import Workbench

/// A journal that this process holds: `.NAME.mortise-journal` beside the program's file, for its owner only. Where that
/// name is taken, `.NAME.2.mortise-journal` and so on. A lock, which ends with the process, says that its editor lives.
public nonisolated final class JournalFile: Sendable {
  public let path: String
  private let file: FileDescriptor
  private let device: dev_t
  private let inode: ino_t
  private let disk: JournalDisk
  private let end: Mutex<End>

  /// Where lines may be appended.
  private struct End {
    var length: Int
    /// Whether something stands behind that.
    var isTorn: Bool
  }

  /// As many editors of one program, and journals that were kept, as anybody could want.
  static let slotCount = 99
  private static let suffix = ".mortise-journal"
  private static let damagedSuffix = ".damaged"
  private static let openFlags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY

  /// Where the journals of a program are: beside the file itself, whichever links lead there.
  static func path(beside location: FileLocation, slot: Int) -> String {
    location.hiddenSibling(
      slot == 1 ? suffix : ".\(slot)\(suffix)", room: ".\(slotCount)\(suffix).\(slotCount)\(damagedSuffix)".utf8.count)
  }

  static func location(of programPath: String?) throws(FileError) -> FileLocation {
    let path = programPath ?? JournalHeader.unnamedPath
    do throws(SystemError) { return try FileLocation(following: path) } catch {
      throw FileError(.save, path, code: error.code)
    }
  }

  /// - Parameters:
  ///   - length: where the next line comes.
  ///   - isTorn: whether something else stands there.
  init(
    path: String, file: consuming FileDescriptor, length: Int, isTorn: Bool, disk: JournalDisk = JournalDisk()
  ) throws(SystemError) {
    let status = try file.status()
    (device, inode) = (status.st_dev, status.st_ino)
    self.path = path
    self.file = file
    self.disk = disk
    end = Mutex(End(length: length, isTorn: isTorn))
  }

  /// A process that was forked just now may have the file open, too, and with it the lock.
  deinit { release() }

  // MARK: - Making one

  /// Makes a journal in the first slot that is free.
  /// - Parameter content: what stands behind the header.
  /// - Throws: `FileError` when none can be made.
  static func claim(
    _ header: JournalHeader, content: [[UInt8]] = [], disk: JournalDisk = JournalDisk()
  ) throws(FileError) -> JournalFile {
    let location = try location(of: header.programPath)
    let first = path(beside: location, slot: 1)
    do throws(SystemError) {
      // It gets its name when it is locked and its header is there, so nobody sees it unfinished.
      let temporary = location.sibling(".mortise-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp")
      let file = try FileDescriptor(open: temporary, openFlags | O_CREAT | O_EXCL, mode: 0o600)
      var isNamed = false
      defer { if !isNamed { unlink(temporary) } }
      _ = FileLock.take(file.number)
      let lines = [header.line(fileName: location.name)] + content
      for segment in lines { try file.writeAll(segment) }
      if !content.isEmpty { _ = try SystemError.check { disk.synchronise(file.number) } }
      let path = try name(temporary, beside: location, disk)
      isNamed = true
      return try JournalFile(
        path: path, file: file, length: lines.reduce(0) { $0 + $1.count }, isTorn: false, disk: disk)
    } catch {
      switch error.code {
      case EACCES, EPERM: throw FileError(.save, first, .folderNotAllowed(location.folder))
      case ENOENT, ENOTDIR: throw FileError(.save, first, .missingFolder)
      case EEXIST: throw FileError(.save, first, .tooManyJournals)
      default: throw FileError(.save, first, code: error.code)
      }
    }
  }

  /// Gives a file the first name that is free.
  private static func name(
    _ temporary: String, beside location: FileLocation, _ disk: JournalDisk
  ) throws(SystemError) -> String {
    for slot in 1...slotCount {
      let path = path(beside: location, slot: slot)
      do throws(SystemError) {
        _ = try SystemError.check { disk.link(temporary, path) }
        unlink(temporary)
        return path
      } catch {
        if error.code == EEXIST { continue }
        guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.code) else { throw error }
      }
      // A file system without hard links.
      if access(path, F_OK) == 0 || errno != ENOENT { continue }
      _ = try SystemError.check { rename(temporary, path) }
      return path
    }
    throw SystemError(code: EEXIST)
  }

  // MARK: - Finding one

  /// What is where a journal could be.
  enum Found {
    case nothing
    /// No file of this user's, or none that can be read, and why.
    case foreign(String)
    /// Its editor lives, or may live.
    case inUse(JournalContent)
    /// Its editor is gone; the journal is locked now, and goes on behind the last line that could be read.
    case left(JournalFile, JournalContent)
  }

  /// Looks at a journal and takes it over when nobody else has it.
  static func look(_ path: String, lock: (Int32) -> FileLock.Outcome = FileLock.take) -> Found {
    do throws(SystemError) {
      var status = stat()
      _ = try SystemError.check { lstat(path, &status) }
      // Opening a device could do something.
      guard status.isRegular, status.st_uid == geteuid() else { return .foreign("it is not a file of yours") }
      let file = try FileDescriptor(open: path, openFlags)
      status = try file.status()
      guard status.isRegular, status.st_uid == geteuid() else { return .foreign("it is not a file of yours") }
      // Before it is read, so that nobody writes meanwhile.
      let outcome = lock(file.number)
      guard let bytes = try file.readAll(expected: Int(status.st_size), limit: FileReader.sizeLimit) else {
        return .foreign("it is too large")
      }
      guard let content = JournalContent(bytes) else { return .foreign("it is no journal that this version knows") }
      if outcome == .taken || outcome == .unsupported && content.editor.seemsAlive { return .inUse(content) }
      let journal = try JournalFile(
        path: path, file: file, length: content.length, isTorn: content.ignored > 0)
      // Another editor may have taken it and removed it just before it was locked.
      return journal.isInPlace ? .left(journal, content) : .nothing
    } catch {
      return error.code == ENOENT || error.code == ENOTDIR ? .nothing : .foreign(String(cString: strerror(error.code)))
    }
  }

  // MARK: - Using it

  /// Whether the path still leads to this file.
  var isInPlace: Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_dev == device && status.st_ino == inode
  }

  /// Whether it is where another editor of the program looks for it. The program's file may have become a link since it was
  /// made.
  func isBeside(_ programPath: String?) -> Bool {
    guard let location = try? Self.location(of: programPath) else { return true }
    return (1...Self.slotCount).contains { Self.path(beside: location, slot: $0) == path }
  }

  /// When it was written last, in seconds since 1970.
  var lastWritten: Int { (try? file.status()).map { Int($0.st_mtim.tv_sec) } ?? 0 }

  /// Appends lines, whole or not at all, and has them written to the disk.
  /// - Throws: `FileError`; what could be written of them is cut off, at the latest before the next lines, which have to
  ///   bring them again.
  func append(_ segments: [[UInt8]]) throws(FileError) {
    let size = end.withLock { $0.length } + segments.reduce(0) { $0 + $1.count }
    if size > FileReader.sizeLimit {
      throw FileError(.save, path, .tooLarge(size: size, limit: FileReader.sizeLimit))
    }
    do throws(SystemError) {
      try end.withLock { (end) throws(SystemError) in
        if end.isTorn { try file.truncate(to: end.length) }
        end.isTorn = true
        do throws(SystemError) {
          for segment in segments { try file.writeAll(segment) }
        } catch {
          if (try? file.truncate(to: end.length)) != nil { end.isTorn = false }
          throw error
        }
        // They can be read by now, but are written again if this fails.
        _ = try SystemError.check { disk.synchronise(file.number) }
        end.length += segments.reduce(0) { $0 + $1.count }
        end.isTorn = false
      }
    } catch {
      throw FileError(.save, path, code: error.code)
    }
  }

  /// Makes the journal of a program elsewhere, or under this one's name when somebody took this one away, with all that
  /// this one says, and further lines.
  /// - Throws: `FileError` when it can't be made; this one stays.
  func moved(to header: JournalHeader, adding segments: [[UInt8]]) throws(FileError) -> JournalFile {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try end.withLock { (end) throws(SystemError) in try file.readAll(from: 0, count: end.length) }
    } catch {
      throw FileError(.read, path, code: error.code)
    }
    guard let bytes, let headerEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      throw FileError(.read, path, code: EIO)
    }
    let copy = try JournalFile.claim(header, content: [Array(bytes[(headerEnd + 1)...])] + segments, disk: disk)
    remove()
    return copy
  }

  /// Copies all that is in the file, damaged or not, to one beside it.
  /// - Returns: the path of the copy.
  /// - Throws: `FileError` when it can't be made.
  func copyAside() throws(FileError) -> String {
    do throws(SystemError) {
      let bytes = try file.readAll(from: 0, count: Int(try file.status().st_size)) ?? []
      for number in 1...Self.slotCount {
        let copyPath = path + (number == 1 ? "" : ".\(number)") + Self.damagedSuffix
        do throws(SystemError) {
          let copy = try FileDescriptor(open: copyPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
          try copy.writeAll(bytes)
          try copy.synchronise()
          return copyPath
        } catch {
          if error.code != EEXIST { throw error }
        }
      }
      throw SystemError(code: EEXIST)
    } catch {
      throw FileError(.save, path + Self.damagedSuffix, code: error.code)
    }
  }

  /// Lets go of the journal for others to find; nothing may be appended any more.
  func release() { FileLock.release(file.number) }

  /// Removes the journal, unless something else has its name by now.
  func remove() {
    if isInPlace { unlink(path) }
  }
}

extension FileDescriptor {
  fileprivate nonisolated func truncate(to length: Int) throws(SystemError) {
    _ = try SystemError.check { ftruncate(number, off_t(length)) }
  }

  /// So many bytes from a place on.
  /// - Returns: nil when there are fewer.
  fileprivate nonisolated func readAll(from start: Int, count: Int) throws(SystemError) -> [UInt8]? {
    _ = try SystemError.check { lseek(number, off_t(start), SEEK_SET) }
    return try readAll(expected: count, limit: max(count, FileReader.sizeLimit)).map { Array($0.prefix(count)) }
      .flatMap { $0.count == count ? $0 : nil }
  }
}
