import Glibc
import MortiseFiles
import Testing
import WorkbenchTesting

@testable import ProgramJournal
@testable import Workbench

/// Changes made while the program is being saved are unsaved afterwards.
@MainActor @Suite struct JournalSavingTests {
  private let scene: JournalScene
  private var session: JournalScene.Session { scene.session }

  init() throws { scene = try JournalScene(JournalScene.program) }

  /// Begins a save, does some work, and completes the save.
  private func save(meanwhile work: () throws -> Void) throws {
    let job = try #require(session.controller.saveJob())
    session.writer.saving(job)
    try work()
    session.controller.didSave(job, try job.write())
    session.writer.saved(session.controller.document)
    session.flush()
  }

  private func expectRecovery(unsavedGroupCount: Int) throws {
    let (texts, isModified) = (session.texts, session.controller.isModified)
    scene.kill()
    let journal = try scene.orphan()
    #expect(journal.unsavedGroupCount == unsavedGroupCount && journal.programIsUnchanged)
    let recovered = try scene.recover(journal)
    #expect(recovered.texts == texts && recovered.controller.isModified == isModified)
    #expect(isModified == (unsavedGroupCount > 0))
  }

  @Test func aSaveWithoutOtherChangesLeavesNothingUnsaved() throws {
    session.write("b")
    try save {}
    try expectRecovery(unsavedGroupCount: 0)
  }

  @Test func aChangeDuringASaveIsUnsaved() throws {
    session.write("b")
    try save { session.write("c") }
    try expectRecovery(unsavedGroupCount: 1)
    _ = scene.session.controller.undo()
    #expect(!scene.session.controller.isModified)
  }

  /// By the time of the save, the file has moved and a link leads to it.
  @Test func theJournalFollowsAFileThatBecomesALink() throws {
    session.write("b")
    session.flush()
    let real = scene.folder.file("real.json")
    rename(scene.path, real)
    symlink(real, scene.path)
    try save {}
    session.write("c")
    session.flush()
    #expect(scene.folder.names == [".real.json.mortise-journal", "program.json", "real.json"])
    try expectRecovery(unsavedGroupCount: 1)
  }

  @Test func anUndoDuringASaveIsUnsaved() throws {
    session.write("b")
    try save { _ = session.controller.undo() }
    try expectRecovery(unsavedGroupCount: 1)
    _ = scene.session.controller.redo()
    #expect(!scene.session.controller.isModified)
  }

  /// The saved state is on neither stack afterwards.
  @Test func anUndoAndAChangeDuringASaveAreUnsaved() throws {
    session.write("b")
    try save {
      _ = session.controller.undo()
      session.write("c")
    }
    try expectRecovery(unsavedGroupCount: 2)
    _ = scene.session.controller.undo()
    #expect(scene.session.controller.isModified)
  }

  /// A failed save is ignored; the next one counts from where it began.
  @Test func aFailedSaveDoesNotCount() throws {
    session.writer.saving(try #require(session.controller.saveJob()))
    session.write("b")
    try save {}
    try expectRecovery(unsavedGroupCount: 0)
  }

  @Test func aKillBeforeTheSaveLeavesEverythingUnsaved() throws {
    session.write("b")
    session.writer.saving(try #require(session.controller.saveJob()))
    session.write("c")
    session.flush()
    try expectRecovery(unsavedGroupCount: 2)
  }

  /// Saves the program; the editor is killed before it can record that.
  private func saveAndKill(then work: () -> Void) throws {
    session.write("b")
    let job = try #require(session.controller.saveJob())
    session.writer.saving(job)
    _ = try job.write()
    work()
    session.flush()
    scene.kill()
  }

  @Test func aKillAfterTheSaveLeavesNothingUnsaved() throws {
    try saveAndKill {}
    let journal = try scene.orphan()
    #expect(journal.unsavedGroupCount == 0 && journal.programIsUnchanged)
    try scene.recover(journal)
    #expect(!session.controller.isModified)
    #expect(session.controller.bytes().bytes == (try FileReader.read(scene.path).bytes))
    // It saves without a question.
    session.write("c")
    session.save()
    #expect(!session.controller.isModified)
  }

  /// The undo changes what is in the file, though the journal doesn't record a save.
  @Test func anUndoBeforeTheKillIsUnsaved() throws {
    try saveAndKill { _ = session.controller.undo() }
    let journal = try scene.orphan()
    #expect(journal.unsavedGroupCount == 1 && journal.programIsUnchanged)
    try scene.recover(journal)
    #expect(session.controller.isModified)
    _ = session.controller.redo()
    #expect(!session.controller.isModified)
    // The recovered session continues, and saves without a question.
    _ = session.controller.undo()
    session.flush()
    scene.kill()
    #expect(try scene.orphan().unsavedGroupCount == 1)
    try scene.recover()
    session.save()
    #expect(!session.controller.isModified)
  }

  @Test func anUndoAfterRecoveryIsUnsaved() throws {
    try saveAndKill {}
    try scene.recover()
    _ = session.controller.undo()
    session.flush()
    scene.kill()
    #expect(try scene.orphan().unsavedGroupCount == 1)
  }

  /// A file that another program wrote in the meantime is not taken for the save.
  @Test func aFileOfAnotherProgramIsNotTheSave() throws {
    try saveAndKill { _ = session.controller.undo() }
    try FileSaver.save(Array(JournalScene.program.utf8) + [0x20], to: scene.path)
    let journal = try scene.orphan()
    #expect(!journal.programIsUnchanged && journal.unsavedGroupCount == 0)
  }
}
