import FileTesting
import Glibc
import SeededTesting
import Testing

@testable import MortiseFiles

/// File names that are not UTF-8.
@Suite struct FileNameTests {
  /// “b”, a byte of ISO-8859-1, a half UTF-8 character, an encoded surrogate, and a carrier's own bytes.
  private static let names: [[UInt8]] = [
    [0x62, 0xE9, 0x2E], [0xC3], [0xFF, 0xFE], [0xED, 0xB2, 0x80], [0xF4, 0x8D, 0xB2, 0x80], [0xE2, 0x82, 0x41],
    [0xF4, 0x8D, 0xB3, 0xBF, 0xC3, 0xA9], Array("é日🙂\u{FFFD}".utf8), Array("e\u{301}".utf8), [],
  ]

  @Test(arguments: names) func everyNameHasAString(name: [UInt8]) {
    let text = String(pathBytes: name)
    #expect(text.pathBytes == name)
    let isText = String(validating: name, as: UTF8.self) != nil && name.first != 0xF4
    #expect(text.unicodeScalars.contains { $0.isPathByte } != isText)
  }

  @Test(arguments: 1...500 as ClosedRange<UInt64>) func randomBytesHaveAString(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let hard: [UInt8] = [0xF4, 0x8D, 0xB2, 0xB3, 0x80, 0xC3, 0x41]
    let name = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
      Bool.random(using: &generator)
        ? UInt8.random(in: 1...255, using: &generator) : hard.randomElement(using: &generator) ?? 1
    }
    #expect(String(pathBytes: name).pathBytes == name, "seed \(seed): \(name)")
  }

  @Test func suchFilesAreSavedAndRead() throws {
    let folder = try TemporaryFolder()
    let bytes = Array(folder.file("b").utf8) + [0xE9]
    let path = String(pathBytes: bytes)
    let stamp = try FileSaver.save([1], to: path)
    #expect(try FileReader.read(path).bytes == [1])
    #expect(try stamp.isCurrent(at: path))
    try FileSaver.save([2], to: path, expecting: .unchanged(since: stamp))
    #expect(access(bytes.map { CChar(bitPattern: $0) } + [0], F_OK) == 0)
    let link = folder.file("link")
    symlink(bytes.map { CChar(bitPattern: $0) } + [0], link)
    let location = try FileLocation(following: link)
    #expect(location.path.pathBytes == bytes && location.name.pathBytes == [0x62, 0xE9])
    // Its hidden companions have names of at most 255 bytes.
    var long = location
    long.path = folder.file(String(pathBytes: [UInt8](repeating: 0xE9, count: 250)))
    #expect(long.hiddenSibling(".tmp").pathBytes.count == folder.path.utf8.count + 1 + 255)
    try FileSystem.remove(path)
  }
}
