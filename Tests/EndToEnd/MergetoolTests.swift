import FileTesting
import Testing

/// `mortise mergetool`, as git calls it.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct MergetoolTests {
  private let folder: TemporaryFolder
  private let merged: String
  private let arguments: [String]

  init() throws {
    folder = try TemporaryFolder()
    merged = folder.file("merged.xml")
    for (name, number) in [("base", 5), ("ours", 6), ("theirs", 7), ("merged", 0)] {
      try Tool.write(
        #"<xml><block type="math_number" x="0" y="0"><field name="NUM">\#(number)</field></block></xml>"#,
        to: folder.file("\(name).xml"))
    }
    arguments =
      ["mergetool", "-o", merged, "--"] + ["base", "ours", "theirs"].map { [folder] in folder.file("\($0).xml") }
  }

  @Test func aSettledConflictEndsWith0() throws {
    let session = try TmuxSession(arguments, stateFolder: folder.file("state"))
    #expect(try session.sees("conflict 1 of 1: ours changed 5 to 6, theirs to 7"))
    try session.press("_t<C-s>")
    #expect(try session.sees("saved merged.xml"))
    #expect(try session.pressLast("q") == "ended 0")
    #expect(Tool.read(merged).contains(">7<") && !Tool.read(merged).contains("conflict"))
  }

  @Test func aConflictThatIsLeftEndsWith1() throws {
    let session = try TmuxSession(arguments, stateFolder: folder.file("state"))
    #expect(try session.sees("1 conflict"))
    #expect(try session.pressLast("q") == "ended 1")
    #expect(Tool.read(merged).contains("Merge conflict"))
    // The versions' own names mean nothing to the user.
    let outcome = try Tool.run(["merge"] + arguments.dropFirst())
    #expect(outcome.code == 1 && outcome.errors.contains("merged.xml: conflict: 6: ours changed 5 to 6, theirs to 7"))
  }

  /// Git puts the file back when the tool ends with 1.
  @Test func whatWasSettledIsLostOnlyAfterAQuestion() throws {
    for (name, number) in [("base", 5), ("ours", 6), ("theirs", 7)] {
      let blocks = [1, 2].map {
        #"<block type="math_number" x="0" y="\#($0)00"><field name="NUM">\#(number)\#($0)</field></block>"#
      }
      try Tool.write("<xml>\(blocks.joined())</xml>", to: folder.file("\(name).xml"))
    }
    let session = try TmuxSession(arguments, stateFolder: folder.file("state"))
    #expect(try session.sees("conflict 1 of 2"))
    try session.press("_t<C-s>")
    #expect(try session.sees("saved merged.xml"))
    try session.press("q")
    #expect(try session.sees("1 conflict is left: git will put back the file as it was"))
    try session.press("k_c_o<C-s>")
    #expect(try session.sees("saved merged.xml"))
    #expect(try session.pressLast("q") == "ended 0")
  }

  @Test func withoutATerminalNothingIsWritten() throws {
    let outcome = try Tool.run(arguments)
    #expect(outcome.code == 2 && outcome.errors == "mortise: mergetool needs a terminal; nothing was written\n")
    #expect(Tool.read(merged).contains(">0<"))
  }

  @Test func theEditorOpensOnlyPrograms() throws {
    for name in ["base", "ours", "theirs"] { try Tool.write("\(name)\n", to: folder.file("\(name).xml")) }
    let session = try TmuxSession(arguments, stateFolder: folder.file("state"))
    #expect(try session.sees("the editor can't open"))
    #expect(Tool.read(merged).hasPrefix("<<<<<<< ours\n"))
  }

  @Test func itBeginsAtTheFirstConflict() throws {
    for name in ["base", "ours", "theirs"] {
      let blocks = [10, 90].map {
        #"<block type="math_number" x="0" y="\#($0)"><field name="NUM">\#(name.count)\#($0)</field></block>"#
      }
      try Tool.write(name == "ours" ? "" : "<xml>\(blocks.joined())</xml>", to: folder.file("\(name).xml"))
    }
    let session = try TmuxSession(arguments, stateFolder: folder.file("state"))
    #expect(try session.sees("conflict 1 of 2: ours deletes what theirs"))
  }

  /// Git calls it so for a file whose name begins with “-”.
  @Test func emptyFilesDontEmptyTheMerge() throws {
    for name in ["base", "ours", "theirs"] { try Tool.write("", to: folder.file("\(name).xml")) }
    let outcome = try Tool.run(arguments)
    #expect(outcome.code == 2 && outcome.errors.hasSuffix("merged.xml isn't; nothing was written\n"))
    #expect(Tool.read(merged).contains(">0<"))
  }
}
