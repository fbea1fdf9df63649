import BlockModel
import FileTesting
import Glibc
import Synchronization
import Testing

@testable import ProgramJournal
@testable import Workbench

/// Disks that fail at the last moment.
@MainActor @Suite struct JournalDiskTests {
  /// A disk on which some syncs fail.
  private nonisolated final class FailingDisk: Sendable {
    private let attempts = Mutex(0)
    var count: Int { attempts.withLock { $0 } }
    private let fails: @Sendable (Int) -> Bool

    init(_ fails: @escaping @Sendable (Int) -> Bool) { self.fails = fails }

    var disk: JournalDisk {
      var disk = JournalDisk()
      disk.synchronise = { [self] file in
        let attempt = attempts.withLock { attempts in
          attempts += 1
          return attempts
        }
        if !fails(attempt) { return fdatasync(file) }
        errno = EIO
        return -1
      }
      return disk
    }
  }

  /// Changes that can't be replayed twice: blocks are inserted, deleted, undone and redone.
  private func edit(_ scene: JournalScene) {
    let controller = scene.session.controller
    for (number, intent) in [
      Intent.insert(JournalScene.block("one")), .delete, .insert(JournalScene.block("two")), .undo, .undo, .redo,
      .insert(JournalScene.block("three")),
    ].enumerated() {
      #expect(controller.perform(intent).refusal == nil, "\(number)")
      scene.session.flush()
    }
  }

  private func expectFullRecovery(_ scene: JournalScene) throws {
    let before = scene.session
    let texts = before.texts
    scene.kill()
    let after = try scene.recover()
    #expect(after.texts == texts)
    #expect(after.controller.history.undoCount == before.controller.history.undoCount)
    #expect(after.controller.history.redoCount == before.controller.history.redoCount)
  }

  @Test(arguments: 1...7) func oneFailureLosesNothing(attempt: Int) throws {
    let scene = try JournalScene(JournalScene.program, disk: FailingDisk { $0 == attempt }.disk)
    edit(scene)
    #expect(scene.session.log.messages.count == 1)
    try expectFullRecovery(scene)
  }

  /// Lines that failed are retried with the next lines, not immediately: a failing disk is not accessed twice.
  @Test func aFailureIsRetriedWithTheNextLines() throws {
    let failing = FailingDisk { $0 == 1 }
    let scene = try JournalScene(JournalScene.program, disk: failing.disk)
    scene.session.flush()
    scene.session.write("b")
    scene.session.flush()
    #expect(failing.count == 1 && scene.session.log.messages.count == 1)
    scene.session.write("c")
    scene.session.flush()
    #expect(failing.count == 2 && scene.session.log.all.last == .done)
    try expectFullRecovery(scene)
  }

  /// Lines that were written but not synced are lost only if the machine fails.
  @Test func aDiskThatNeverConfirmsLosesNothing() throws {
    let scene = try JournalScene(JournalScene.program, disk: FailingDisk { _ in true }.disk)
    edit(scene)
    try expectFullRecovery(scene)
  }
}
