import EventQueues
import MortiseFiles
import MortiseScreen
import MortiseTerminal
import Testing

@testable import TerminalUI

/// Each step of start-up is held back in turn: the editor says what it waits for, keeps what is typed, and goes on.
@MainActor @Suite struct StartUpOrderTests {
  /// Types a number in pieces, by keys and from the clipboard, and undoes and redoes it with the mouse.
  private static let typed = "<Enter>1<Paste 23>4<Enter><Mouse-press 56,0><Mouse-release 56,0>"
  private static let redo = "<Mouse-press 66,0><Mouse-release 66,0>"

  /// What goes on beside the main thread. The terminal's setting up and the first frame are that thread's own: a terminal
  /// that is late or can't be used is `theTerminalMayBeLast` and `StartingTests.aTerminalThatCannotBeUsed`, and what waits
  /// for the frame is in `StartUpQuestionTests`.
  enum Step: CaseIterable { case definitions, file, ownJournal, journals }

  private func scene(holding step: Step) throws -> (StartScene, Gate) {
    let gate = Gate(isHeld: true)
    let scene =
      switch step {
      case .definitions: try StartScene(definitions: gate)
      case .file: try StartScene(file: gate)
      case .ownJournal: try StartScene(journalName: gate)
      case .journals: try StartScene(journals: gate)
      }
    return (scene, gate)
  }

  private func description(_ step: Step) -> String {
    switch step {
    case .definitions: "reading the block definitions …"
    case .file: "reading n.xml …"
    case .ownJournal: "journalling …"
    case .journals: "looking for unsaved work …"
    }
  }

