import FileTesting
import Glibc
import MortiseFiles
import ProgramJournal
import Testing
import Workbench

@testable import TerminalUI

/// The program is written in the background, to a place that may be slow: editing goes on, and nothing is lost or taken for
/// saved that is not.
@MainActor @Suite struct BackgroundSavingTests {
  private let saving: Gate
  private let scene: StartScene

  init() throws {
    saving = Gate(isHeld: true)
    scene = try StartScene(saving: saving)
  }

  /// Changes the number to 7 and saves it, which is held back; then comes the rest.
  private func play(_ acts: [StartScene.Act]) throws {
    try scene.play(
      [
        { [saving] scene in
          scene.expect(saving)
          try scene.feed("<Enter>7<Enter><C-s>")
        }
      ] + acts)
    #expect(scene.queue.pending == [])
  }

  private func change(to number: Int) -> StartScene.Act { { try $0.feed("<Enter>\(number)<Enter>") } }

  private var letGo: StartScene.Act { { [saving] in $0.open(saving) } }

  @Test func itIsSaidWhenItLasts() throws {
    try play([
      { #expect(!$0.statusLine.contains("saving")) },
      { $0.passTime() },
      { #expect($0.statusLine.hasSuffix("saving …")) },
      letGo,
      { scene in
        #expect(scene.statusLine.hasPrefix(" saved n.xml") && !scene.statusLine.contains("…"))
        #expect(scene.savedNumber == "7" && !scene.screen.contains(" changed "))
      },
    ])
    #expect(scene.folder.names == ["n.xml"])
  }

  @Test func whatIsChangedMeanwhileIsNotSaved() throws {
    try play([
      change(to: 8),
      { #expect($0.number == "8" && $0.screen.contains("8")) },
      letGo,
      { scene in
        #expect(scene.savedNumber == "7" && scene.number == "8")
        #expect(scene.screen.contains(/n.xml .*changed/))
        // What is on the disk by now says so, too, should the editor be killed.
        let copy = TemporaryJournal(of: scene)
        #expect(copy?.unsavedGroupCount == 1)
        try scene.feed("u")
      },
      { scene in
        #expect(!scene.screen.contains(" changed "), "this is what is in the file")
        try scene.feed("U")
      },
      { try $0.feed("q") },
      { scene in
        #expect(scene.screen.contains("Save the changes before quitting?"))
        try scene.feed("s")
      },
    ])
    #expect(scene.savedNumber == "8")
    #expect(scene.folder.names == ["n.xml"])
  }

  /// An editor may be killed at any moment: when the file is written, the journal knows already that it will be.
  @Test func theJournalSaysFirstWhatSetsOut() throws {
    var unsavedGroupCount: [Int?] = []
    scene.whenSaving = { [unowned scene] in
      for number in [1, 7] {
        let program = StartScene.program.replacing(">1<", with: ">\(number)<")
        unsavedGroupCount.append(TemporaryJournal(of: scene, program: program)?.unsavedGroupCount)
      }
    }
    try play([letGo])
    #expect(unsavedGroupCount == [1, 0], "as it was, and as it will be")
  }

  @Test func whatWasUndoneMeanwhileIsUnsaved() throws {
    try play([
      { try $0.feed("u") },
      letGo,
      { scene in
        #expect(scene.savedNumber == "7" && scene.number == "1")
        #expect(scene.screen.contains(/n.xml .*changed/))
        #expect(TemporaryJournal(of: scene)?.unsavedGroupCount == 1)
      },
    ])
  }

  @Test func savingTwiceMoreIsOneMoreSave() throws {
    try play([
      change(to: 8), { try $0.feed("<C-s>") }, change(to: 9), { try $0.feed("<C-s>") },
      { scene in
        #expect(scene.statusLine.contains("will save again after this save"))
        #expect(scene.queue.pending == ["saving again waits for saving (in progress)"])
      },
      letGo,
      { #expect($0.savedNumber == "9" && !$0.screen.contains(" changed ")) },
    ])
    #expect(scene.saveCount == 2)
  }

  // MARK: - Leaving meanwhile

  @Test(arguments: ["q", "<C-q>"]) func leavingWaits(key: String) throws {
    try play([
      { try $0.feed(key) },
      { scene in
        #expect(scene.statusLine.contains("will quit when the program is saved"))
        try scene.feed(key)
      },
      { #expect($0.queue.pending == ["quitting waits for saving (in progress)"]) },
      letGo,
    ])
    #expect(scene.savedNumber == "7" && scene.saveCount == 1)
    #expect(scene.folder.names == ["n.xml"])
  }

  @Test func leavingAsksWhenThereIsMore() throws {
    try play([
      change(to: 8), { try $0.feed("q") }, letGo,
      { scene in
        #expect(scene.screen.contains("Save the changes before quitting?"))
        try scene.feed("s")
      },
    ])
    #expect(scene.savedNumber == "8")
    #expect(scene.folder.names == ["n.xml"])
  }

  /// In whichever order they are wanted: the program is saved again, and then left, without a question.
  @Test(arguments: ["<C-s>q", "q<C-s>", "<C-s>q<C-s>"]) func leavingAndSavingAgain(keys: String) throws {
    try play([change(to: 8), { try $0.feed(keys) }, letGo])
    #expect(scene.savedNumber == "8" && scene.saveCount == 2)
    #expect(scene.folder.names == ["n.xml"])
  }

  /// A comment that is being typed, and a block that is being moved.
  @Test(arguments: ["wtyped", "m"]) func whatWasBegunMeanwhileIsNotLost(keys: String) throws {
    try play([
      { try $0.feed("q" + keys) }, letGo,
      { scene in
        #expect(scene.statusLine.contains("saved, but kept open"))
        #expect(scene.savedNumber == "7" && scene.editor?.isRunning == true)
        #expect(scene.editor?.screen.modes.top !== scene.editor?.screen.modes.bottom)
      },
    ])
  }

  // MARK: - Failing

  @Test func aFailureIsShownAndCancelsWhatWaited() throws {
    try play([
      { try $0.feed("<C-s>q") },
      { scene in
        unlink(scene.path)
        mkdir(scene.path, 0o700)
      },
      letGo,
      { scene in
        #expect(scene.screen.contains("Not saved") && scene.screen.contains("it is a folder"), "\(scene.screen)")
        #expect(scene.queue.pending == [] && scene.terminal.bellCount == 1)
        rmdir(scene.path)
        try scene.feed("<Esc>q")
      },
      { scene in
        #expect(scene.screen.contains("Save the changes before quitting?"))
        try scene.feed("k<C-s>")
      },
      { scene in
        #expect(scene.screen.contains("The file no longer exists"), "\(scene.screen)")
        #expect(scene.screen.contains("save under another name") && scene.screen.contains("do not save"))
        #expect(scene.screen.contains("save it again") && !scene.screen.contains("overwrite"))
        try scene.feed("s")
      },
      { #expect($0.savedNumber == "7") },
    ])
  }

  @Test func anothersChangeIsAskedAbout() throws {
    try play([
      { try $0.feed("q") },
      { try FileSaver.save(Array(StartScene.program.replacing(">1<", with: ">2<").utf8), to: $0.path) },
      letGo,
      { scene in
        #expect(scene.screen.contains("The file was changed by another program"))
        #expect(scene.savedNumber == "2")
        try scene.feed("n")
      },
      { scene in
        #expect(scene.statusLine.contains("not saved") && scene.savedNumber == "2")
        try scene.feed("<C-s>")
      },
      { try $0.feed("d") },
      { scene in
        #expect(scene.statusLine.contains("changes against n.xml: ~1"), "\(scene.statusLine)")
        #expect(scene.savedNumber == "2")
        try scene.feed("<C-s>")
      },
      { try $0.feed("o") },
      { #expect($0.savedNumber == "7") },
    ])
  }

  @Test func anotherNameMeanwhileHasToWait() throws {
    let other = scene.folder.file("m.xml")
    try play([
      // In the place of the name that is there.
      { try $0.feed("S<C-u>\(other)<Enter>") },
      { scene in
        #expect(scene.screen.contains("the program is being saved; try again"), "\(scene.screen)")
        #expect(scene.saveCount == 1)
        scene.open(scene.saving)
      },
      { try $0.feed("<Enter>") },
      { scene in
        #expect(scene.statusLine.contains("saved m.xml"))
        #expect(scene.folder.names == [".m.xml.mortise-journal", "m.xml", "n.xml"])
      },
    ])
    #expect(scene.folder.names == ["m.xml", "n.xml"])
  }

  // MARK: - The end of everything

  @Test(arguments: ["<Hangup>", "<Terminate>"]) func aHangUpLetsItEnd(event: String) throws {
    scene.whenAsked = { [unowned scene, saving] in
      if scene.editor?.isRunning == false { saving.open() }
    }
    try play([{ try $0.feed(event) }])
    #expect(scene.savedNumber == "7")
    #expect(scene.folder.names == ["n.xml"])
  }

  @Test func aHangUpKeepsWhatWasChangedMeanwhile() throws {
    scene.whenAsked = { [unowned scene, saving] in
      if scene.editor?.isRunning == false { saving.open() }
    }
    try play([change(to: 8), { try $0.feed("<Hangup>") }])
    #expect(scene.savedNumber == "7")
    #expect(scene.folder.names == [".n.xml.mortise-journal", "n.xml"])
    try StartScene(in: scene.folder).play([
      { scene in
        #expect(scene.screen.contains(": 1 step "), "\(scene.screen)")
        try scene.feed("o")
      },
      { scene in
        #expect(scene.number == "8" && scene.screen.contains(/n.xml .*changed/))
        try scene.feed("u")
      },
      { scene in
        #expect(scene.number == "7" && !scene.screen.contains(" changed "))
        try scene.feed("u")
      },
      { scene in
        #expect(scene.number == "1" && scene.screen.contains(" changed "))
        try scene.feed("UU<C-s>")
      },
      { #expect($0.savedNumber == "8") },
    ])
    #expect(scene.folder.names == ["n.xml"])
  }

  /// A place that never takes the file doesn't keep a process for ever that is to end; the journal has all of it.
  @Test func aHangUpDoesNotWaitForEver() throws {
    scene.whenAsked = { [unowned scene] in
      if scene.editor?.isRunning == false { scene.advanceClock(.seconds(6)) }
    }
    try scene.play([
      { [saving] scene in
        scene.expect(saving)
        try scene.feed("<Enter>7<Enter><C-s>")
      },
      { try $0.feed("<Hangup>") },
    ])
    #expect(scene.savedNumber == "1")
    #expect(scene.folder.names == [".n.xml.mortise-journal", "n.xml"])
    saving.open()
  }
}

/// A copy of a scene's journal, which its editor still writes.
private struct TemporaryJournal {
  let unsavedGroupCount: Int

  /// - Parameter program: what is in the file by now, if that is something else.
  init?(of scene: StartScene, program: String? = nil) {
    guard let folder = try? TemporaryFolder() else { return nil }
    for name in scene.folder.names {
      guard let bytes = try? FileReader.read(scene.folder.file(name)).bytes,
        (try? FileSaver.save(bytes, to: folder.file(name))) != nil
      else { return nil }
    }
    if let program, (try? FileSaver.save(Array(program.utf8), to: folder.file("n.xml"))) == nil { return nil }
    guard let left = JournalScan.look(for: folder.file("n.xml")).orphans.first else { return nil }
    unsavedGroupCount = left.unsavedGroupCount
  }
}
