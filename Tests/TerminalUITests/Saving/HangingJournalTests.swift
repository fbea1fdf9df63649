import FileTesting
import MortiseFiles
import Testing
import Workbench

@testable import TerminalUI

/// A disk that does not answer the journal keeps nobody from the program's file, nor from leaving.
@MainActor @Suite struct HangingJournalTests {
  private let gate = Gate(isHeld: true)

  /// Lets the time go by that the editor asks for once it is to end.
  private func hurry(_ scene: StartScene) {
    scene.whenAsked = { [unowned scene] in
      if scene.editor?.isRunning == false { scene.advanceClock(.seconds(1)) }
    }
  }

  /// The answer is on its way when the time is over: that is one end of the wait all the same.
  @Test func anAnswerInTheLastMoment() throws {
    let scene = try StartScene(journalLines: gate)
    try scene.play(
      [
        { [gate] scene in
          scene.expect(gate)
          try scene.feed("<Enter>7<Enter><C-s>")
        },
        { [gate] scene in
          #expect(scene.queue.activityIsInProgress(.saveJournalled))
          let news = Semaphore()
          scene.queue.deliver()
          scene.queue.setWake { news.signal() }
          gate.open()
          // It is written, and nothing is left to be written; nobody has heard of either.
          for _ in 1...2 { #expect(news.wait(atMost: .seconds(20))) }
          scene.editor?.journal.checkTimeout(at: .now + .seconds(60))
          #expect(!scene.queue.activityIsInProgress(.saveJournalled))
          scene.queue.setWake { [terminal = scene.terminal] in terminal.wake() }
          scene.open(gate)
        },
        { #expect($0.savedNumber == "7") },
      ])
  }

  // MARK: - Making the journal

  @Test func itIsSaidWhatIsWaitedFor() throws {
    let scene = try StartScene(journalName: gate)
    try scene.play(
      holding: gate,
      [
        { scene in
          #expect(scene.showsProgram)
          try scene.feed("<Enter>7<Enter>")
        },
        { $0.passTime() },
        { [gate] scene in
          #expect(scene.statusLine.contains("journalling …") && scene.number == "1", "\(scene.screen)")
          scene.open(gate)
        },
        { #expect($0.number == "7" && !$0.statusLine.contains("…")) },
      ])
    #expect(scene.queue.pending == [])
  }

  @Test(arguments: ["<C-q>", "<Hangup>", "<Terminate>"]) func leavingWithoutAJournal(event: String) throws {
    let scene = try StartScene(journalName: gate)
    hurry(scene)
    try scene.play(holding: gate, [{ try $0.feed(event) }])
    gate.open()
  }

  // MARK: - Writing it

  /// A program whose number is 7 by now, which the journal doesn't get to know.
  private func play(_ acts: [StartScene.Act]) throws -> StartScene {
    let scene = try StartScene(journalLines: gate)
    hurry(scene)
    try scene.play(
      [
        { [gate] scene in
          scene.expect(gate)
          try scene.feed("<Enter>7<Enter>")
        }
      ] + acts)
    return scene
  }

  @Test func editingGoesOn() throws {
    let scene = try play([
      { $0.passTime() },
      { scene in
        #expect(scene.statusLine.contains("journalling …"), "\(scene.screen)")
        try scene.feed("<Enter>8<Enter>")
      },
      { scene in
        #expect(scene.number == "8")
        scene.open(gate)
      },
      { #expect(!$0.statusLine.contains("…")) },
      { try $0.feed("<Hangup>") },
    ])
    #expect(scene.folder.names == [".n.xml.mortise-journal", "n.xml"])
  }

  @Test func theProgramIsSavedAllTheSame() throws {
    let scene = try play([
      { try $0.feed("<C-s>") },
      { scene in
        #expect(scene.savedNumber == "1", "first the journal has its time")
        scene.passTime()
      },
      { scene in
        #expect(scene.savedNumber == "7" && scene.statusLine.contains("saved n.xml"), "\(scene.screen)")
        #expect(scene.queue.pending == [])
        try scene.feed("q")
      },
    ])
    gate.open()
    #expect(scene.savedNumber == "7")
  }

  @Test(arguments: ["qd", "<Hangup>", "<Terminate>"]) func leavingDoesNotWaitForEver(keys: String) throws {
    let scene = try play([{ try $0.feed(keys) }])
    #expect(scene.savedNumber == "1")
    gate.open()
  }

  @Test(arguments: ["<Hangup>", "q"]) func leavingWhileItIsSaved(event: String) throws {
    let scene = try play([{ try $0.feed("<C-s>") }, { try $0.feed(event) }])
    #expect(scene.savedNumber == "7")
    gate.open()
  }
}
