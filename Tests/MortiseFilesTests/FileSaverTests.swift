import FileTesting
import Glibc
import Testing

@testable import MortiseFiles

@Suite struct FileSaverTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("program.xml")
  }

  private func cause(_ path: String, expecting: FileSaver.Expectation = .anything) -> FileError.Cause? {
    do throws(FileError) {
      try FileSaver.save([1, 2, 3], to: path, expecting: expecting)
      return nil
    } catch {
      return error.cause
    }
  }

  @Test func newFilesFollowTheUmask() throws {
    try FileSaver.save([1], to: path)
    let mask = umask(0)
    umask(mask)
    #expect(TemporaryFolder.mode(path) == 0o666 & ~mask)
    #expect(folder.names == ["program.xml"])
  }

  @Test(arguments: [0o600, 0o640, 0o755, 0o444 | 0o200] as [mode_t]) func modesAreKept(mode: mode_t) throws {
    try FileSaver.save([1], to: path)
    chmod(path, mode)
    let inode = TemporaryFolder.status(path).st_ino
    try FileSaver.save([2], to: path)
    #expect(TemporaryFolder.mode(path) == mode)
    #expect(TemporaryFolder.status(path).st_ino != inode)
    #expect(try FileReader.read(path).bytes == [2])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away")) func ownersAreKept() throws {
    try FileSaver.save([1], to: path)
    #expect(chown(path, 12_345, 54_321) == 0)
    try FileSaver.save([2], to: path)
    #expect(TemporaryFolder.status(path).st_uid == 12_345)
    #expect(TemporaryFolder.status(path).st_gid == 54_321)
  }

  @Test func symbolicLinksAreKept() throws {
    try FileSaver.save([1], to: path)
    let first = folder.file("first")
    let second = folder.file("second")
    symlink("program.xml", second)
    symlink(second, first)
    try FileSaver.save([2], to: first)
    #expect(TemporaryFolder.status(first).st_mode & S_IFMT == S_IFLNK)
    #expect(TemporaryFolder.status(second).st_mode & S_IFMT == S_IFLNK)
    #expect(try FileReader.read(path).bytes == [2])
    #expect(folder.names == ["first", "program.xml", "second"])
  }

  @Test func aDanglingLinkCreatesItsTarget() throws {
    let link = folder.file("link")
    symlink("program.xml", link)
    try FileSaver.save([7], to: link)
    #expect(try FileReader.read(path).bytes == [7])
  }

  @Test func failuresAreReportedAndLeaveNothingBehind() throws {
    #expect(cause(folder.path) == .isFolder)
    #expect(cause(folder.path + "/") == .isFolder)
    #expect(cause(folder.file("none/program.xml")) == .missingFolder)
    #expect(cause("/dev/null") == .notRegular)
    let pipe = folder.file("pipe")
    mkfifo(pipe, 0o600)
    #expect(cause(pipe) == .notRegular)
    #expect(cause(folder.file(String(repeating: "x", count: 300))) == .nameTooLong)
    try FileSaver.save([1], to: path)
    #expect(cause(path + "/x") == .missingFolder)
    #expect(folder.names == ["pipe", "program.xml"])
  }

  /// What a command writes may have a name that nobody chose, such as `.git/config`.
  @Test(arguments: [
    (FileError.Cause.folderNotAllowed("/f"), "no file can be created in the folder /f", "; save under another name"),
    (.readOnlyFile, "the file is read-only; make it writable", " or save under another name"),
    (.readOnlyFileSystem, "the file system is read-only", "; save somewhere else"),
    (.noSpace, "no space is left, or a size limit is reached; make room and try again", ""),
  ]) func onlyTheEditorAdvisesAnotherName(_ cause: FileError.Cause, _ words: String, _ advice: String) {
    let error = FileError(.save, "a", cause)
    #expect(error.description == "can't save a: " + words)
    #expect(error.savingDescription == error.description + advice)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere")) func readOnlyFilesAreKept() throws {
    try FileSaver.save([1], to: path)
    chmod(path, 0o444)
    #expect(cause(path) == .readOnlyFile)
    chmod(path, 0o644)
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    #expect(cause(path) == .folderNotAllowed(folder.path))
    #expect(try FileReader.read(path).bytes == [1])
  }

  @Test func changesByOtherProgramsAreNotOverwritten() throws {
    let stamp = try FileSaver.save([1, 1], to: path)
    #expect(cause(path, expecting: .nothing) == .alreadyExists)
    // Touched, or replaced by an equal file: nothing would be lost.
    utimes(path, nil)
    #expect(try stamp.isCurrent(at: path))
    try FileSaver.save([1, 1], to: path)
    #expect(try stamp.isCurrent(at: path))

    try FileSaver.save([2, 2], to: path)
    #expect(try !stamp.isCurrent(at: path))
    #expect(cause(path, expecting: .unchanged(since: stamp)) == .changedOnDisk)
    #expect(try FileReader.read(path).bytes == [2, 2])
    unlink(path)
    #expect(cause(path, expecting: .unchanged(since: stamp)) == .gone)
    #expect(cause(path, expecting: .nothing) == nil)
    #expect(folder.names == ["program.xml"])
  }

  @Test func aChangeWithAResetModificationTimeIsNoticed() throws {
    let stamp = try FileSaver.save([1, 1], to: path)
    let old = TemporaryFolder.status(path)
    let file = open(path, O_WRONLY)
    write(file, [2, 2], 2)
    close(file)
    utimensat(AT_FDCWD, path, [old.st_atim, old.st_mtim], 0)
    #expect(TemporaryFolder.status(path).st_mtim.tv_nsec == old.st_mtim.tv_nsec)
    #expect(try !stamp.isCurrent(at: path))
    #expect(cause(path, expecting: .unchanged(since: stamp)) == .changedOnDisk)
    let new = try FileReader.read(path).stamp
    #expect(FileStamp(text: new.text) == new)
    // Nothing is lost by a change of the mode, nor by a save with the stamp of the last one.
    chmod(path, 0o600)
    #expect(try new.isCurrent(at: path))
    let saved = try FileSaver.save([3, 3], to: path, expecting: .unchanged(since: new))
    #expect(saved == (try FileReader.read(path).stamp))
  }

  @Test func aFileCreatedMeanwhileIsNotReplaced() throws {
    let file = AtomicFile(location: try FileLocation(following: path), path: path)
    let error = #expect(throws: FileError.self) {
      try file.replace(with: [1]) { () throws(FileError) in try FileSaver.save([2], to: path) }
    }
    #expect(error?.cause == .alreadyExists)
    #expect(try FileReader.read(path).bytes == [2])
    #expect(folder.names == ["program.xml"])
  }

  @Test func anUnwritableFolderIsKnownBeforehand() throws {
    #expect(FileSaver.obstacle(to: path) == nil)
    #expect(FileSaver.obstacle(to: folder.file("none/program.xml"))?.cause == .missingFolder)
    let locked = folder.file("locked")
    chmod(folder.file("."), 0o755)
    mkdir(locked, 0o555)
    defer { rmdir(locked) }
    // The super-user may write everywhere: have this thread's file access be that of another user.
    if geteuid() == 0 { try setFileAccessUser(65534) }
    defer { if geteuid() == 0 { try? setFileAccessUser(0) } }
    #expect(FileSaver.obstacle(to: locked + "/program.xml")?.cause == .folderNotAllowed(locked))
  }

  /// Calls setfsuid, which the Glibc module lacks.
  private func setFileAccessUser(_ id: uid_t) throws {
    typealias SetUser = @convention(c) (uid_t) -> Int32
    let function = try #require(dlsym(nil, "setfsuid"))
    _ = unsafeBitCast(function, to: SetUser.self)(id)
  }
}
