import Files
import Glibc
import Testing
import WorkbenchTesting

@testable import ProgramJournal
@testable import Workbench

/// What is done while the program is on its way to its file is unsaved afterwards.
@MainActor @Suite struct JournalSavingTests {
  private let scene: JournalScene
  private var session: JournalScene.Session { scene.session }

  init() throws { scene = try JournalScene(JournalScene.program) }

  /// Sets out for the file, and arrives there after some work.
  private func save(meanwhile work: () throws -> Void) throws {
    let job = try #require(session.controller.saveJob())
    session.writer.saving(job)
    try work()
    session.controller.didSave(job, stamp: try job.write())
    session.writer.saved(session.controller.document)
    session.flush()
  }

  private func expectRecovery(unsavedSteps: Int) throws {
    let (texts, isModified) = (session.texts, session.controller.isModified)
    scene.kill()
    let journal = try scene.left()
    #expect(journal.unsavedSteps == unsavedSteps && journal.programIsUnchanged)
    let recovered = try scene.recover(journal)
    #expect(recovered.texts == texts && recovered.controller.isModified == isModified)
    #expect(isModified == (unsavedSteps > 0))
  }

  @Test func nothing() throws {
    session.write("b")
    try save {}
    try expectRecovery(unsavedSteps: 0)
  }

  @Test func aChange() throws {
    session.write("b")
    try save { session.write("c") }
    try expectRecovery(unsavedSteps: 1)
    _ = scene.session.controller.undo()
    #expect(!scene.session.controller.isModified)
  }

  /// The file is somewhere else by then, and a link leads there.
  @Test func aFileThatBecomesALink() throws {
    session.write("b")
    session.flush()
    let real = scene.folder.file("real.json")
    rename(scene.path, real)
    symlink(real, scene.path)
    try save {}
    session.write("c")
    session.flush()
    #expect(scene.folder.names == [".real.json.mortise-journal", "program.json", "real.json"])
    try expectRecovery(unsavedSteps: 1)
  }

  @Test func anUndo() throws {
    session.write("b")
    try save { _ = session.controller.undo() }
    try expectRecovery(unsavedSteps: 1)
    _ = scene.session.controller.redo()
    #expect(!scene.session.controller.isModified)
  }

  /// What is saved has gone from the undo stack and the redo stack by then.
  @Test func anotherWay() throws {
    session.write("b")
    try save {
      _ = session.controller.undo()
      session.write("c")
    }
    try expectRecovery(unsavedSteps: 2)
    _ = scene.session.controller.undo()
    #expect(scene.session.controller.isModified)
  }

  /// A save that failed is none, and the next one stands where it was begun.
  @Test func aSaveThatFailed() throws {
    session.writer.saving(try #require(session.controller.saveJob()))
    session.write("b")
    try save {}
    try expectRecovery(unsavedSteps: 0)
  }

  @Test func killedBeforeItIsThere() throws {
    session.write("b")
    session.writer.saving(try #require(session.controller.saveJob()))
    session.write("c")
    session.flush()
    try expectRecovery(unsavedSteps: 2)
  }

  /// Sets out for the file and arrives; the editor is killed before it can say so.
  private func arrive(then work: () -> Void) throws {
    session.write("b")
    let job = try #require(session.controller.saveJob())
    session.writer.saving(job)
    _ = try job.write()
    work()
    session.flush()
    scene.kill()
  }

  @Test func killedWhenItIsThere() throws {
    try arrive {}
    let journal = try scene.left()
    #expect(journal.unsavedSteps == 0 && journal.programIsUnchanged)
    try scene.recover(journal)
    #expect(!session.controller.isModified)
    #expect(session.controller.bytes().bytes == (try FileReader.read(scene.path).bytes))
    // It saves without a question.
    session.write("c")
    session.save()
    #expect(!session.controller.isModified)
  }

  /// The undo is a change of what is in the file, though nothing is saved that the journal knows of.
  @Test func killedWhenItIsThereAndUndone() throws {
    try arrive { _ = session.controller.undo() }
    let journal = try scene.left()
    #expect(journal.unsavedSteps == 1 && journal.programIsUnchanged)
    try scene.recover(journal)
    #expect(session.controller.isModified)
    _ = session.controller.redo()
    #expect(!session.controller.isModified)
    // It goes on from there, and saves without a question.
    _ = session.controller.undo()
    session.flush()
    scene.kill()
    #expect(try scene.left().unsavedSteps == 1)
    try scene.recover()
    session.save()
    #expect(!session.controller.isModified)
  }

  @Test func killedWhenItIsThereAndUndoneLater() throws {
    try arrive {}
    try scene.recover()
    _ = session.controller.undo()
    session.flush()
    scene.kill()
    #expect(try scene.left().unsavedSteps == 1)
  }

  /// A program that somebody else has written meanwhile is not the one that set out.
  @Test func anothersProgramHasNotArrived() throws {
    try arrive { _ = session.controller.undo() }
    try FileSaver.save(Array(JournalScene.program.utf8) + [0x20], to: scene.path)
    let journal = try scene.left()
    #expect(!journal.programIsUnchanged && journal.unsavedSteps == 0)
  }
}
