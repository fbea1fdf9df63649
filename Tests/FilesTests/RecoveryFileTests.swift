import FileTesting
import Glibc
import Testing
import Workbench

@Suite struct RecoveryFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("my\nprogram 100%.xml")
  }

  @Test func workComesBack() throws {
    #expect(try RecoveryFile.find(for: path) == nil)
    let stamp = try FileSaver.save([1], to: path)
    let bytes = Array("<xml>\n</xml>\n".utf8)
    let place = try RecoveryFile.write(bytes, for: path, stamp: stamp)
    #expect(place == folder.file(".my\nprogram 100%.xml.mortise-recovery"))
    #expect(TemporaryFolder.mode(place) == 0o600)

    let found = try #require(try RecoveryFile.find(for: path))
    #expect(found.path == place)
    #expect(found.programPath == path)
    #expect(found.stamp == stamp)
    #expect(found.bytes == bytes)

    try RecoveryFile.write([2], for: path, stamp: nil)
    let second = try #require(try RecoveryFile.find(for: path))
    #expect(second.stamp == nil)
    #expect(second.bytes == [2])

    try RecoveryFile.remove(for: path)
    try RecoveryFile.remove(for: path)
    #expect(try RecoveryFile.find(for: path) == nil)
    #expect(try FileReader.read(path).bytes == [1])
  }

  @Test func aLinkLeadsToTheSameFile() throws {
    try FileSaver.save([1], to: path)
    let link = folder.file("link.xml")
    symlink(path, link)
    try RecoveryFile.write([3], for: link, stamp: nil)
    #expect(try RecoveryFile.find(for: path)?.bytes == [3])
  }

  @Test func longNamesFit() throws {
    let long = folder.file(String(repeating: "ä", count: 120) + ".xml")
    let place = try RecoveryFile.write([3], for: long, stamp: nil)
    #expect((place.split(separator: "/").last?.utf8.count ?? 0) <= 255)
    #expect(try RecoveryFile.find(for: long)?.bytes == [3])
  }

  @Test func whatIsNotOursIsIgnored() throws {
    let place = folder.file(".program.xml.mortise-recovery")
    let program = folder.file("program.xml")
    try FileSaver.save(Array("something else".utf8), to: place)
    #expect(try RecoveryFile.find(for: program) == nil)
    unlink(place)
    symlink("/etc/passwd", place)
    #expect(try RecoveryFile.find(for: program) == nil)
    // The link is replaced, and what it leads to is not touched.
    try RecoveryFile.write([4], for: program, stamp: nil)
    #expect(TemporaryFolder.status(place).st_mode & S_IFMT == S_IFREG)
  }
}
