import FileTesting
import Glibc
import LiveSession
import Testing

/// Several editors in terminals edit one program.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct SharedEditorsTests {
  private let file: NumberProgram
  private var path: String { file.path }

  init() throws { file = try NumberProgram() }

  private func join(_ name: String, _ arguments: String...) throws -> TmuxSession {
    try TmuxSession(["join", path, "--name", name] + arguments)
  }

  @Test func twoEditorsEditOneProgram() throws {
    let host = try HostProcess([path])
    let anna = try join("Anna")
    // Whoever opens the file joins, too.
    let ben = try TmuxSession([path])
    #expect(try ben.sees("with Anna"))
    try anna.press("<Enter>4711<Enter>")
    #expect(try ben.sees("4711"))
    #expect(try ben.sees(" Anna is here · "))
    try ben.press("<C-s>")
    for editor in [anna, ben] { #expect(try editor.sees("saved n.xml")) }
    #expect(Tool.read(path) == NumberProgram.text(4711))
    // The host has it: nobody asks.
    try anna.press("<Enter>4712<Enter>")
    #expect(try anna.pressLast("q") == "ended 0")
    #expect(try ben.sees("4712"))
    #expect(try ben.sees("Anna has left"))
    // Undo is one's own: Ben has done nothing.
    try ben.press("u")
    #expect(try ben.sees("nothing to undo"))
    #expect(try ben.sees("4712"))
    #expect(try ben.pressLast("q") == "ended 0")
    #expect(Tool.read(path) == NumberProgram.text(4711))
    #expect(try host.stop() == 0)
    #expect(Tool.read(path) == NumberProgram.text(4712))
    #expect(file.folder.names == ["n.xml"])
  }

  @Test func editorsGoOnWithoutTheHost() throws {
    let first = try HostProcess([path])
    let (anna, ben) = (try join("Anna"), try join("Ben"))
    try anna.press("<Enter>41<Enter>")
    #expect(try ben.sees("41"))
    try first.kill()
    for editor in [anna, ben] { #expect(try editor.sees("no connection")) }
    try anna.press("<Enter>42<Enter>")
    try ben.press("<Down><Up>")
    #expect(Tool.read(path) == NumberProgram.text(1))
    let second = try HostProcess([path])
    for editor in [anna, ben] {
      #expect(try editor.sees("with "))
      #expect(try editor.sees("42"))
    }
    try anna.press("<C-s>")
    for editor in [anna, ben] { #expect(try editor.sees("saved n.xml")) }
    #expect(Tool.read(path) == NumberProgram.text(42))
    for editor in [anna, ben] { #expect(try editor.pressLast("q") == "ended 0") }
    #expect(try second.stop() == 0)
    #expect(file.folder.names == ["n.xml"])
  }

  @Test func aWatcherWhoTriesToEditIsTold() throws {
    let host = try HostProcess([path])
    let watcher = try join("Wanda", "--watch")
    #expect(try watcher.sees("watching"))
    try watcher.press("<Enter>77<Enter>")
    #expect(try watcher.sees("only watch"))
    let owner = try join("Anna")
    try owner.press("<Enter>55<Enter>")
    #expect(try watcher.sees("55"))
    #expect(try !watcher.screen().contains("77"))
    #expect(try watcher.pressLast("q") == "ended 0")
    #expect(try owner.pressLast("q") == "ended 0")
    #expect(try host.stop() == 0)
    #expect(Tool.read(path) == NumberProgram.text(55))
  }

  @MainActor @Test func theOwnerGivesAndTakesThePenOfAll() throws {
    let host = try HostProcess(["--watch", path])
    let learner = try SessionClient("ben", path)
    let owner = try join("Anna", "--token", try #require(host.token))
    try owner.press("<A-t>let all edit<Enter>")
    #expect(try owner.sees("all may edit now"))
    try learner.receive { learner.role == .editor }
    try owner.press("<A-t>let all only<Enter>")
    #expect(try owner.sees("only owners may edit now"))
    try learner.receive { learner.role == .watcher }
    #expect(try owner.pressLast("q") == "ended 0")
    #expect(try host.stop() == 0)
  }

  @MainActor @Test func theRunOfOneIsSeenByAll() throws {
    try Tool.write(
      """
      <xml xmlns="https://developers.google.com/blockly/xml">
        <block type="text_print" id="p" x="16" y="32">
          <value name="TEXT"><block type="text" id="t"><field name="TEXT">seen by all</field></block></value>
        </block>
      </xml>

      """, to: path)
    let host = try HostProcess([path])
    let (anna, ben) = (try join("Anna"), try join("Ben", "--watch"))
    #expect(try anna.sees("with Ben"))
    try anna.press("<F5>")
    #expect(try anna.sees("last line: seen by all"))
    try anna.press("<Tab><A-t>")
    #expect(try anna.sees("show my run to all"))
    try anna.press("show my run<Enter>")
    #expect(try ben.sees("Anna shows a run of the program"))
    // What was printed before, too; and again.
    #expect(try ben.sees("Anna’s run: ended"))
    #expect(try ben.canvas(expecting: nil).contains("\nseen by all"))
    // The end of the first run stays on Ben's screen, and a new run takes the place of any other: only the words that he
    // reads again say that the second one has arrived.
    try ben.press("<Down>")
    let isRead: (String) -> Bool = { !$0.isEmpty && !$0.contains("shows a run") }
    #expect(isRead(try ben.status(until: isRead)))
    try anna.press("<F5>")
    #expect(try ben.sees("Anna shows a run of the program"))
    #expect(try ben.sees("Anna’s run: ended"))
    let cleo = try join("Cleo")
    #expect(try cleo.sees("Anna’s run: ended"))
    // What others say never acts on the terminal.
    let evil = try SessionClient("Evil", path)
    evil.send(
      .run(
        SharedRun(
          number: 1, firstLine: 0, lines: ["\u{1B}]0;taken\u{7}\u{1B}[31mred", "two\nlines"], blockID: "p",
          state: "\u{1B}[2Jhere")))
    #expect(try ben.sees("Evil’s run: \u{FFFD}[2Jhere"))
    #expect(try ben.sees("\u{FFFD}]0;taken\u{FFFD}\u{FFFD}[31mred"))
    #expect(try ben.sees("two↵lines"))
    for editor in [anna, ben, cleo] { #expect(try editor.pressLast("q") == "ended 0") }
    #expect(try host.stop() == 0)
  }

  /// The past is that of the program that ran: somebody else's change leads back to the present, as an own one does.
  @MainActor @Test func somebodyElsesChangeEndsThePast() throws {
    try Tool.write(
      """
      <xml xmlns="https://developers.google.com/blockly/xml">
        <variables><variable id="v">x</variable></variables>
        <block type="variables_set" id="s" x="16" y="32">
          <field name="VAR" id="v">x</field>
          <value name="VALUE"><block type="math_number" id="n"><field name="NUM">41</field></block></value>
          <next><block type="text_print" id="p">
            <value name="TEXT"><block type="variables_get" id="g"><field name="VAR" id="v">x</field></block></value>
            <next><block type="text_print" id="q">
              <value name="TEXT"><block type="text" id="t"><field name="TEXT">end</field></block></value>
            </block></next>
          </block></next>
        </block>
      </xml>

      """, to: path)
    let host = try HostProcess([path])
    let anna = try join("Anna")
    let ben = try SessionClient("Ben", path)
    #expect(try anna.sees("with Ben"))
    for key in ["<A-v>", "<A-v>"] { try anna.press(key) }
    #expect(try anna.sees("ended · last line: end"))
    try anna.press("<A-I>")
    #expect(try anna.sees("past, step 3 of 3: next: ‘print \"end\"’"))
    #expect(try anna.sees("x = 41"))
    ben.setNumber("n", to: 42)
    try ben.confirm()
    #expect(try anna.sees("another user changed the program: back in the present"))
    // What it was worth doesn't stand behind other blocks.
    #expect(try anna.sees("42"))
    #expect(try !anna.screen().contains("x = 41"))
    // The steps can still be read.
    try anna.press("<A-I>")
    #expect(try anna.sees("past, step 3 of 3: next: ‘print \"end\"’ · an older version"))
    #expect(try anna.pressLast("q") == "ended 0")
    #expect(try host.stop() == 0)
  }

  /// A teacher and four learners, each through a connection of their own.
  @Test(.enabled(if: SSHServer.isNeeded, "there is no sshd; bin/test downloads one"))
  func aClassWorksThroughSSH() throws {
    let server = try SSHServer()
    let shell = "export PATH=\(try server.folderWithClient()):$PATH"
    let host = try HostProcess(["--watch", path])
    let token = try #require(host.token)
    func joined(_ name: String, _ arguments: String...) throws -> TmuxSession {
      try TmuxSession(["join", "school:\(path)", "--name", name] + arguments, shell: shell)
    }
    let teacher = try joined("Teacher", "--token", token)
    let learners = try ["Ada", "Bob", "Cem", "Dana"].map { try joined($0) }
    #expect(try teacher.sees("with 4 others"))
    try teacher.press("<Enter>31<Enter>")
    for learner in learners {
      #expect(try learner.sees("watching"))
      #expect(try learner.sees("31"))
    }
    // The first learner gets the pen.
    try teacher.press("<A-t>")
    #expect(try teacher.sees("Ada"))
    try teacher.press("<Enter><Down><Down><Enter>")
    #expect(try learners[0].sees("you may edit n.xml now"))
    try learners[0].press("<Enter>32<Enter>")
    for editor in [teacher] + learners { #expect(try editor.sees("32")) }
    try learners[1].press("<Enter>33<Enter>")
    #expect(try learners[1].sees("only watch"))
    for editor in [teacher] + learners { #expect(try editor.pressLast("q") == "ended 0") }
    #expect(try host.stop() == 0)
    #expect(Tool.read(path) == NumberProgram.text(32))
    withExtendedLifetime(server) {}
  }
}
