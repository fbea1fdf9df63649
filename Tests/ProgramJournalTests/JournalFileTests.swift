import FileTesting
import Glibc
import MortiseFiles
import Testing
import WorkbenchTesting

@testable import ProgramJournal
@testable import Workbench

/// The journal's files: names, locks and permissions.
@MainActor @Suite struct JournalFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.xml")
  }

  private func header(_ path: String?, process: Int? = nil, host: String? = nil) -> JournalHeader {
    var editor = JournalEditor.present
    editor.process = process ?? editor.process
    editor.host = host ?? editor.host
    return JournalHeader(version: "1", programPath: path, stamp: nil, seed: .max, editor: editor)
  }

  @Test func eachEditorHasASlot() throws {
    let first = try JournalFile.claim(header(path))
    let second = try JournalFile.claim(header(path))
    #expect(first.path == folder.file(".a.xml.mortise-journal"))
    #expect(second.path == folder.file(".a.xml.2.mortise-journal"))
    #expect(TemporaryFolder.mode(first.path) == 0o600)
    let scan = JournalScan.look(for: path, besides: second.path)
    #expect(scan.activeEditors == [try content(first).editor] && scan.orphans.isEmpty && scan.remarks.isEmpty)
    first.remove()
    #expect(folder.names == [".a.xml.2.mortise-journal"])
    #expect(try JournalFile.claim(header(path)).path == first.path)
  }

  private func content(_ file: JournalFile) throws -> JournalContent {
    try #require(try JournalContent(reading: file.file))
  }

  @Test func theNumberOfSlotsIsLimited() throws {
    for _ in 1...JournalFile.slotCount { _ = try JournalFile.claim(header(path)) }
    let error = #expect(throws: FileError.self) { try JournalFile.claim(header(path)) }
    #expect(error?.cause == .tooManyJournals)
    #expect(folder.names.count == JournalFile.slotCount)
  }

  @Test func aJournalWithoutALockIsAnOrphan() throws {
    do {
      let journal = try JournalFile.claim(header(path))
      #expect(JournalScan.look(for: path).activeEditors.count == 1)
      _ = journal
    }
    let scan = JournalScan.look(for: path)
    #expect(scan.orphans.map(\.path) == [folder.file(".a.xml.mortise-journal")] && scan.activeEditors.isEmpty)
    // It is now locked: no other editor takes it, and the next journal gets another slot.
    let second = JournalScan.look(for: path)
    #expect(second.orphans.isEmpty && second.activeEditors.count == 1)
    #expect(try JournalFile.claim(header(path)).path == folder.file(".a.xml.2.mortise-journal"))
    for journal in scan.orphans { journal.keep() }
    #expect(JournalScan.look(for: path).orphans.count == 2)
  }

  @Test func withoutLocksTheProcessIsChecked() throws {
    var dead: Int { Int(Int32.max) }
    _ = try JournalFile.claim(header(path))
    _ = try JournalFile.claim(header(path, process: dead))
    _ = try JournalFile.claim(header(path, process: dead, host: "elsewhere"))
    _ = try JournalFile.claim(header(path, process: -1))
    let scan = JournalScan.look(for: path) { _ in .unsupported }
    #expect(scan.orphans.map(\.path) == [folder.file(".a.xml.2.mortise-journal")])
    #expect(scan.activeEditors.count == 3)
  }

  @Test func linksLeadToTheSameJournal() throws {
    try FileSaver.save([1], to: path)
    let link = folder.file("link.xml")
    symlink(path, link)
    let journal = try JournalFile.claim(header(link))
    #expect(journal.path == folder.file(".a.xml.mortise-journal"))
    #expect(
      JournalScan.look(for: path).activeEditors.count == 1 && JournalScan.look(for: link).activeEditors.count == 1)
  }

  @Test func aLinkIsNotFollowed() throws {
    let target = folder.file("target")
    try FileSaver.save([1, 2], to: target)
    symlink(target, folder.file(".a.xml.mortise-journal"))
    let scan = JournalScan.look(for: path)
    #expect(
      scan.remarks.map { $0.hasSuffix("was skipped: it isn't a regular file of yours; remove it if you don't need it") }
        == [true])
    #expect(try JournalFile.claim(header(path)).path == folder.file(".a.xml.2.mortise-journal"))
    #expect(try FileReader.read(target).bytes == [1, 2])
  }

  @Test func otherFilesAreLeftAlone() throws {
    let journalPath = folder.file(".a.xml.mortise-journal")
    let texts = [
      "", "\n", "something else\n", "{}\n", "[[[[\n", "{\"mortiseJournal\":2}\n", "{\"mortiseJournal\":1}\n",
      String(repeating: "[", count: 100_000) + "\n", "\u{0}\u{0}\u{0}",
    ]
    for text in texts {
      try FileSaver.save(Array(text.utf8), to: journalPath)
      let scan = JournalScan.look(for: path)
      #expect(scan.orphans.isEmpty && scan.activeEditors.isEmpty && scan.remarks.count == 1)
      #expect(try FileReader.read(journalPath).bytes == Array(text.utf8))
    }
    unlink(journalPath)
    mkfifo(journalPath, 0o600)
    #expect(JournalScan.look(for: path).remarks.count == 1)
    unlink(journalPath)
    mkdir(journalPath, 0o700)
    #expect(JournalScan.look(for: path).remarks.count == 1)
    rmdir(journalPath)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away")) func filesOfOtherUsersAreLeftAlone() throws {
    let journalPath = try JournalFile.claim(header(path)).path
    #expect(chown(journalPath, 12_345, 12_345) == 0)
    #expect(JournalScan.look(for: path).remarks.count == 1)
  }

  @Test func namesThatLookLikeSlotsAreDistinguished() throws {
    let other = folder.file("a.xml.2")
    let journal = try JournalFile.claim(header(other))
    #expect(journal.path == folder.file(".a.xml.2.mortise-journal"))
    #expect(JournalScan.look(for: path).activeEditors.isEmpty)
    let first = try JournalFile.claim(header(path))
    #expect(try JournalFile.claim(header(path)).path == folder.file(".a.xml.3.mortise-journal"))
    #expect(JournalScan.look(for: other).activeEditors.count == 1)
    withExtendedLifetime(first) {}
  }

  @Test func longNamesAreShortened() throws {
    let long = folder.file(String(repeating: "ä", count: 120) + ".xml")
    let journals = [try JournalFile.claim(header(long)), try JournalFile.claim(header(long))]
    #expect(JournalScan.look(for: long).activeEditors.count == 2)
    for journal in journals { #expect((journal.path.split(separator: "/").last?.utf8.count ?? 0) <= 255) }
  }

  @Test func aReplacedJournalIsNotRemoved() throws {
    let journal = try JournalFile.claim(header(path))
    unlink(journal.path)
    try FileSaver.save([1], to: journal.path)
    #expect(!journal.isInPlace)
    journal.remove()
    #expect(try FileReader.read(journal.path).bytes == [1])
  }

  @Test func aMissingFolderIsReported() throws {
    let error = #expect(throws: FileError.self) { try JournalFile.claim(header(folder.file("none/a.xml"))) }
    #expect(error?.cause == .missingFolder)
    #expect(JournalScan.look(for: folder.file("none/a.xml")).remarks.isEmpty)
  }

  @Test func aFullDiskIsReported() throws {
    let file = JournalFile(
      path: "/dev/full", file: try FileSystem.open("/dev/full", O_RDWR), index: JournalIndex(headerLength: 0),
      isTorn: false)
    let error = #expect(throws: FileError.self) { try file.append([JournalRecord(.undo(1))]) }
    #expect(error?.cause == .noSpace)
  }
}
