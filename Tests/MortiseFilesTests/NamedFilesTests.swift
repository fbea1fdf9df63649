import FileTesting
import Glibc
import Testing

@testable import MortiseFiles

/// Small files of the user's, found by their names.
@Suite final class NamedFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  deinit {
    for name in ["a", "b c", "é"] { unlink(folder.file("new/deep/\(name).txt")) }
    rmdir(folder.file("new/deep"))
    rmdir(folder.file("new"))
  }

  private func files(_ place: String = "new/deep") throws -> NamedFiles {
    try #require(NamedFiles(in: folder.file(place), suffix: ".txt"))
  }

  @Test func filesComeBackSortedByName() throws {
    let files = try files()
    #expect(try files.read().isEmpty, "a folder that doesn't exist is empty")
    for name in ["b c", "é", "a"] { try files.write(Array("\(name)!".utf8), named: name) }
    try files.write(Array("again".utf8), named: "a")
    let read = try files.read()
    #expect(read.map(\.name) == ["a", "b c", "é"])
    #expect(read.map { String(decoding: $0.bytes, as: UTF8.self) } == ["again", "b c!", "é!"])
    try files.remove("b c")
    try files.remove("b c")
    #expect(try files.read().map(\.name) == ["a", "é"])
  }

  @Test func writingRemovesWhatAKilledProcessLeft() throws {
    let files = try files()
    try files.write([65], named: "a")
    let path = folder.file("new/deep/a.txt")
    let left = try TemporaryFile.create(beside: try FileLocation(following: path), O_WRONLY, mode: 0o600).path
    try files.write([66], named: "a")
    #expect(!FileSystem.exists(left))
    #expect(try files.read().map(\.name) == ["a"])
  }

  @Test func othersAreLeftOut() throws {
    let files = try files(".")
    try FileSaver.save([65], to: folder.file("own.txt"))
    try FileSaver.save([65], to: folder.file("own.other"))
    try FileSaver.save([65], to: folder.file(".hidden.txt"))
    mkfifo(folder.file("pipe.txt"), 0o600)
    #expect(try files.read().map(\.name) == ["own"])
  }

  @Test(arguments: ["", "  ", "a/b", ".a", "a\nb", "a\u{1B}", String(repeating: "ä", count: 120)])
  func namesThatNoFileCanHave(name: String) throws { #expect(try files().refusal(of: name) != nil) }

  @Test(arguments: ["a", "a b", "ä“", "a.b", "-"]) func namesOfFiles(name: String) throws {
    #expect(try files().refusal(of: name) == nil)
  }

  @Test func aFolderThatCannotBeMadeIsToldOf() throws {
    try FileSaver.save([65], to: folder.file("file"))
    #expect(throws: FileError.self) { try files("file/below").write([65], named: "a") }
    #expect(NamedFiles(in: "relative", suffix: ".txt") == nil)
  }
}
