import FileTesting
import Glibc
import Testing

/// `mortise tutor` in the real binary.
@Suite struct TutorCommandTests {
  private func tutor(_ arguments: [String], state: TemporaryFolder) throws -> Tool.Outcome {
    try Tool.run(["tutor"] + arguments, shell: "export LC_ALL=C.UTF-8 XDG_STATE_HOME=\(state.path)")
  }

  @Test func lessonsAreListed() throws {
    let state = try TemporaryFolder()
    let list = try tutor(["--list"], state: state)
    #expect(list.code == 0 && list.output.split(separator: "\n").count == 15)
    #expect(list.output.hasPrefix(" 1  moving       Moving about\n"), "\(list.output)")
    #expect(try tutor(["--list", "--language", "fr"], state: state).output.contains("Répéter"))
    let wrong = try tutor(["nothing"], state: state)
    #expect(wrong.code == 1 && wrong.errors.contains("there is no lesson “nothing”"), "\(wrong.errors)")
    #expect(wrong.errors.split(separator: "\n").count == 1)
  }

  /// A mistake is one line with the file, the line and the column.
  @Test func lessonsOfAFolderAreChecked() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.file("a"), 0o755)
    let path = folder.file("a/lesson.json")
    func write(_ check: String) throws {
      try Tool.write(
        "{\"title\": \"A\", \"steps\": [{\"task\": \"t\", \"checks\": [\(check)]}]}\n", to: path)
    }
    try Tool.write("print 1\n", to: folder.file("a/program.blocktext"))
    for (task, message) in [
      ("Press {nosuchkey}.", "{nosuchkey} is neither a word"), ("Type `pront 1`.", "`pront 1` isn't a block: no block"),
      ("Type `print 1.", "a backquote is missing"),
      ("Type `print \\\"{nosuchword}\\\"`.", "{nosuchword} is neither a word"),
    ] {
      try Tool.write(
        "{\"title\": \"A\", \"steps\": [{\"task\": \"\(task)\", \"checks\": [{\"lacks\": \"print 1\"}]}]}\n", to: path)
      let outcome = try tutor([folder.path, "--list"], state: folder)
      #expect(outcome.code == 1 && outcome.errors.hasPrefix("mortise: \(path):1:35: \(message)"), "\(outcome.errors)")
    }
    let errors = [
      ("{\"contains\": \"pront 2\"}", "1:64: no block begins with “pront”"),
      ("{\"contains\": \"\"}", "1:64: this pattern has no blocks"),
      ("{\"contains\": \"print 1\"}", "1:64: the first step is done before anything is changed"),
    ]
    for (check, message) in errors {
      try write(check)
      let outcome = try tutor([folder.path, "--list"], state: folder)
      #expect(outcome.code == 1 && outcome.errors.hasPrefix("mortise: \(path):\(message)"), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    try write("{\"contains\": \"print 2\"}")
    #expect(try tutor([folder.path, "--list"], state: folder).output == " 1  a  A\n")
    try Tool.write("prunt 1\n", to: folder.file("a/program.blocktext"))
    #expect(try tutor([folder.path], state: folder).errors.contains("program.blocktext:"))
  }
}

/// Lessons are done by somebody who only hears the status line.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct TutorJourneyTests {
  private func play(_ steps: [(keys: String, status: String)], in session: TmuxSession) throws {
    for (keys, expected) in steps {
      try session.press(keys)
      let status = try session.status { $0.hasPrefix(expected) }
      #expect(status.hasPrefix(expected), "after \(keys)")
    }
  }

  /// The pane names the keys also while a line is typed.
  @Test func hintAndTaskAreReadWhileALineIsTyped() throws {
    let folder = try TemporaryFolder()
    let session = try TmuxSession(["tutor", "typing"], columns: 160, term: "vt100", stateFolder: folder.file("state"))
    #expect(try session.sees("Lesson 2 of 15"))
    try play(
      [
        ("a", "type a statement"), ("<A-j>", "Hint 1 of 3: Type the words"), ("<A-.>", "Hint 1 of 3"),
        ("<Esc>", "type a statement"), ("<Esc>", ""),
      ], in: session)
    #expect(try session.pressLast("q") == "ended 0")
  }

  @Test(arguments: [[], ["--plain"]]) func lessonsAreDoneByTheStatusLineAlone(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let session = try TmuxSession(
      ["tutor", "undo"] + options, columns: 160, term: "vt100", stateFolder: folder.file("state"))
    let row = options.isEmpty ? "‘print \"B\"’" : "print \"B\""
    let start = "Lesson 5 of 15: Undo: (1/3) Go to \(row) and press Delete."
    #expect(try session.status { $0.hasPrefix(start) }.hasPrefix(start))
    try play(
      [
        ("<A-j>", "Hint 1 of 2: Before "), ("<Down>", "print"), ("<Backspace>", "Well done! (2/3) Oops"),
        ("u", "Well done! (3/3)"), ("U", "Lesson complete!"), ("<A-.>", "Lesson complete!"),
        ("<Enter>", "Lesson 6 of 15: Repeating: (1/3) A loop"), ("arepeat 3 times<Enter>", "Well done! (2/3)"),
        ("print \"Hip\"<Enter>", "Well done! (3/3)"), ("<Esc><Up><Right>5<Enter>", ""),
        ("<A-r>", "Lesson complete!"),
      ], in: session)
    #expect(try session.pressLast("q") == "ended 0")
    let again = try TmuxSession(["tutor"], stateFolder: folder.file("state"))
    #expect(try again.sees("Lesson 1 of 15"))
    try play(
      [("<A-.>", "(1/3)"), ("l", "1 Moving about · 1 of 15"), ("repeat", "“repeat”: 6 Repeating, done")], in: again)
    try again.press("<Esc><Esc>")
    #expect(try again.pressLast("q") == "ended 0")
  }

  /// The generators of a stranger's lessons are code, and run only if that is wanted.
  @Test func generatorsOfOthersAreAskedAbout() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.file("a"), 0o755)
    try Tool.write("greet\n", to: folder.file("a/program.blocktext"))
    try Tool.write(
      "{\"title\": \"A\", \"steps\": [{\"task\": \"Run\", \"checks\": [{\"prints\": \"hello\"}]}]}\n",
      to: folder.file("a/lesson.json"))
    try Tool.write(
      """
      [{"type": "greet", "message0": "greet", "previousStatement": null, "nextStatement": null,
        "generators": {"python": {"code": "print('hello')"}}}]
      """, to: folder.file("blocks.json"))
    let state = try TemporaryFolder()
    for (answer, ending) in [("n", "this can't be run"), ("y", "Done, that was the last lesson!")] {
      let session = try TmuxSession(["tutor", folder.path], columns: 160, stateFolder: state.path)
      #expect(try session.sees("These lessons bring code that runs"))
      try session.press(answer)
      try play([("<F5>", ending)], in: session)
      #expect(try session.pressLast("q") == "ended 0")
    }
  }
}
