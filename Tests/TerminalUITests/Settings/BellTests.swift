import Testing

@testable import TerminalUI

/// The setting for the bell.
@Suite struct BellTests {
  @Test(arguments: [false, true]) func itSoundsAtAnEndOfTheProgram(isWanted: Bool) throws {
    let scene = try StartScene(
      "<xml><block type=\"text_print\" id=\"a\"/><block type=\"text_print\" id=\"b\" y=\"90\"/></xml>")
    scene.settings.ringsBell = isWanted
    try scene.play([
      { try $0.feed("<Down>") },
      { scene in
        #expect(scene.terminal.bellCount == 0, "the cursor went on")
        try scene.feed("<Down>")
      },
      { scene in
        #expect(scene.terminal.bellCount == (isWanted ? 1 : 0))
        try scene.feed("<Up>")
      },
      { scene in
        #expect(scene.terminal.bellCount == (isWanted ? 1 : 0), "the cursor went on")
        try scene.feed("<Up>")
      },
      { scene in #expect(scene.terminal.bellCount == (isWanted ? 2 : 0)) },
    ])
  }
}
