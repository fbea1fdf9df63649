import FileTesting
import MortiseFiles
import ProgramJournal
import Testing
import Workbench

@testable import TerminalUI

/// Journals that are damaged, can't be opened, or are more than one: nothing of them is lost without a word.
@MainActor @Suite struct OrphanJournalTests {
  private let folder: TemporaryFolder
  private static let first = ".n.xml.mortise-journal"
  private static let second = ".n.xml.2.mortise-journal"

  /// An editor was ended by a hang-up after three steps.
  init() throws {
    let earlier = try StartScene()
    folder = earlier.folder
    try earlier.play([
      { try $0.feed("<Enter>2<Enter>") }, { try $0.feed("<Enter>3<Enter>") }, { try $0.feed("<Enter>4<Enter>") },
      { try $0.feed("<Hangup>") },
    ])
  }

  private func text(_ name: String = first) throws -> String {
    String(decoding: try FileReader.read(folder.file(name)).bytes, as: UTF8.self)
  }

  /// Spoils what the journal says of a step, counted from one.
  private func spoil(step: Int, with words: String) throws {
    var lines = try text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = try #require(lines.indices.filter { lines[$0].hasPrefix(#"{"events""#) }.dropFirst(step - 1).first)
    lines[place] = words
    try FileSaver.save(Array(lines.joined(separator: "\n").utf8), to: folder.file(Self.first))
  }

