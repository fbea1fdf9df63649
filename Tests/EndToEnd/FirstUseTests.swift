import FileTesting
import Testing

/// Somebody who starts the editor for the first time is told the keys to begin with, once.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct FirstUseTests {
  private static let greeting = "Welcome! a types, t picks blocks, m moves, u undoes, ? helps"

  @Test func aNewUserIsGreetedOnce() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("p.xml")
    try Tool.write("<xml><block type=\"text_print\" id=\"p\"/></xml>", to: path)
    for isFirst in [true, false] {
      let session = try TmuxSession([path], stateFolder: folder.file("state"))
      #expect(try session.sees(isFirst ? Self.greeting : "\n  print"))
      #expect(try session.status { $0.contains("Welcome") == isFirst }.contains("Welcome") == isFirst)
      // The first key does what it always does.
      try session.press("d")
      #expect(try session.sees("changed"))
      try session.press("u")
      #expect(try session.pressLast("q") == "ended 0")
    }
  }

  /// Where nothing can be kept, nobody would be greeted only once.
  @Test func nobodyIsGreetedWhereThatCannotBeKept() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("p.xml")
    try Tool.write("<xml><block type=\"text_print\" id=\"p\"/></xml>", to: path)
    let session = try TmuxSession([path])
    #expect(try session.sees("\n  print"))
    #expect(try session.status { !$0.contains("Welcome") }.contains("Welcome") == false)
  }
}
