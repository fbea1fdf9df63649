import BlockEvents
import BlockFormats
import FileTesting
import Glibc
import MortiseFiles
import Testing

@testable import ProgramJournal
@testable import Workbench

/// Writing goes on in the background, in order, and never disturbs editing.
@MainActor @Suite struct JournalWriterTests {
  @Test func manyFlushesAreWrittenInOrder() throws {
    let scene = try JournalScene(JournalScene.program)
    for number in 1...500 {
      scene.session.write("number \(number)")
      scene.session.writer.flush()
    }
    scene.session.writer.finish()
    let lines = try scene.journalLines()
    let numbers = lines.compactMap { line in
      if case .events(let events, _) = line { events.first?["newValue"]?.string } else { nil }
    }
    #expect(numbers == (1...500).map { "number \($0)" })
    let log = scene.session.log.all
    #expect(log.count.isMultiple(of: 2) && log.count >= 2)
    for (index, entry) in log.enumerated() { #expect(entry == (index.isMultiple(of: 2) ? .began : .done)) }
    scene.session.writer.close(removing: false)
    let orphan = try scene.orphan()
    #expect(orphan.unsavedGroupCount == 500 && orphan.content.ignored == 0)
    orphan.discard()
    #expect(scene.folder.names == ["program.json"])
  }

  @Test func nothingIsWrittenWhileResting() throws {
    let rested = Semaphore()
    let header = JournalHeader(version: "1", programPath: "/nowhere/a.xml", stamp: nil, seed: 1, editor: .present)
    let worker = JournalWorker(header, file: nil) { if $0 == .idle { rested.signal() } }
    worker.write([JournalRecord(.saving(contentHash: nil))])
    rested.wait()
    #expect(!worker.isWriting)
  }

  @Test func flushingWithoutChangesWritesNothing() throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.flush()
    let count = scene.session.log.all.count
    scene.session.flush()
    #expect(scene.session.log.all.count == count && !scene.session.writer.hasCollected)
  }

  @Test func onlyWhatTheHistoryRecordsIsWritten() throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.controller.fireFinishedLoading()
    scene.session.controller.announce(
      SelectedEvent(oldElementID: nil, newElementID: "a", workspaceID: scene.session.workspace.id))
    scene.session.flush()
    #expect(try scene.journalLines().isEmpty)
    scene.session.write("b")
    _ = scene.session.controller.undo()
    _ = scene.session.controller.undo()
    scene.session.flush()
    #expect(try scene.journalLines().count == 2, "the step and its undo")
  }

  @Test func aFailureIsReportedOnceAndMadeUpFor() throws {
    let scene = try JournalScene(nil, name: "inner/program.json")
    let session = scene.session
    session.writer.finish()
    for text in ["b", "c"] {
      insert(text, session)
      session.flush()
    }
    #expect(session.writer.path == nil)
    let start = "unsaved work is not protected: can't save \(scene.folder.path)/inner/.program.json.mortise-journal: "
    #expect(session.log.messages == [start + "its folder doesn't exist; create the folder first"])
    guard case .failed(_, isKnown: true)? = session.log.all.last else {
      Issue.record("it was told before")
      return
    }
    // Once there is a folder, nothing is missing.
    let inner = scene.folder.file("inner")
    mkdir(inner, 0o700)
    insert("d", session)
    session.flush()
    #expect(session.log.all.last == .done)
    #expect(session.writer.close(removing: false) == inner + "/.program.json.mortise-journal")
    #expect(try scene.orphan().unsavedGroupCount == 3)
    #expect(try scene.recover().texts == session.texts)
    scene.session.writer.close(removing: true)
    rmdir(inner)
  }

  @Test func editingContinuesWithoutAJournal() throws {
    let scene = try JournalScene(nil, name: "inner/program.json")
    insert("b", scene.session)
    scene.session.flush()
    _ = scene.session.controller.undo()
    #expect(scene.session.controller.history.redoCount == 1)
    #expect(scene.session.writer.close(removing: false) == nil)
  }

  @Test func aFullDiskIsReportedOnce() throws {
    let log = ProgressLog()
    let header = JournalHeader(version: "1", programPath: "a.xml", stamp: nil, seed: 1, editor: .present)
    let full = JournalFile(
      path: "/dev/full", file: try FileSystem.open("/dev/full", O_RDWR), index: JournalIndex(headerLength: 0),
      isTorn: false)
    let worker = JournalWorker(header, file: full) { log.add($0) }
    for _ in 1...3 {
      worker.write([JournalRecord(.saving(contentHash: nil))])
      worker.finish()
    }
    #expect(log.messages.count == 1 && log.messages.first?.contains("no space is left") == true)
    #expect(log.all.count == 6 && worker.close(removing: false) == nil)
  }

  /// The lines waiting for a failing disk are limited.
  @Test func tooManyWaitingLinesAreDropped() throws {
    let log = ProgressLog()
    let header = JournalHeader(
      version: "1", programPath: "/nowhere/a.xml", stamp: nil, seed: 1, editor: .present)
    let worker = JournalWorker(header, file: nil, waitingLimit: 500) { log.add($0) }
    for _ in 1...20 {
      worker.write([JournalRecord(.editor(header.editor))])
      worker.finish()
    }
    #expect(log.messages.count == 1 && log.all.count < 30)
    #expect(worker.close(removing: false) == nil)
  }

  @Test func aRemovedJournalIsCreatedAgain() throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.write("b")
    scene.session.flush()
    unlink(scene.journalPath)
    scene.session.write("c")
    scene.session.flush()
    scene.kill()
    #expect(try scene.orphan().unsavedGroupCount == 2)
    #expect(try scene.recover().texts == scene.session.texts)
  }

  @Test func closingWritesWhatWasCollected() throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.write("b")
    #expect(scene.session.writer.close(removing: false) == scene.journalPath)
    #expect(try scene.orphan().unsavedGroupCount == 1)
  }

  private func insert(_ text: String, _ session: JournalScene.Session) {
    session.controller.performGroup { session.controller.coordinator.insert(JournalScene.block(text)) }
  }
}