  /// Whatever else is to be said of the program, the status line tells of the question.
  @Test func theStatusLineTellsOfTheQuestion() throws {
    let earlier = try StartScene(
      "<xml><block type=\"math_number\" id=\"n\"><field name=\"NUM\">one</field></block></xml>")
    try earlier.play([{ try $0.feed("<Enter>2<Enter>") }, { try $0.feed("<Hangup>") }])
    try StartScene(in: earlier.folder).play([
      { #expect($0.statusLine.hasPrefix(" open the unsaved work (o/y) · 1 of 3 · Unsaved work from "), "\($0.screen)") }
    ])
  }

  /// What is said meanwhile hides no question: it comes behind it, and stays until the question is answered.
  @Test func whatIsSaidMeanwhileComesBehindTheQuestion() throws {
    try StartScene(size: (160, 24), in: folder).play([
      { scene in
        scene.editor?.screen.message = "unsaved work is not protected"
        try scene.feed("<Resize 150x24>")
      },
      { scene in
        #expect(
          scene.statusLine.hasPrefix(" open the unsaved work (o/y) · 1 of 3 · Unsaved work from "), "\(scene.screen)")
        #expect(scene.statusLine.contains(" · unsaved work is not protected"), "\(scene.screen)")
        try scene.feed("<Down>")
      },
      { scene in
        #expect(scene.statusLine.hasPrefix(" keep it for later (k) · 2 of 3 · Unsaved work from "), "\(scene.screen)")
        #expect(scene.statusLine.contains(" · unsaved work is not protected"), "\(scene.screen)")
        try scene.feed("k")
      },
      { #expect($0.statusLine.hasPrefix(" kept in "), "\($0.screen)") },
    ])
  }

  // MARK: - Damage

  @Test(arguments: ["k", "d", "<Esc>"]) func whatCannotBeReadAtAllIsAskedAbout(answer: String) throws {
    try spoil(step: 1, with: "nonsense")
    let before = try text()
    try StartScene(in: folder).play([
      { scene in
        #expect(scene.screen.contains(" can't be read"), "\(scene.screen)")
        #expect(!scene.screen.contains("open the unsaved work"))
        try scene.feed("o")
      },
      { try $0.feed(answer) },
      { #expect($0.number == "1") },
    ])
    if answer == "d" {
      #expect(folder.names == ["n.xml"])
    } else {
      #expect(try text() == before)
    }
  }

  @Test func whatIsBehindTheDamageIsKept() throws {
    try spoil(step: 2, with: "nonsense")
    let before = try text()
    let scene = try StartScene(in: folder)
    try scene.play([
      { scene in
        #expect(scene.screen.contains(": 1 step, then damaged"), "\(scene.screen)")
        try scene.feed("o")
      },
      { scene in
        #expect(scene.number == "2")
        #expect(scene.statusLine.contains("unsaved work up to the damage; all of it is in .n"), "\(scene.screen)")
        try scene.feed("<A-h>")
      },
      { scene in
        #expect(scene.screen.contains(".n.xml.mortise-journal.damaged"), "\(scene.screen)")
        try scene.feed("<Esc><Enter>5<Enter><C-s>")
      },
      { #expect($0.savedNumber == "5") },
    ])
    #expect(folder.names == [Self.first + ".damaged", "n.xml"])
    #expect(try text(Self.first + ".damaged") == before)
    #expect(TemporaryFolder.mode(folder.file(Self.first + ".damaged")) == 0o600)
  }

  @Test func aLineThatWasNotFinishedIsNoDamage() throws {
    let whole = try text()
    try FileSaver.save(Array(whole.utf8.dropLast(9)), to: folder.file(Self.first))
    try StartScene(in: folder).play([
      { scene in
        #expect(scene.screen.contains(": 2 steps ") && !scene.screen.contains("read"), "\(scene.screen)")
        try scene.feed("o")
      },
      { #expect($0.number == "3") },
      { try $0.feed("<C-s>") },
    ])
    #expect(folder.names == ["n.xml"])
  }

  @Test func whatCannotBeDoneAgainStays() throws {
    try spoil(step: 2, with: #"{"events":[{"type":"delete","blockId":"nowhere"}]}"#)
    let before = try text()
    try StartScene(in: folder).play([
      { try $0.feed("o") },
      { scene in
        #expect(scene.screen.contains("Not opened") && scene.screen.contains("asked again next time"))
        try scene.feed("<Esc>")
        expectLeft(1, editors: 1)
      },
      { #expect($0.number == "1") },
    ])
    #expect(try text() == before)
  }

  // MARK: - Several

  /// What another editor finds that is started now.
  private func expectLeft(_ count: Int, editors: Int) {
    let scan = JournalScan.look(for: folder.file("n.xml"))
    #expect(scan.orphans.count == count && scan.activeEditors.count == editors)
  }

  /// Another editor was ended in the same way, which had not opened the work of the first.
  private func leaveAnother() throws {
    try StartScene(in: folder).play([
      { try $0.feed("k") }, { try $0.feed("<Enter>9<Enter>") }, { try $0.feed("<Hangup>") },
    ])
    #expect(folder.names == [Self.second, Self.first, "n.xml"])
  }

  @Test func theOthersStayForLater() throws {
    try leaveAnother()
    try StartScene(in: folder).play([
      { try $0.feed("o") },
      { scene in
        #expect(scene.statusLine.contains("1 more kept for later"), "\(scene.screen)")
        #expect(["4", "9"].contains(scene.number))
        // Nobody has the other one, so nobody is told of an editor that is gone.
        expectLeft(1, editors: 1)
        try scene.feed("<C-s>")
      },
    ])
    #expect(folder.names.count == 2)
  }

  /// Each question is told of when it is there, and then what was done.
  @Test(arguments: ["k", "d", "<Esc>"]) func theNextQuestionIsTold(answer: String) throws {
    try leaveAnother()
    let done = answer == "d" ? "deleted" : "kept in "
    try StartScene(size: (200, 24), in: folder).play([
      { try $0.feed(answer) },
      { scene in
        #expect(
          scene.statusLine.hasPrefix(" open the unsaved work (o/y) · 1 of 3 · Unsaved work from "), "\(scene.screen)")
        #expect(scene.statusLine.contains(" · \(done)"), "\(scene.screen)")
        try scene.feed(answer)
      },
      { #expect($0.statusLine.hasPrefix(" \(done)"), "\($0.screen)") },
    ])
    #expect(folder.names.count == (answer == "d" ? 1 : 3))
  }

  @Test func oneThatCannotBeOpenedIsNotTheLast() throws {
    try spoil(step: 2, with: #"{"events":[{"type":"delete","blockId":"nowhere"}]}"#)
    try leaveAnother()
    var numbers: [String] = []
    try StartScene(in: folder).play([
      { try $0.feed("o") },
      { scene in
        numbers.append(scene.number)
        try scene.feed(scene.screen.contains("Not opened") ? "<Esc>o" : "<C-s>")
      },
      { scene in
        numbers.append(scene.number)
        if !scene.screen.contains("Not opened") { try scene.feed("<C-s>") }
      },
    ])
    #expect(numbers.contains("9"))
    #expect(folder.names.contains(Self.first))
  }
}
