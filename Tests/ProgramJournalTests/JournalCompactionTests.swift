import FileTesting
import Glibc
import MortiseFiles
import RandomEditing
import Testing
import WorkbenchTesting

@testable import ProgramJournal
@testable import Workbench

/// A compacted journal is shorter and recovers the same.
@MainActor @Suite struct JournalCompactionTests {
  private let scene: JournalScene
  private var session: JournalScene.Session { scene.session }

  init() throws { scene = try JournalScene(JournalScene.program) }

  /// Saves as the editor does.
  private func save() throws {
    let job = try #require(session.controller.saveJob())
    session.writer.saving(job)
    session.controller.didSave(job, try job.write())
    session.writer.saved(session.controller.document)
    session.flush()
  }

  /// Steps that no redo reaches any more.
  private func waste(_ count: Int) {
    for number in 1...count {
      session.write("wasted \(number)")
      _ = session.controller.undo()
    }
    session.flush()
  }

  private struct State: Equatable {
    var texts: String
    var steps: [Int]
    var isModified: Bool

    @MainActor init(_ controller: WorkbenchController) {
      texts = EditingSession.texts(of: controller.workspace)
      steps = [controller.history.undoCount, controller.history.redoCount]
      isModified = controller.isModified
    }
  }

  private func expectRecovery(of state: State) throws {
    let controller = try scene.recover().controller
    #expect(State(controller) == state)
    #expect(scene.folder.names == [".program.json.mortise-journal", "program.json"])
  }

  @Test func stepsThatAreGoneAreLeftOut() throws {
    session.write("b")
    waste(20)
    session.write("c")
    try save()
    session.write("d")
    session.write("e")
    _ = session.controller.undo()
    session.flush()
    let state = State(session.controller)
    scene.kill()
    let size = scene.journalBytes.count
    #expect(try scene.compact())
    #expect(scene.journalBytes.count < size / 2)
    let kinds = try scene.journalLines().map { line in
      switch line {
      case .events: "events"
      case .saved: "saved"
      case .undo(let count): "undo \(count)"
      default: "other"
      }
    }
    #expect(kinds == ["events", "events", "saved", "events", "events", "undo 1"])
    #expect(try scene.orphan().unsavedGroupCount == 1)
    try expectRecovery(of: state)
  }

  @Test func whatIsWrittenMeanwhileIsKept() throws {
    session.write("b")
    try save()
    waste(5)
    let state = State(session.controller)
    scene.kill()
    var number = 0
    #expect(
      try scene.compact { journal in
        number += 1
        if number == 1 { try journal.append([JournalRecord(.undo(1))]) }
        if number == 2 {
          try journal.append([JournalRecord(.redo(1)), JournalRecord(.undo(1)), JournalRecord(.redo(1))])
        }
      })
    #expect(number > 2)
    try expectRecovery(of: state)
  }

  /// The journal's path always leads to a whole journal, and the next opening removes what a kill left.
  @Test func aKillDuringItLosesNothing() throws {
    session.write("b")
    try save()
    waste(5)
    let state = State(session.controller)
    scene.kill()
    let orphan = try scene.orphan()
    let bytes = scene.journalBytes
    let compaction = try #require(JournalCompaction(of: orphan.file, programPath: scene.path, minLength: 0))
    while try compaction.copyNext() { #expect(scene.journalBytes == bytes) }
    #expect(scene.folder.names.count == 3)
    // The process ends, and with it the locks.
    orphan.keep()
    compaction.new.release()
    try expectRecovery(of: state)
  }

  /// A state that was saved and can't be reached any more still tells that the program is unsaved.
  @Test func anUnreachableSavedStateIsKept() throws {
    session.write("b")
    let job = try #require(session.controller.saveJob())
    session.writer.saving(job)
    _ = session.controller.undo()
    session.write("c")
    session.controller.didSave(job, try job.write())
    session.writer.saved(session.controller.document)
    waste(3)
    let state = State(session.controller)
    #expect(state.isModified)
    scene.kill()
    #expect(try !scene.compact())
    try expectRecovery(of: state)
  }

  @Test func savingCompactsALongJournal() throws {
    session.write(String(repeating: "long ", count: 2000))
    waste(3)
    for _ in 1...9 { session.write(String(repeating: "long ", count: 1000)) }
    waste(9)
    let size = scene.journalBytes.count
    #expect(size > JournalCompaction.minLength)
    try save()
    #expect(scene.journalBytes.count < size)
    session.write("after")
    session.flush()
    let state = State(session.controller)
    scene.kill()
    try expectRecovery(of: state)
  }
}
