import FileTesting
import Glibc
import Testing

/// A host ends and saves, and another one begins: the editors go on in its new session.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct NewSessionTests {
  private let file: NumberProgram
  private let state: TemporaryFolder
  private var path: String { file.path }

  init() throws { (file, state) = (try NumberProgram(), try TemporaryFolder()) }

  private func join(_ name: String) throws -> TmuxSession {
    try TmuxSession(["join", path, "--name", name], stateFolder: state.path)
  }

  /// Waits until there are so many files with what could not be sent.
  private func keeps(_ count: Int) throws -> Bool {
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      let listed = try Tool.run([state.file("mortise/unsent")], program: "ls").output
      if listed.split(separator: "\n").count == count { return true }
    }
    return false
  }

  @Test func editorsGoOnInANewSession() throws {
    let first = try HostProcess([path])
    let (anna, ben) = (try join("Anna"), try join("Ben"))
    try anna.press("<Enter>41<Enter>")
    #expect(try ben.sees("41"))
    #expect(try first.stop() == 0)
    #expect(Tool.read(path) == NumberProgram.text(41))
    for editor in [anna, ben] { #expect(try editor.sees("no connection")) }
    try anna.press("<Enter>42<Enter>")
    #expect(try keeps(1))
    // The title says so, and nobody has what Anna did.
    #expect(try anna.sees("n.xml · no connection"))
    let second = try HostProcess([path])
    #expect(try anna.sees("with Ben"))
    #expect(try ben.sees("with Anna"))
    #expect(try ben.sees("42"))
    try anna.press("<C-s>")
    #expect(try ben.sees("saved n.xml"))
    #expect(Tool.read(path) == NumberProgram.text(42))
    #expect(try keeps(0))
    // Undo is still one's own, also of what was done in the session before.
    try ben.press("u")
    #expect(try ben.sees("nothing to undo"))
    try anna.press("u")
    #expect(try ben.sees("41"))
    try anna.press("u")
    #expect(try ben.sees(" 1 "))
    try anna.press("<C-y>")
    #expect(try ben.sees("41"))
    for editor in [anna, ben] { #expect(try editor.pressLast("q") == "ended 0") }
    #expect(try second.stop() == 0)
    #expect(Tool.read(path) == NumberProgram.text(41))
  }

  /// Both editors end without a connection. Each of two that come next takes what one of them did.
  @Test func whatWasNotSentIsMadeAgainOnce() throws {
    let first = try HostProcess([path])
    let (anna, ben) = (try join("Anna"), try join("Ben"))
    try first.kill()
    for editor in [anna, ben] { #expect(try editor.sees("no connection")) }
    try anna.press("<Enter>42<Enter>")
    try ben.press("d")
    #expect(try keeps(2))
    for editor in [anna, ben] { #expect(try editor.pressLast("q") == "ended 0") }
    let second = try HostProcess([path])
    let editors = [try join("Anna"), try join("Ben")]
    #expect(try editors[0].sees("with Ben"))
    try editors[0].press("<C-s>")
    #expect(try editors[1].sees("saved n.xml"))
    let text = Tool.read(path)
    #expect(text.contains("\">42<") && text.split(separator: "<block").count == 3, "\(text)")
    #expect(try keeps(0))
    for editor in editors { #expect(try editor.pressLast("q") == "ended 0") }
    #expect(try second.stop() == 0)
    #expect(Tool.read(path).split(separator: "<block").count == 3)
  }
}
