import BlockFormats
import Glibc
import MortiseFiles
import Synchronization
import Workbench

/// A journal held by this process: `.NAME.mortise-journal` beside the program's file, readable by its owner only. If
/// that name is taken, `.NAME.2.mortise-journal` and so on. A lock, which the system releases when the process ends,
/// shows that the editor is running.
public nonisolated final class JournalFile: Sendable {
  /// The path of this journal; a program that is saved elsewhere gets another one.
  public let path: String
  let file: FileDescriptor
  let disk: JournalDisk
  let end: Mutex<End>

  /// The end of the file, at which the next lines are written.
  struct End {
    var index: JournalIndex
    /// Whether the file has bytes after the indexed ones.
    var isTorn: Bool
    /// The index of the shorter journal that is being written to replace this one.
    var compacted: JournalIndex?
    /// The journal's length when it was last compacted.
    var compactedLength = 0
  }

  /// Limits the number of journals beside one program.
  static let slotCount = 99
  private static let suffix = ".mortise-journal"
  private static let damagedSuffix = ".damaged"
  static let openFlags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY

  /// The paths that a program's journals may have: beside the file itself, with links resolved.
  static func paths(beside location: FileLocation) -> some Collection<String> {
    let room = ".\(slotCount)\(suffix).\(slotCount)\(damagedSuffix)".utf8.count
    let beginning = location.hiddenSibling("", room: room)
    return (1...slotCount).lazy.map { slot in beginning + (slot == 1 ? suffix : ".\(slot)\(suffix)") }
  }

  static func location(of programPath: String?) throws(FileError) -> FileLocation {
    var path = ProgramPath(programPath ?? JournalHeader.unnamedPath)
    do throws(SystemError) {
      var location = try FileLocation(following: path.file)
      // Each program in the file has journals of its own.
      path.file = location.path
      location.path = path.text
      return location
    } catch {
      throw FileError(.save, path.text, code: error.code)
    }
  }

  /// - Parameters:
  ///   - index: the index of its lines.
  ///   - isTorn: whether the file has bytes after these lines.
  ///   - isCompact: whether compaction would not shorten it for now.
  init(
    path: String, file: consuming FileDescriptor, index: JournalIndex, isTorn: Bool, isCompact: Bool = false,
    disk: JournalDisk = JournalDisk()
  ) {
    self.path = path
    self.file = file
    self.disk = disk
    end = Mutex(End(index: index, isTorn: isTorn, compactedLength: isCompact ? index.length : 0))
  }

  /// Releases the lock explicitly: a child that was just forked may have inherited the file, and with it the lock.
  deinit { release() }

  // MARK: - Creating

  /// Creates a journal in the first free slot.
  /// - Parameters:
  ///   - old: a journal to copy lines from.
  ///   - records: lines to add.
  /// - Throws: `FileError` if it can't be created.
  static func claim(
    _ header: JournalHeader, copying old: JournalFile? = nil, adding records: [JournalRecord] = [],
    disk: JournalDisk = JournalDisk()
  ) throws(FileError) -> JournalFile {
    let location = try location(of: header.programPath)
    let first = paths(beside: location).first ?? location.path
    do throws(SystemError) {
      // The file gets its name only once it is locked and has its header, so other editors never see an incomplete
      // journal.
      let temporary = try TemporaryFile.create(beside: location, openFlags, mode: 0o600)
      let temporaryPath = temporary.path
      let file = temporary.take()
      var isNamed = false
      defer { if !isNamed { try? FileSystem.remove(temporaryPath) } }
      let line = header.line(fileName: location.name)
      try file.writeAll(line)
      var index = old?.end.withLock { $0.index } ?? JournalIndex(headerLength: line.count)
      try old?.file.copy(index.headerLength..<index.length, to: file)
      index.headerLength = line.count
      for record in records {
        try file.writeAll(record.text)
        _ = index.add(record.effect, size: record.text.count)
      }
      if index.length > line.count { _ = try SystemError.check { disk.synchronise(file.number) } }
      let path = try name(temporaryPath, beside: location, disk)
      isNamed = true
      return JournalFile(path: path, file: file, index: index, isTorn: false, disk: disk)
    } catch {
      switch error.code {
      case EACCES, EPERM: throw FileError(.save, first, .folderNotAllowed(location.folder))
      case ENOENT, ENOTDIR: throw FileError(.save, first, .missingFolder)
      case EEXIST: throw FileError(.save, first, .tooManyJournals)
      default: throw FileError(.save, first, code: error.code)
      }
    }
  }

  /// Gives a file the first free name.
  private static func name(
    _ temporary: String, beside location: FileLocation, _ disk: JournalDisk
  ) throws(SystemError) -> String {
    for path in paths(beside: location) {
      do throws(SystemError) {
        try disk.link(temporary, path)
        try? FileSystem.remove(temporary)
        return path
      } catch {
        if error.code == EEXIST { continue }
        guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.code) else { throw error }
      }
      // The file system has no hard links.
      if !FileSystem.isMissing(path) { continue }
      try FileSystem.rename(temporary, to: path)
      return path
    }
    throw SystemError(code: EEXIST)
  }

  // MARK: - Finding

  /// The result of looking at a journal's path.
  enum Found {
    case nothing
    /// Not a regular file of this user, or not readable, with the reason.
    case unreadable(String)
    /// Its editor runs, or may run.
    case inUse(JournalContent)
    /// Its editor is gone. The journal is now locked, and continues after the last valid line.
    case orphaned(JournalFile, JournalContent)
  }

  /// Reads a journal, and takes it over if no editor holds it.
  static func look(_ path: String, lock: (Int32) -> FileLock.Outcome = FileLock.acquire) -> Found {
    do throws(SystemError) {
      // Opening a device could have side effects.
      var status = try FileSystem.statusOfLink(path)
      guard status.isRegular, status.st_uid == geteuid() else { return .unreadable("it isn't a regular file of yours") }
      let file = try FileSystem.open(path, openFlags)
      status = try file.status()
      guard status.isRegular, status.st_uid == geteuid() else { return .unreadable("it isn't a regular file of yours") }
      // Lock before reading, so that no other process writes in between.
      let outcome = lock(file.number)
      if status.st_size > FileReader.sizeLimit { return .unreadable("it is too large") }
      guard let content = try JournalContent(reading: file) else {
        return .unreadable("it isn't a journal that this version can read")
      }
      if outcome == .lockedByOther || outcome == .unsupported && content.editor.seemsAlive { return .inUse(content) }
      let journal = JournalFile(
        path: path, file: file, index: content.index, isTorn: content.ignored > 0)
      // Another editor may have taken and removed it just before it was locked.
      return journal.isInPlace ? .orphaned(journal, content) : .nothing
    } catch {
      return error.code == ENOENT || error.code == ENOTDIR
        ? .nothing : .unreadable(String(cString: strerror(error.code)))
    }
  }

  // MARK: - Using

  /// Whether the path still leads to this file.
  var isInPlace: Bool { file.isAt(path) }

  /// Whether other editors of the program look for it here. They don't if the program's file has become a link since
  /// the journal was created.
  func isBeside(_ programPath: String?) -> Bool {
    guard let location = try? Self.location(of: programPath) else { return true }
    return Self.paths(beside: location).contains(path)
  }

  /// The time of the last write, in seconds since 1970.
  var lastWritten: Int { (try? file.status()).map { Int($0.st_mtim.tv_sec) } ?? 0 }

  /// Appends lines and syncs them to the disk.
  /// - Throws: `FileError`. Partly written lines are cut off, at the latest by the next call, which must include them
  ///   again.
  func append(_ records: [JournalRecord]) throws(FileError) {
    let size = end.withLock { $0.index.length } + records.reduce(0) { $0 + $1.text.count }
    if size > FileReader.sizeLimit {
      throw FileError(.save, path, .tooLarge(size: size, limit: FileReader.sizeLimit))
    }
    do throws(SystemError) {
      try end.withLock { (end) throws(SystemError) in
        if end.isTorn { try file.truncate(to: end.index.length) }
        end.isTorn = true
        do throws(SystemError) {
          for record in records { try file.writeAll(record.text) }
        } catch {
          if (try? file.truncate(to: end.index.length)) != nil { end.isTorn = false }
          throw error
        }
        // The lines are complete in the file. If syncing fails, they are cut off and written again.
        _ = try SystemError.check { disk.synchronise(file.number) }
        for record in records {
          _ = end.index.add(record.effect, size: record.text.count)
          _ = end.compacted?.add(record.effect, size: record.text.count)
        }
        end.isTorn = false
      }
    } catch {
      throw FileError(.save, path, code: error.code)
    }
  }

  /// The program as it was opened.
  /// - Throws: `FileError` if it can't be read.
  func program(_ content: JournalContent) throws(FileError) -> [UInt8] {
    guard let size = content.base?.size else { return [] }
    do throws(SystemError) {
      let bytes = try file.readBytes(at: content.programStart, count: size)
      if bytes.count < size { throw SystemError(code: EIO) }
      return bytes
    } catch {
      throw FileError(.read, path, code: error.code)
    }
  }

  /// Reads the journal line by line.
  /// - Parameter content: the journal's content, which determines where the last valid line ends.
  /// - Throws: `FileError` if it can't be read, or the error of `body`.
  func forEachLine(of content: JournalContent, _ body: (JournalLine) throws -> Void) throws {
    var reader = JournalReader(from: content.index.headerLength)
    while reader.offset < content.length {
      let bytes: [UInt8]?
      do throws(SystemError) { bytes = try reader.nextLine(of: file) } catch {
        throw FileError(.read, path, code: error.code)
      }
      guard let bytes, let line = JournalLine(bytes) else { throw FileError(.read, path, code: EIO) }
      if case .base(let base) = line { reader.advance(by: base.size + 1) }
      try body(line)
    }
  }

  /// Copies the journal, with more lines, beside another program, or under a free name if its own file was removed or
  /// replaced. Then removes this one.
  /// - Throws: `FileError` if it can't be created; this one stays.
  func moved(to header: JournalHeader, adding records: [JournalRecord]) throws(FileError) -> JournalFile {
    let copy = try JournalFile.claim(header, copying: self, adding: records, disk: disk)
    remove()
    return copy
  }

  /// Copies the whole file, damaged or not, to a new file beside it.
  /// - Returns: the path of the copy.
  /// - Throws: `FileError` if it can't be created.
  func copyAside() throws(FileError) -> String {
    do throws(SystemError) {
      let size = Int(try file.status().st_size)
      for number in 1...Self.slotCount {
        let copyPath = path + (number == 1 ? "" : ".\(number)") + Self.damagedSuffix
        do throws(SystemError) {
          let copy = try FileSystem.open(copyPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
          try file.copy(0..<size, to: copy)
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

  /// Releases the journal for other editors. Nothing may be appended afterwards.
  func release() { FileLock.release(file.number) }

  /// Removes the journal, unless its path now leads to another file.
  func remove() {
    if isInPlace { try? FileSystem.remove(path) }
  }
}

extension FileDescriptor {
  fileprivate nonisolated func truncate(to length: Int) throws(SystemError) {
    _ = try SystemError.check { ftruncate(number, off_t(length)) }
  }
}
