import FileTesting
import MortiseFiles
import ProgramRunning
import Testing

@testable import TerminalUI

/// Saving while a command makes the code beside the blocks, which may take a while.
@MainActor @Suite struct AppCodeSavingTests {
  private let making = Gate(isHeld: true)
  private let scene: StartScene

  init() throws {
    scene = try StartScene(Self.file("old()", 1), saving: making)
  }

  private static func file(_ code: String, _ number: Int) -> String {
    "\(code)\n//<xml><block type=\"math_number\" id=\"n\" x=\"16\" y=\"32\"><field name=\"NUM\">\(number)</field></block></xml>"
  }

  private var saved: String { String(decoding: (try? FileReader.read(scene.path).bytes) ?? [], as: UTF8.self) }

  /// Changes the number to 7 and saves it; the command is held back. Then comes the rest.
  private func play(command: String, _ acts: [StartScene.Act]) throws {
    scene.settings.codeCommands = ["iobroker": CodeMaker(["sh", "-c", command])]
    try scene.play(
      [
        { [making] scene in
          scene.expect(making)
          try scene.feed("<Enter>7<Enter><C-s>")
        }
      ] + acts)
    #expect(scene.queue.pending == [])
  }

  private static let maker = "sed 's/.*>\\([0-9]\\)<.*/made(\\1)/'"

  /// Code and blocks belong together.
  @Test func whatIsChangedMeanwhileIsSavedToo() throws {
    try play(
      command: Self.maker,
      [
        { try $0.feed("<Enter>8<Enter>") },
        { [making] in $0.open(making) },
        { scene in
          #expect(saved == Self.file("made(8)", 8))
          #expect(scene.statusLine.hasPrefix(" saved n.xml") && !scene.screen.contains(" changed "), "\(scene.screen)")
          #expect(scene.screen.contains("code: matches"))
        },
      ])
    // The code of 7, the code of 8, and the file.
    #expect(scene.saveCount == 3 && scene.folder.names == ["n.xml"])
  }

  /// Quitting waits for the code, and nobody leaves where there is none.
  @Test func quittingWaits() throws {
    try play(
      command: "echo no such block >&2; exit 1",
      [
        { try $0.feed("q") },
        { [making] scene in
          #expect(scene.statusLine.contains("will quit when the program is saved"))
          scene.open(making)
        },
        { scene in
          #expect(scene.screen.contains("ioBroker runs the code beside the blocks"), "\(scene.screen)")
          #expect(scene.screen.contains("no such block. Save without it?"), "\(scene.screen)")
          #expect(saved == Self.file("old()", 1))
          try scene.feed("s")
        },
      ])
    #expect(saved == Self.file("old()", 7).replacing("old()", with: "7;"))
  }
}
