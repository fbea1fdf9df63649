import FileTesting
import Glibc
import Testing

@testable import MortiseFiles

/// Temporary files of killed processes.
@Suite struct TemporaryFileTests {
  private let folder: TemporaryFolder
  private let path: String
  private let location: FileLocation

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.xml")
    location = try FileLocation(following: path)
  }

  private func create(beside path: String) throws -> String {
    let file = try TemporaryFile.create(beside: try FileLocation(following: path), O_WRONLY, mode: 0o600)
    return file.path
  }

  @Test(arguments: ["a.xml", "a.xml.2", String(repeating: "é", count: 120)])
  func onlyThoseOfTheFileAreRemoved(name: String) throws {
    let others = try ["b.xml", "xa.xml", "a.xml.mortise-1", name + "x"].map { try create(beside: folder.file($0)) }
    let abandoned = try create(beside: folder.file(name))
    for name in [".a.xml.mortise-notes.tmp", ".a.xml.mortise-journal", ".a.xml.mortise-000000000000A.tmp"] {
      try FileSaver.save([1], to: folder.file(name))
    }
    let before = folder.names
    TemporaryFile.removeAbandoned(beside: try FileLocation(following: folder.file(name)))
    #expect(folder.names == before.filter { folder.file($0) != abandoned })
    #expect(others.allSatisfy { FileSystem.exists($0) })
  }

  @Test func thoseOfLivingProcessesStay() throws {
    let file = try TemporaryFile.create(beside: location, O_WRONLY, mode: 0o600)
    TemporaryFile.removeAbandoned(beside: location)
    #expect(FileSystem.exists(file.path))
    file.remove()
  }

  /// A kill between naming a file and removing its temporary name.
  @Test func aSecondNameIsRemovedAlthoughTheFileIsInUse() throws {
    let file = try TemporaryFile.create(beside: location, O_WRONLY, mode: 0o600)
    try FileSystem.link(file.path, to: path)
    TemporaryFile.removeAbandoned(beside: location)
    #expect(folder.names == ["a.xml"])
  }

  @Test func filesOfOtherKindsStay() throws {
    let model = try create(beside: path)
    unlink(model)
    symlink(path, model)
    TemporaryFile.removeAbandoned(beside: location)
    #expect(TemporaryFolder.status(model).st_mode & S_IFMT == S_IFLNK)
    unlink(model)
    mkfifo(model, 0o600)
    TemporaryFile.removeAbandoned(beside: location)
    #expect(TemporaryFolder.status(model).st_mode & S_IFMT == S_IFIFO)
  }
}
