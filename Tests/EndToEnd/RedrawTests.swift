import PtyDriver
import Testing

/// Ctrl+L removes what another program has written over the screen.
@Suite struct RedrawTests {
  private let file: NumberProgram
  private let editor: EditorProcess

  init() throws {
    file = try NumberProgram()
    editor = try EditorProcess([file.path])
    _ = try editor.shown()
  }

  private func shownAgain() throws -> String {
    try editor.type(["\u{0C}"])
    return String(decoding: try editor.session.bytesWritten(), as: UTF8.self)
  }

  @Test func theWholeScreenIsDrawn() throws {
    let bytes = try shownAgain()
    #expect(bytes.contains("\u{1B}[2J"))
    #expect(
      ["mortise", "n.xml", "saved", "number 1"].allSatisfy(bytes.contains), "\(bytes.debugDescription)")
    #expect(try shownAgain().utf8.count == bytes.utf8.count)
  }

  @Test(arguments: [("t", "Toolbox"), ("S", "Save as"), ("\r", "1")])
  func windowsAreRedrawnToo(key: String, text: String) throws {
    try editor.type([key])
    _ = try editor.shown()
    let bytes = try shownAgain()
    #expect(["mortise", "n.xml", text].allSatisfy(bytes.contains), "\(bytes.debugDescription)")
  }
}
