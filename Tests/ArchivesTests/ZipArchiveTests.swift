import SeededTesting
import Testing

@testable import Archives

@Suite struct ZipArchiveTests {
  private let files: [(name: String, content: [UInt8])] = [
    ("assets/", []), ("assets/ü.png", [0x89, 0x50, 0, 1, 2, 3]), ("src/Screen1.bky", Array("<xml></xml>".utf8)),
    ("src/Screen1.scm", Array("#|\n$JSON\n{}\n|#".utf8)),
  ]

  @Test(arguments: [true, false]) func entriesAreRead(follow: Bool) throws {
    let archive = try ZipArchive(Samples.zip(files, follow: follow, comment: "Built with PK\u{5}\u{6}"))
    #expect(archive.entries.map(\.name) == files.map(\.name))
    for (entry, file) in zip(archive.entries, files) { #expect(try archive.content(of: entry) == file.content) }
  }

  @Test(arguments: [true, false]) func onlyTheReplacedEntryChanges(follow: Bool) throws {
    let bytes = try Samples.zip(files, follow: follow, comment: "made here")
    let archive = try ZipArchive(bytes)
    let content = Array(String(repeating: "<xml>new</xml>", count: 50).utf8)
    let changed = try ZipArchive(archive.replacing(["src/Screen1.bky": content]))
    #expect(changed.entries.map(\.name) == archive.entries.map(\.name))
    for (old, new) in zip(archive.entries, changed.entries) {
      if old.name == "src/Screen1.bky" {
        #expect(try changed.content(of: new) == content)
      } else {
        #expect(archive.bytes[old.start..<old.end] == changed.bytes[new.start..<new.end])
        let record = archive.bytes[old.record]
        #expect(record.dropLast(old.name.utf8.count + 4) == changed.bytes[new.record].dropLast(new.name.utf8.count + 4))
      }
    }
    #expect(changed.bytes.suffix(9) == Array("made here".utf8)[...])
    // Back again, all is as it was but for the form of the entry's sizes.
    let back = try ZipArchive(changed.replacing(["src/Screen1.bky": files[2].content]))
    #expect(follow || back.bytes == bytes)
  }

  @Test func whatIsNotThereCannotBeReplaced() throws {
    let archive = try ZipArchive(Samples.zip(files))
    #expect(throws: ArchiveError("the zip archive has no entry “a”")) { try archive.replacing(["a": []]) }
  }

  @Test(arguments: ["../a", "a/../../b", "/etc/a", "C:\\a", "..\\a", "a\0b"])
  func aNameThatLeadsOutIsRefused(name: String) throws {
    let bytes = try Samples.zip([(name, [1])])
    #expect(throws: ArchiveError.self) { try ZipArchive(bytes) }
  }

  @Test func aLinkIsRefused() throws {
    var bytes = try Samples.zip([("a", Array("/etc/passwd".utf8))])
    let record = try ZipArchive(bytes).entries[0].record.lowerBound
    bytes[record + 5] = 3
    bytes[record + 41] = 0xA1
    #expect(throws: ArchiveError("“a” in the zip archive is a link, not a file")) { try ZipArchive(bytes) }
  }

  @Test func twoEntriesOfANameAreRefused() throws {
    let bytes = try Samples.zip([("a", [1]), ("a", [2])])
    #expect(throws: ArchiveError("the zip archive has two entries named “a”")) { try ZipArchive(bytes) }
  }

  @Test func namesInOtherEncodingsAreToldApart() throws {
    var bytes = try Samples.zip([("1.png", [1]), ("2.png", [2])])
    for (old, new) in [("1", 0x84), ("2", 0x94)] as [(Character, UInt8)] {
      for index in bytes.indices where bytes[index...].starts(with: "\(old).png".utf8) { bytes[index] = new }
    }
    let archive = try ZipArchive(bytes)
    #expect(try archive.entries.map { try archive.content(of: $0) } == [[1], [2]])
    let changed = try ZipArchive(archive.replacing([archive.entries[1].name: [3]]))
    #expect(try changed.entries.map { try changed.content(of: $0) } == [[1], [3]])
  }

  @Test func entriesThatShareBytesAreRefused() throws {
    // The second entry's header is the content of the first.
    let inner = try Samples.zip([("b", [2])], follow: false)
    let innerEnd = try ZipArchive(inner).directory.lowerBound
    var bytes = try Samples.zip([("a", [1]), ("b", [2])], follow: false)
    let second = try ZipArchive(bytes).entries[1]
    let first = try ZipArchive(bytes).entries[0]
    // The first one reaches over the second one.
    let count = first.packed.count + innerEnd
    for place in [first.start + 18, first.record.lowerBound + 20] { bytes[place] = UInt8(count) }
    #expect(second.end == first.end + innerEnd)
    #expect(throws: ArchiveError("the entries “a” and “b” share bytes of the zip archive")) { try ZipArchive(bytes) }
  }

  @Test func aBombIsRefused() throws {
    // What it claims is refused before anything is unpacked, what it holds at the claimed size.
    var bytes = try Samples.zip([("a", [UInt8](repeating: 0, count: 5_000_000))], follow: false)
    let archive = try ZipArchive(bytes)
    #expect(throws: ArchiveError("“a” is larger than 1 MiB")) {
      try archive.content(of: archive.entries[0], limit: 1 << 20)
    }
    let entry = archive.entries[0]
    for place in [entry.start + 22, entry.record.lowerBound + 24] {
      bytes.replaceSubrange(place..<place + 4, with: [9, 0, 0, 0])
    }
    let liar = try ZipArchive(bytes)
    #expect(throws: ArchiveError("“a” is damaged: the content is larger than 9 bytes")) {
      try liar.content(of: liar.entries[0])
    }
  }

  @Test func damageIsToldOrDoesNothing() throws {
    let bytes = try Samples.zip([files[0], files[2]])
    let result = try damaged(bytes) { bytes throws(ArchiveError) -> [String] in
      let archive = try ZipArchive(bytes)
      var contents: [String] = []
      for entry in archive.entries {
        contents.append(String(decoding: try archive.content(of: entry), as: UTF8.self))
        _ = try archive.replacing([entry.name: [1, 2, 3]])
      }
      return contents
    }
    #expect(result.other == 0)
    #expect(result.errors.count > 5)
  }

  @Test func largeArchivesAreReadOnly() throws {
    var bytes = try Samples.zip([("a", [1, 2, 3])], follow: false)
    let archive = try ZipArchive(bytes)
    var large: [UInt8] = []
    large.append(littleEndian: ZipLayout.largeEnding.signature, count: 4)
    large.append(littleEndian: 44, count: 8)
    large += [45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    for number in [1, 1, archive.directory.count, archive.directory.lowerBound] {
      large.append(littleEndian: number, count: 8)
    }
    large.append(littleEndian: ZipLayout.largeLocator.signature, count: 4)
    large += [0, 0, 0, 0]
    large.append(littleEndian: archive.directory.upperBound, count: 8)
    large += [1, 0, 0, 0]
    bytes.insert(contentsOf: large, at: archive.directory.upperBound)
    bytes.replaceSubrange(bytes.count - 6..<bytes.count - 2, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let read = try ZipArchive(bytes)
    #expect(try read.content(of: read.entries[0]) == [1, 2, 3])
    #expect(throws: ArchiveError("zip64 archives (for more than 4 GiB) can't be written")) {
      try read.replacing(["a": []])
    }
  }
}
