import BlockEvents
import FileTesting
import Glibc
import MortiseFiles
import ProgramJournal
import Testing
import Workbench

@testable import TerminalUI

/// Several programs in one editor: reading a further one, its journal, and the list of recent files.
@Suite struct FurtherProgramTests {
  /// A program with another number, beside that of a scene.
  private func other(in scene: StartScene, number: Int = 7) throws -> String {
    let path = scene.folder.file("other.xml")
    let program = StartScene.program.replacing(">1<", with: ">\(number)<")
    try FileSaver.save(Array(program.utf8), to: path)
    return path
  }

  /// Opens a program and presses keys in it that begin a save, which is held back.
  private func withSavingHeld(_ path: String, _ keys: String) -> [StartScene.Act] {
    [
      { scene in try scene.feed(typed(path)) },
      { scene in
        scene.expect(scene.saving)
        try scene.feed(keys)
      },
    ]
  }

  private func typed(_ path: String) -> String { "<F3>another<Enter><C-u>\(path)<Enter>" }

  @Test func keysWaitForTheProgramThatIsRead() throws {
    let scene = try StartScene(another: Gate(isHeld: true))
    let path = try other(in: scene)
    try scene.play([
      { scene in
        scene.expect(scene.another)
        try scene.feed(typed(path) + "d")
      },
      { scene in
        #expect(scene.number == "1")
        scene.open(scene.another)
      },
      { scene in
        #expect(scene.number == "7")
        #expect(scene.editor?.workbench.history.undoCount == 1, "d did not reach the program that was read")
        #expect(scene.screen.contains(/other.xml  2 of 2 +2 warnings · changed/))
      },
    ])
  }

  /// A recorded stream is of no use if something is done to a program before its blocks are there.
  @Test func theEventsOfLoadingComeFirst() throws {
    let scene = try StartScene(another: Gate(isHeld: true))
    let path = try other(in: scene)
    let recorder = TypeRecorder()
    scene.eventManager.addListener(recorder)
    try scene.play([
      { scene in
        scene.expect(scene.another)
        try scene.feed(typed(path) + "d")
        recorder.types = []
      },
      { scene in scene.open(scene.another) },
      { scene in
        let types = recorder.types.filter { $0 != "viewport_change" && $0 != "selected" }
        #expect(types == ["create", "finished_loading", "create"])
      },
    ])
  }

  @Test func aReadCanBeGivenUp() throws {
    #expect(LoadingView.waitingCommands.commands.map(\.keys) == [["<Esc>", "<C-c>"]])
    for key in ["<Esc>", "<C-c>"] {
      let scene = try StartScene(another: Gate(isHeld: true))
      let path = try other(in: scene)
      try scene.play([
        { scene in
          scene.expect(scene.another)
          try scene.feed(typed(path))
        },
        { scene in try scene.feed(key + "d") },
        { scene in
          #expect(scene.editor?.workbench.history.undoCount == 1, "the program on the screen took no keys")
          scene.open(scene.another)
        },
        { scene in
          #expect(scene.number == "1", "a program was shown that nobody waits for")
          #expect(!scene.screen.contains("of 2"))
        },
      ])
    }
  }

