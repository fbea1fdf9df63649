import FileTesting
import Files
import Screen
import Terminal
import TerminalTesting
import Testing
import Workbench

@testable import TerminalUI

/// docs/own-blocks.md does what it says.
@MainActor @Suite struct OwnBlocksTests {
  private static let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()

  private func text(of path: String) throws -> String {
    String(decoding: try FileReader.read("\(Self.root)/\(path)").bytes, as: UTF8.self)
  }

  @Test func theDocumentationIsTheSample() throws {
    let documentation = try text(of: "docs/own-blocks.md")
    let sample = try text(of: "Tests/TerminalUITests/OwnBlocks/OwnBlocks.swift")
    #expect(documentation.contains("```swift\n\(sample)```\n"), "docs/own-blocks.md contains OwnBlocks.swift unchanged")
    #expect(sample.split(separator: "\n", omittingEmptySubsequences: false).count <= 120)
  }

  private static let program = """
    <xml xmlns="https://developers.google.com/blockly/xml">
      <block type="play_notes" id="play" x="16" y="32">
        <mutation notes="2"></mutation>
        <value name="NOTE1">
          <block type="math_number" id="a">
            <field name="NUM">60</field>
          </block>
        </value>
        <value name="NOTE2">
          <block type="math_number" id="b">
            <field name="NUM">64</field>
          </block>
        </value>
      </block>
    </xml>

    """

  /// Plays lines of keys.
  /// - Returns: the program as it is then, and the last screen.
  private func play(_ lines: [String]) throws -> (program: String, screen: String) {
    let terminal = TestTerminal(width: 60, height: 16, colorDepth: .twoFiftySix, repertoire: .unicode)
    let folder = try TemporaryFolder()
    try FileSaver.save(Array(Self.program.utf8), to: folder.file("notes.xml"))
    let editor = try OwnBlocks.editor(for: folder.file("notes.xml"), on: terminal)
    var waiting = try lines.map { try InputEvent.events(inLine: $0) }[...]
    var screen = ""
    terminal.isBusy = { editor.isBusy }
    terminal.whenEmpty = {
      screen = terminal.screenRows().joined(separator: "\n")
      if let next = waiting.popFirst() { terminal.feed(next) } else { editor.stop() }
    }
    editor.run()
    return (String(decoding: editor.workbench.bytes().bytes, as: UTF8.self), screen)
  }

  @Test func theDialogChangesTheBlock() throws {
    let (program, screen) = try play(["e", "<Right>", "<Enter>"])
    #expect(program == Self.program.replacing("notes=\"2\"", with: "notes=\"3\""))
    #expect(screen.contains("⚙"))
  }

  @Test func whatLosesItsPlaceIsSetAsideInOneStep() throws {
    let (program, _) = try play(["e", "<Left>", "<Enter>"])
    #expect(program.contains("notes=\"1\"") && program.contains("id=\"b\" x="))
    #expect(try play(["e", "<Left>", "<Enter>", "u"]).program == Self.program)
  }

  @Test func escapeLeavesNothing() throws {
    #expect(try play(["e", "<Left>", "<Esc>"]).program == Self.program)
  }

  @Test func theLimitIsSaid() throws {
    let (_, screen) = try play(["e", "<Left>", "<Left>"])
    #expect(screen.contains("1 to 100 notes can be played"))
    #expect(screen.contains("notes to play") && screen.contains("← fewer"))
  }
}
