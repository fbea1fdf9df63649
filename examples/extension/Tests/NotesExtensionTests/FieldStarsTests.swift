import Glibc
import MortiseFiles
import NotesExtension
import TerminalTesting
import Testing
import Workbench
import WorkbenchTesting

/// The app's own field, without a screen and on one.
@Suite struct FieldStarsTests {
  @Test func aChangeIsOneExactStep() throws {
    let scene = try WorkbenchScene(
      #"{"blocks":{"blocks":[{"type":"rate","id":"rate","fields":{"STARS":2}}]}}"#, .json,
      factory: NotesApp.app().blockFactory(), extensions: NotesApp.extensions())
    let stars = FieldLocation(blockID: "rate", name: "STARS")
    // Undo, redo, a saved undo stack and another client repeat it to the byte.
    try scene.check { scene.controller.perform(.setField(stars, input: "5")) }
    #expect(scene.controller.perform(.setField(stars, input: "6")).refusal == "there are 1 to 5 stars")
  }

  @Test func itIsChosenFromAList() throws {
    let path = "/tmp/mortise-stars-\(getpid()).xml"
    defer { unlink(path) }
    try FileSaver.save(Array(#"<xml><block type="rate"><field name="STARS">2</field></block></xml>"#.utf8), to: path)
    let terminal = TestTerminal(width: 80, height: 24)
    let editor = try NotesApp.app().editor(for: path, on: terminal)
    var screens: [String] = []
    var keys = ["<Right>", "<Enter>", "<Down>", "<Enter>", "<C-s>"]
    terminal.isBusy = { editor.isBusy }
    terminal.whenEmpty = {
      screens.append(terminal.screenRows().joined(separator: "\n"))
      if keys.isEmpty { editor.stop() } else { try? terminal.feed(keys.removeFirst()) }
    }
    editor.run()
    #expect(screens[0].contains("rate it **\n") && screens[4].contains("rate it ***\n"), "\(screens)")
    #expect(screens[2].contains("2 stars · 2 of 5"), "\(screens[2])")
    #expect(String(decoding: try FileReader.read(path).bytes, as: UTF8.self).contains(#"name="STARS">3</field>"#))
  }
}
