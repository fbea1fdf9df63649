import Testing

@testable import Workbench

/// What is done while the program is on its way to its file is unsaved afterwards.
@MainActor @Suite struct JournalSavingTests {
  private let scene: JournalScene
  private var session: JournalScene.Session { scene.session }

  init() throws { scene = try JournalScene(JournalScene.program) }

  /// Sets out for the file, and arrives there after some work.
  private func save(meanwhile work: () throws -> Void) throws {
    let job = try #require(session.controller.saveJob())
    session.writer.saving()
    try work()
    session.controller.saved(job, stamp: try job.write())
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
    session.writer.saving()
    session.write("b")
    try save {}
    try expectRecovery(unsavedSteps: 0)
  }

  @Test func killedBeforeItIsThere() throws {
    session.write("b")
    session.writer.saving()
    session.write("c")
    session.flush()
    try expectRecovery(unsavedSteps: 2)
  }
}
