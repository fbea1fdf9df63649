import Testing

@testable import TerminalUI

/// What the status line shows of a sentence that is too long for it.
@MainActor @Suite struct StatusLineTests {
  private static let program = """
    <xml><block type="controls_whileUntil"><statement name="DO"><block type="text_print"><value name="TEXT"><block
    type="text"><field name="TEXT">Linus</field></block></value><next><block type="text_print"/></next></block>
    </statement></block></xml>
    """

  /// Of a part that is cut, so much is left that it says something.
  @Test func noPartIsCutToNothing() throws {
    for width in 30...70 {
      let scene = try AppScene(Self.program, width: width) { _ in }
      let status = try scene.play(["<Right><Right><Right>"]).last?.split(separator: "\n").last ?? ""
      #expect(!status.contains(/· [^·]{1,3}…/), "\(width): \(status)")
    }
  }
}
