import FileTesting
import Glibc
import Testing

@testable import MortiseFiles

/// Files for the running programs of one user.
@Suite final class PrivateFileTests {
  private let folder: TemporaryFolder
  private var own: String { folder.file("own") }

  init() throws { folder = try TemporaryFolder() }

  deinit {
    for place in [folder.path, folder.file("cache")] {
      unlink(place + "/own/f")
      rmdir(place + "/own")
    }
    rmdir(folder.file("cache"))
  }

  private func privateFile(runtime: String? = nil, cache: String? = nil) -> PrivateFile? {
    PrivateFile("f", inFolder: "own", runtimeFolder: runtime, cacheFolder: cache)
  }

  private func make(in place: String) throws -> PrivateFile { try #require(privateFile(runtime: place)) }

  @Test func contentComesBack() throws {
    let file = try make(in: folder.path)
    #expect(try file.read() == nil)
    for content in ["first", "", "the second"] {
      try file.write(Array(content.utf8))
      #expect(try file.read() == Array(content.utf8))
    }
    #expect(TemporaryFolder.mode(own) == 0o700 && TemporaryFolder.mode(own + "/f") == 0o600)
    #expect(folder.names == ["own"])
  }

  @Test func withoutAPlaceThereIsNone() {
    #expect(privateFile() == nil && privateFile(runtime: "relative", cache: "") == nil)
  }

  /// Where the first place can't be used, the second is; it is created.
  @Test func theCacheIsUsedWithoutARuntimeFolder() throws {
    let cache = folder.file("cache")
    for runtime in [nil, folder.file("missing")] {
      let file = try #require(privateFile(runtime: runtime, cache: cache))
      try file.write([1])
      #expect(try file.read() == [1])
    }
    #expect(TemporaryFolder.mode(cache) == 0o700 && TemporaryFolder.mode(cache + "/own") == 0o700)
  }

  @Test func anOpenFolderIsClosedToOthers() throws {
    mkdir(own, 0o700)
    chmod(own, 0o777)
    try make(in: folder.path).write([1])
    #expect(TemporaryFolder.mode(own) == 0o700)
  }

  private func expectRefusal(_ file: PrivateFile, writing: Bool = true) {
    let read = #expect(throws: FileError.self) { try file.read() }
    #expect(read?.cause == .notPrivate)
    if writing { #expect(throws: FileError.self) { try file.write([1]) } }
  }

  @Test func aFolderThatIsALinkIsRefused() throws {
    symlink(folder.path, own)
    expectRefusal(try make(in: folder.path))
    unlink(own)
  }

  @Test func aPlaceThatOthersMayWriteIsRefused() throws {
    chmod(folder.path, 0o777)
    expectRefusal(try make(in: folder.path))
    chmod(folder.path, 0o700)
  }

  @Test func aFileThatIsALinkIsNotFollowed() throws {
    let (file, target) = (try make(in: folder.path), folder.file("target"))
    try file.write([1])
    unlink(own + "/f")
    close(open(target, O_CREAT | O_WRONLY, 0o600))
    symlink(target, own + "/f")
    expectRefusal(file, writing: false)
    // A write replaces the link, not its target.
    try file.write([2])
    #expect(try file.read() == [2])
    #expect(TemporaryFolder.status(target).st_size == 0)
  }

  @Test func aPipeIsRefusedWithoutWaiting() throws {
    let file = try make(in: folder.path)
    try file.write([1])
    unlink(own + "/f")
    mkfifo(own + "/f", 0o600)
    expectRefusal(file, writing: false)
  }

  @Test func aFileThatOthersMayWriteIsRefused() throws {
    let file = try make(in: folder.path)
    try file.write([1])
    chmod(own + "/f", 0o666)
    expectRefusal(file, writing: false)
  }

  /// Another user's folder, if the tests may make one.
  @Test(.enabled(if: geteuid() == 0)) func anotherUsersFolderIsRefused() throws {
    mkdir(own, 0o700)
    chown(own, 12345, 12345)
    expectRefusal(try make(in: folder.path))
  }
}