  @Test func anotherPathToAnOpenFileShowsIt() throws {
    let scene = try StartScene()
    let link = scene.folder.file("link.xml")
    #expect(symlink(scene.path, link) == 0)
    try scene.play([
      { scene in try scene.feed(typed(link)) },
      { scene in #expect(scene.statusLine.contains("n.xml is shown already"), "\(scene.statusLine)") },
    ])
  }

  @Test func aProgramThatCannotBeReadIsTold() throws {
    let scene = try StartScene()
    let path = scene.folder.file("broken.xml")
    try FileSaver.save(Array("<xml><block></xml>".utf8), to: path)
    try scene.play([
      { scene in try scene.feed(typed(path)) },
      { scene in
        #expect(scene.statusLine.contains("broken.xml"), "\(scene.statusLine)")
        #expect(scene.number == "1")
      },
    ])
  }

  @Test func eachProgramHasAJournal() throws {
    let scene = try StartScene()
    let path = try other(in: scene)
    try scene.play([
      { scene in try scene.feed("d" + typed(path)) },
      { scene in try scene.feed("dd") },
      { scene in scene.terminal.feed([.terminate(.terminate)]) },
    ])
    for (path, steps) in [(scene.path, 1), (path, 2)] {
      let scan = JournalScan.look(for: path)
      #expect(scan.orphans.map(\.unsavedGroupCount) == [steps], "\(path)")
      for orphan in scan.orphans { orphan.keep() }
    }
  }

  @Test func unsavedWorkOfAFurtherProgramIsOffered() throws {
    let first = try StartScene()
    let path = try other(in: first)
    try first.play([
      { scene in try scene.feed(typed(path)) },
      { scene in try scene.feed("<Delete>") },
      { scene in scene.terminal.feed([.terminate(.terminate)]) },
    ])
    let scene = try StartScene(in: first.folder)
    try scene.play([
      { scene in try scene.feed(typed(path)) },
      { scene in
        #expect(scene.screen.contains("Unsaved work from"))
        try scene.feed("o")
      },
      { scene in
        #expect(scene.editor?.workbench.workspace.blocks.count == 0)
        #expect(scene.screen.contains("2 of 2"))
        try scene.feed("<F4>")
      },
      { scene in #expect(scene.number == "1") },
    ])
  }

  @Test func aSaveBelongsToItsProgram() throws {
    let scene = try StartScene(saving: Gate(isHeld: true))
    let path = try other(in: scene)
    try scene.play(
      withSavingHeld(path, "d<C-s>") + [
        { scene in try scene.feed("<F4>d") },
        { scene in scene.open(scene.saving) },
        { scene in
          #expect(scene.editor?.workbench.isModified == true)
          try scene.feed("<F4>")
        },
        { scene in
          #expect(scene.editor?.workbench.isModified == false)
          let saved = String(decoding: try FileReader.read(path).bytes, as: UTF8.self)
          #expect(saved.ranges(of: ">7<").count == 2)
          #expect(scene.savedNumber == "1")
        },
      ])
  }

  @Test func closingWaitsForWhatWasBegunMeanwhile() throws {
    let scene = try StartScene(saving: Gate(isHeld: true))
    let path = try other(in: scene)
    try scene.play(
      withSavingHeld(path, "d<C-s><C-w>m") + [
        { scene in scene.open(scene.saving) },
        { scene in
          #expect(scene.statusLine.contains("saved, but kept open"), "\(scene.statusLine)")
          #expect(scene.editor?.workbench.state.isPreviewing == true)
          try scene.feed("<Esc><C-w>")
        },
        { scene in #expect(scene.statusLine.contains("closed other.xml"), "\(scene.statusLine)") },
      ])
  }

  @Test func closingSavesFirst() throws {
    let scene = try StartScene()
    let path = scene.folder.file("new.xml")
    try scene.play([
      { scene in try scene.feed("<C-n>wnote<C-s>") },
      { scene in try scene.feed("<C-w>s<C-u>\(path)<Enter>") },
      { scene in
        #expect(scene.number == "1")
        #expect(scene.statusLine.contains("closed new.xml"), "\(scene.statusLine)")
        let saved = String(decoding: try FileReader.read(path).bytes, as: UTF8.self)
        #expect(saved.contains("note"))
        #expect(JournalScan.look(for: path).orphans.isEmpty)
      },
    ])
  }

  @Test func quittingSavesAllPrograms() throws {
    let scene = try StartScene()
    let path = try other(in: scene)
    let new = scene.folder.file("new.json")
    try scene.play([
      { scene in try scene.feed("d" + typed(path)) },
      { scene in try scene.feed("d<C-n>wnote<C-s>") },
      { scene in try scene.feed("q") },
      { scene in
        #expect(scene.screen.contains("Save 3 programs before quitting: n.xml, other.xml, unnamed?"))
        try scene.feed("s")
      },
      { scene in try scene.feed("<C-u>\(new)<Enter>") },
    ])
    for file in [scene.path, path] {
      let saved = String(decoding: try FileReader.read(file).bytes, as: UTF8.self)
      #expect(saved.ranges(of: "<block").count == 2, "\(file) was not saved")
      #expect(JournalScan.look(for: file).orphans.isEmpty)
    }
    let saved = String(decoding: try FileReader.read(new).bytes, as: UTF8.self)
    #expect(saved.contains("note"))
  }

  // MARK: - Several files from the start

  /// A folder with two programs, 1 and 7.
  private func folderOfTwo() throws -> (TemporaryFolder, further: String) {
    let scene = try StartScene()
    return (scene.folder, try other(in: scene))
  }

  @Test func severalFilesAreOpenFromTheStart() throws {
    let (folder, path) = try folderOfTwo()
    let scene = try StartScene(in: folder, further: [(path, "block=gone")])
    try scene.play([
      { scene in
        #expect(scene.number == "1" && scene.screen.contains("n.xml  1 of 2"))
        // A file that wasn't shown yet is open, too.
        try scene.feed(typed(path))
      },
      { scene in
        #expect(scene.number == "7" && scene.screen.contains("other.xml  2 of 2"), "\(scene.screen)")
        #expect(scene.statusLine.contains("program 2 of 2 · there is no block “gone” here"), "\(scene.statusLine)")
        try scene.feed("<C-w>")
      },
      { scene in #expect(scene.number == "1" && !scene.screen.contains("of 2")) },
    ])
  }

  @Test func eachFileFromTheStartHasItsJournal() throws {
    let (folder, path) = try folderOfTwo()
    let scene = try StartScene(in: folder, further: [(path, nil)])
    try scene.play([
      { scene in try scene.feed("d<F4>dd") },
      { scene in scene.terminal.feed([.terminate(.terminate)]) },
    ])
    let again = try StartScene(in: folder, further: [(path, nil)])
    try again.play([
      { scene in
        #expect(scene.screen.contains(": 1 step"))
        try scene.feed("o<F4>")
      },
      { scene in
        #expect(scene.screen.contains(": 2 steps"))
        try scene.feed("o")
      },
      { scene in
        #expect(scene.editor?.workbench.workspace.blocks.count == 3)
        try scene.feed("<F4>")
      },
      { scene in #expect(scene.editor?.workbench.workspace.blocks.count == 2) },
    ])
  }

  /// Nothing is opened, so that no program is missed unnoticed.
  @Test func oneOfSeveralFilesThatCannotBeRead() throws {
    let folder = try StartScene().folder
    let path = folder.file("broken.xml")
    try FileSaver.save(Array("<xml><block></xml>".utf8), to: path)
    let scene = try StartScene(in: folder, further: [(path, nil)])
    try scene.play([
      { scene in
        let failure = scene.editor?.failure.map { "\($0)" } ?? ""
        #expect(failure.hasPrefix("\(path):1:"))
        #expect(!scene.screen.contains("of 2"))
        try scene.feed("q")
      }
    ])
    #expect(Set(folder.names) == ["n.xml", "broken.xml"])
  }

  @Test func openedAndSavedFilesAreNoted() throws {
    let scene = try StartScene()
    let path = try other(in: scene)
    let renamed = scene.folder.file("renamed.xml")
    let recentFiles = RecentFiles(in: try #require(NamedFiles(in: scene.folder.path, suffix: "")))
    scene.recentFiles = recentFiles
    try scene.play([
      { scene in try scene.feed(typed(path)) },
      { scene in try scene.feed("S<C-u>\(renamed)<Enter>") },
    ])
    #expect(try recentFiles.read() == [renamed, path, scene.path])
  }
}

/// Keeps the types of fired events.
private final class TypeRecorder: EventManagerListener {
  var types: [String] = []

  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) { types.append(event.type) }
}
