import FileTesting
import Testing

/// The code beside an ioBroker script's blocks, made by a command of the settings: from the editor, `convert` and merges.
@Suite(.enabled(if: Tool.has("git"), "git is not installed")) struct AppCodeTests {
  private let scene: GitFolder
  private let script: String

  init() throws {
    scene = try GitFolder(binary: Tool.binary)
    script = scene.path + "/work/lamp.js"
    // Makes code that tells the texts of the blocks. A text “hang” keeps it waiting until the file “go” exists.
    scene.sh(
      #"""
      cat > ../bin/make-code <<'END'
      #!/bin/sh
      xml=$(cat)
      echo x >> "$(dirname "$0")/calls"
      case $xml in
      *">bad"*) echo "no generator for bad" >&2; exit 1 ;;
      esac
      printf '%s' "$xml" | grep -o 'name="A">[^<]*' | sed 's/.*>\(.*\)/say("\1");/'
      END
      chmod +x ../bin/make-code
      mkdir -p ../home/config/mortise
      """#)
    try configure(["make-code"])
    try Tool.write(Self.script("say(\"one\");\nsay(\"two\");\nsay(\"three\");", "one", "two", "three"), to: script)
  }

  private func configure(_ words: [String]) throws {
    let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
    try Tool.write(
      "{ \"codeCommands\": { \"iobroker\": [\(list)] } }", to: scene.path + "/home/config/mortise/settings.json")
  }

  private static func script(_ code: String, _ words: String...) -> String {
    let blocks = words.enumerated().map { index, word in
      "<block type=\"say\" id=\"b\(index)\" x=\"0\" y=\"\(index * 90)\"><field name=\"A\">\(word)</field></block>"
    }
    return "\(code)\n\n//<xml xmlns=\"https://developers.google.com/blockly/xml\">\(blocks.joined())</xml>"
  }

  /// The code in the script.
  private var code: [Substring] { Tool.read(script).split(separator: "\n").filter { !$0.hasPrefix("//") } }

  private func edit(on server: SSHServer? = nil) throws -> TmuxSession {
    // The session's own HOME is empty.
    try TmuxSession(
      [script],
      shell:
        "export XDG_CONFIG_HOME='\(scene.path)/home/config' PATH='\(scene.path)/bin':\"$PATH\"; cd '\(scene.path)/work'",
      stateFolder: scene.path + "/state", on: server)
  }

  @Test func convertMakesTheCodeAnew() throws {
    try Tool.write(Self.script("old();", "one", "two"), to: script)
    #expect(scene.sh("mortise convert lamp.js -o lamp.js --code") == (0, ""))
    #expect(Tool.read(script) == Self.script("say(\"one\");\nsay(\"two\");", "one", "two"))
    #expect(scene.sh("mortise check lamp.js").output.contains("note: the code beside the blocks matches them\n"))
    scene.sh("sed -i 's/say(\"one\")/shout()/' lamp.js")
    #expect(
      scene.sh("mortise check lamp.js").output.contains("is not what the command in the settings makes of them"))
    // Without it, a copy is a copy.
    scene.sh("mortise convert lamp.js -o copy.js")
    #expect(Tool.read(script) == Tool.read(scene.path + "/work/copy.js"))
    let bad = Self.script("old();", "bad")
    try Tool.write(bad, to: script)
    #expect(
      scene.sh("mortise convert lamp.js -o lamp.js --code")
        == (1, "mortise: lamp.js: the code can't be made: “make-code” failed: no generator for bad\n"))
    #expect(Tool.read(script) == bad)
    #expect(
      scene.sh("mortise check lamp.js").output.contains(
        "whether the code matches the blocks is unknown: “make-code” failed: no generator for bad\n"))
    scene.sh("rm ../home/config/mortise/settings.json")
    #expect(
      scene.sh("mortise convert lamp.js -o lamp.js --code")
        == (
          1,
          "mortise: lamp.js: some blocks have no generator, and the settings have no command for “iobroker” in “codeCommands”\n"
        ))
    scene.sh("echo '<xml></xml>' > plain.xml")
    #expect(
      scene.sh("mortise convert plain.xml -o - --code")
        == (1, "mortise: plain.xml: no app runs code that this file has beside the blocks\n"))
    #expect(scene.sh("mortise convert lamp.js -o lamp.xml --code").code == 2)
  }

  @Test(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) func theEditorSavesBlocksAndCode() throws {
    let session = try edit()
    #expect(try session.sees("code: unknown"))
    try session.press("<Enter>1<Enter><C-s>")
    #expect(try session.sees("saved lamp.js"))
    #expect(try session.sees("code: matches"))
    #expect(Tool.read(script) == Self.script("say(\"1\");\nsay(\"two\");\nsay(\"three\");", "1", "two", "three"))
    // A failure saves nothing until the user says so; then the old code stays.
    let before = Tool.read(script)
    try session.press("<Enter><C-u>bad<Enter><C-s>")
    #expect(try session.sees("failed: no generator for bad"))
    try session.press("n")
    #expect(Tool.read(script) == before)
    try session.press("<C-s>")
    #expect(try session.sees("runs the code beside the blocks"))
    try session.press("y")
    #expect(try session.sees("saved lamp.js"))
    #expect(Tool.read(script) == Self.script("say(\"1\");\nsay(\"two\");\nsay(\"three\");", "bad", "two", "three"))
    // The next save tries again.
    try session.press("<Enter><C-u>good<Enter><C-s>")
    #expect(try session.sees("saved lamp.js"))
    #expect(code.first == "say(\"good\");")
    #expect(try session.pressLast("q") == "ended 0")
  }

  /// A host of the script that finds the command in the settings.
  private func startHost() throws -> HostProcess {
    try HostProcess(
      [script],
      shell:
        "export XDG_CONFIG_HOME='\(scene.path)/home/config' PATH='\(scene.path)/bin':\"$PATH\"; cd '\(scene.path)/work'"
    )
  }

  /// The host calls the command, and tells the editors how the code relates to the blocks.
  @Test(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) func aSessionSavesBlocksAndCode() throws {
    let host = try startHost()
    let session = try edit()
    #expect(try session.sees("shared"))
    #expect(try session.sees("code: unknown"))
    try session.press("<Enter>1<Enter><C-s>")
    #expect(try session.sees("saved lamp.js"))
    #expect(try session.sees("code: matches"))
    #expect(Tool.read(script) == Self.script("say(\"1\");\nsay(\"two\");\nsay(\"three\");", "1", "two", "three"))
    let before = Tool.read(script)
    try session.press("<Enter><C-u>bad<Enter><C-s>")
    #expect(try session.sees("lamp.js is not saved, as no new code was made"))
    #expect(try session.sees("ioBroker runs the old code until it opens them"))
    try session.press("n")
    #expect(Tool.read(script) == before)
    // Whoever asks may have the blocks saved alone.
    try session.press("<Enter><C-u>bad again<Enter>")
    #expect(try session.sees("bad again"))
    try session.press("<C-s>")
    #expect(try session.sees("ioBroker runs the old code until it opens them"))
    try session.press("y")
    #expect(try session.sees("saved lamp.js; ioBroker runs the old code until it opens the blocks"))
    #expect(try session.sees("code: unknown"))
    #expect(
      Tool.read(script) == Self.script("say(\"1\");\nsay(\"two\");\nsay(\"three\");", "bad again", "two", "three"))
    try session.press("<Enter><C-u>good<Enter>")
    #expect(try session.pressLast("q") == "ended 0")
    // In the end, too.
    #expect(try host.stop() == 0)
    #expect(code.first == "say(\"good\");")
  }

  /// Until code can be made again, also where nobody is there to be asked.
  @Test(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) func aSessionGoesOnSavingTheBlocksAlone() throws {
    let host = try startHost()
    let session = try edit()
    #expect(try session.sees("shared"))
    try session.press("<Enter><C-u>bad<Enter><C-s>")
    #expect(try session.sees("save the blocks; ioBroker runs the old code until it opens them"))
    try session.press("y")
    #expect(try session.sees("saved lamp.js; ioBroker runs the old code until it opens the blocks"))
    try session.press("<Enter><C-u>bad again<Enter>")
    #expect(try session.pressLast("q") == "ended 0")
    #expect(try host.stop() == 0)
    let code = "say(\"one\");\nsay(\"two\");\nsay(\"three\");"
    #expect(Tool.read(script) == Self.script(code, "bad again", "two", "three"))
  }

  /// Nobody has generators for its blocks.
  @Test(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) func aSessionWithoutACommandAsks() throws {
    let before = Tool.read(script)
    for answer in ["n", "y"] {
      let host = try HostProcess([script])
      let session = try TmuxSession([script], stateFolder: scene.path + "/state")
      #expect(try session.sees("shared"))
      try session.press("<Enter><C-u>\(answer)<Enter><C-s>")
      #expect(try session.sees("lamp.js is not saved, as no new code was made: some blocks have no generator"))
      #expect(Tool.read(script) == before)
      try session.press(answer)
      #expect(try session.sees(answer == "n" ? "not saved" : "saved lamp.js; ioBroker runs the old code"))
      #expect(try session.pressLast("q") == "ended 0")
      // What is not saved is in the journal, with which the next host goes on.
      #expect(try host.stop() == (answer == "n" ? 1 : 0))
    }
    #expect(Tool.read(script) == Self.script("say(\"one\");\nsay(\"two\");\nsay(\"three\");", "y", "two", "three"))
  }

  @Test(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) func aScriptInARepositoryIsChangedAndMerged()
    throws
  {
    scene.sh("git init -q -b main; mortise git --enable '*.js'; git add .; git commit -qm base; git checkout -qb side")
    // As on the machine where ioBroker runs.
    let server = SSHServer.isNeeded ? try SSHServer() : nil
    let session = try edit(on: server)
    try session.press("<Enter>1<Enter><C-s>")
    #expect(try session.sees("saved lamp.js"))
    #expect(try session.pressLast("q") == "ended 0")
    withExtendedLifetime(server) {}
    #expect(code == ["say(\"1\");", "say(\"two\");", "say(\"three\");"])
    let changes = scene.sh("git diff").output
    for line in [#"-::say(A = "one")"#, "+::say(A = 1)", #"-@behind say("one");"#, #"+@behind say("1");"#] {
      #expect(changes.contains("\n\(line)\n"), "\(changes)")
    }
    let words = scene.sh("git show HEAD:lamp.js > ../old.js; mortise diff ../old.js lamp.js").output
    #expect(words.contains("~ say(A = [-\"one\"-]{+1+})"), "\(words)")
    // Meanwhile, somebody changes another block. Both have new code, which is no conflict.
    scene.sh(
      "git commit -qam one; git checkout -q main; sed -i 's/>three</>3</' lamp.js; mortise convert lamp.js -o lamp.js --code; git commit -qam three"
    )
    #expect(code.last == "say(\"3\");")
    let merge = scene.sh("git merge -q side -m merged")
    #expect(merge.code == 0, "\(merge.output)")
    #expect(Tool.read(script) == Self.script("say(\"1\");\nsay(\"two\");\nsay(\"3\");", "1", "two", "3"))
    // Where the command fails, the merge says so, and git leaves it to the user.
    scene.sh("git checkout -q side; git reset -q --hard main; sed -i 's/>two</>bad</' lamp.js; git commit -qam bad")
    scene.sh("git checkout -q main; sed -i 's/>3</>III</' lamp.js; git commit -qam III")
    let failed = scene.sh("git merge side -m merged")
    #expect(failed.code == 1)
    #expect(
      failed.output.contains("conflict: the code beside the blocks is old, as it can't be made: “make-code” failed"))
    #expect(Tool.read(script).contains(">bad<") && Tool.read(script).contains(">III<"))
  }
}