  @Test(arguments: Step.allCases) func itIsSaidWhatIsWaitedFor(step: Step) throws {
    let (scene, gate) = try scene(holding: step)
    try scene.play(
      holding: gate,
      [
        { $0.passTime() },
        { scene in
          #expect(scene.screen.contains("mortise   n.xml"))
          #expect(scene.statusLine.contains(description(step)))
          if step == .definitions || step == .file { #expect(scene.screen.components(of: description(step)) >= 2) }
          scene.open(gate)
        },
        { scene in
          #expect(scene.showsProgram)
          #expect(!scene.screen.contains("…"))
        },
      ])
    #expect(scene.queue.pending == [])
  }

  @Test(arguments: Step.allCases) func keysAreKeptInOrder(step: Step) throws {
    let (scene, gate) = try scene(holding: step)
    try scene.play(
      holding: gate,
      [
        { try $0.feed(Self.typed) },
        { $0.passTime() },
        { scene in
          #expect(scene.number == (step == .journals || step == .ownJournal ? "1" : "none"))
          try scene.feed(Self.redo)
        },
        { $0.open(gate) },
        { scene in
          // Nothing is lost, and nothing comes twice: done, undone and redone.
          #expect(scene.number == "1234")
          #expect(scene.editor?.workbench.history.undoCount == 1)
          #expect(scene.editor?.workbench.history.redoCount == 0)
          #expect(scene.screen.contains("1234"))
        },
      ])
    #expect(scene.queue.pending == [])
  }

  /// A paste waits for the file that editors share, and all that comes after it waits for the paste.
  @Test(.timeLimit(.minutes(1))) func muchThatWaitsIsNotCopiedAtEachEvent() throws {
    let scene = try StartScene()
    scene.clipboardFile = PrivateFile(
      "clipboard", inFolder: "mortise", runtimeFolder: scene.folder.path, cacheFolder: nil)
    let release = MouseEvent(.release, at: Point(x: 0, y: 0))
    try scene.play([
      { scene in
        try scene.feed("<C-c><C-v>")
        scene.terminal.feed(Array(repeating: .mouse(release), count: 300_000))
        try scene.feed("<Enter>2<Enter>")
      },
      { #expect($0.editor?.workbench.history.undoCount == 2) },
    ])
  }

  @Test(arguments: Step.allCases) func aResizeTakesEffectAtOnce(step: Step) throws {
    let (scene, gate) = try scene(holding: step)
    try scene.play(
      holding: gate,
      [
        { $0.passTime() },
        { $0.resize(50, 12) },
        { scene in
          #expect(scene.terminal.grid.size.width == 50)
          #expect(scene.statusLine.contains(description(step)))
          scene.open(gate)
        },
        { scene in
          #expect(scene.terminal.grid.size.width == 50)
          #expect(scene.showsProgram, "\(scene.screen)")
        },
      ])
  }

  /// With a journal that can't be made it takes a moment: `HangingJournalTests.leavingWithoutAJournal`.
  @Test(arguments: [Step.definitions, .file, .journals], ["<Hangup>", "<Terminate>", "<C-q>"])
  func whatEndsTheEditorDoesSoAtOnce(step: Step, event: String) throws {
    for isSeen in [false, true] {
      let (scene, gate) = try scene(holding: step)
      try scene.play(holding: gate, (isSeen ? [{ $0.passTime() }] : []) + [{ try $0.feed(event) }])
      #expect(scene.editor?.failure == nil)
      #expect(scene.folder.names == ["n.xml"])
      gate.open()
    }
  }

  @Test func leavingBehindOtherKeysWaitsUntilTheWaitIsSeen() throws {
    let gate = Gate(isHeld: true)
    let quick = try StartScene(file: gate)
    try quick.play(holding: gate, [{ try $0.feed("<Enter>7<Enter><C-s><C-q>") }, { $0.open(gate) }])
    #expect(quick.savedNumber == "7")

    let other = Gate(isHeld: true)
    let slow = try StartScene(file: other)
    try slow.play(holding: other, [{ try $0.feed("<Enter>7<Enter>") }, { $0.passTime() }, { try $0.feed("<C-q>") }])
    #expect(slow.savedNumber == "1")
    other.open()
  }

  /// Before, Esc may be meant for the canvas.
  @Test(arguments: ["<Esc>", "<C-c>"]) func whatTakesLongCanBeGivenUp(key: String) throws {
    let gate = Gate(isHeld: true)
    let slow = try StartScene(file: gate)
    try slow.play(holding: gate, [{ $0.passTime() }, { $0.passTime() }, { try $0.feed(key) }])
    #expect(slow.editor?.failure == nil && slow.folder.names == ["n.xml"])
    gate.open()

    let other = Gate(isHeld: true)
    let quick = try StartScene(file: other)
    try quick.play(holding: other, [{ try $0.feed(key) }, { $0.open(other) }, { try $0.feed("<Enter>7<Enter><C-s>") }])
    #expect(quick.savedNumber == "7")
  }

  /// Such as a host that doesn't answer. The status line says what it waits for.
  @Test func whileItWaitsForAHostQLeaves() throws {
    let gate = Gate(isHeld: true, activity: "waiting for the host of n.xml")
    let slow = try StartScene(file: gate)
    try slow.play(
      holding: gate,
      [
        { $0.passTime() }, { $0.passTime() },
        { scene in
          #expect(scene.screen.contains("waiting for the host of n.xml …") && !scene.screen.contains("reading"))
          try scene.feed("q")
        },
      ])
    #expect(slow.editor?.failure == nil)
    gate.open()
  }

  @Test func theTerminalMayBeLast() throws {
    let scene = try StartScene()
    try scene.terminal.feed(Self.typed + Self.redo)
    try scene.play(
      isTerminalLate: true,
      [
        { scene in
          #expect(scene.number == "1234")
          #expect(scene.queue.pending == [])
        }
      ])
  }

  @Test func theFirstFrameIsTheProgram() throws {
    for isTerminalLate in [false, true] {
      let scene = try StartScene()
      var frames: [String] = []
      scene.terminal.whenPresented = { [unowned scene] in frames.append(scene.screen) }
      try scene.play(isTerminalLate: isTerminalLate, [{ _ in }])
      #expect(Set(frames).count == 1)
      #expect(frames.first?.contains(StartScene.shownProgram) == true)
    }
  }

  /// What comes while others are waited for doesn't bring the waiting screen up before its time.
  @Test func nothingFlashes() throws {
    let definitions = Gate(isHeld: true)
    let file = Gate(isHeld: true)
    let scene = try StartScene(definitions: definitions, file: file)
    try scene.play(
      holding: definitions,
      [
        { $0.resize(90, 24) },
        { $0.open(definitions, then: file) },
        { scene in
          #expect(!scene.wasDrawn)
          scene.open(file)
        },
        { #expect($0.terminal.changeCount == 1) },
      ])
  }

  @Test func aProgramThatHasNoFileYetStartsTheSameWay() throws {
    let scene = try StartScene(nil)
    try scene.play([{ #expect($0.screen.contains("An empty program. To begin:")) }])
    #expect(scene.queue.pending == [])
    #expect(scene.folder.names == [])
  }
}

extension String {
  /// How often a text is in here.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
