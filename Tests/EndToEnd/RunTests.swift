import FileTesting
import Glibc
import PtyDriver
import Testing

@Suite struct RunTests {
  /// Statements in the languages, for what blocks can't do.
  private static let definitions = """
    [{"type": "code", "message0": "code %1", "args0": [{"type": "field_input", "name": "CODE"}],
      "previousStatement": null, "nextStatement": null,
      "generators": {"python": {"code": "exec({{\\"CODE\\"}}.replace('¶', chr(10)))"}}}]
    """

  /// Where the interpreters are.
  private static let environment = ["PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"]

  private static func folder(_ program: String, name: String = "p.blocktext") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Tool.write(program, to: folder.file(name))
    try Tool.write(definitions, to: folder.file("code.json"))
    return folder
  }

  @Test(arguments: ["python", "javascript", "lua"]) func programsUseStandardInputAndOutput(language: String) throws {
    let folder = try Self.folder("print create text with \"Hello \", prompt for text with message \"\"\n")
    try Tool.write("Zoë\n", to: folder.file("in"))
    let outcome = try Tool.run(
      ["run", folder.file("p.blocktext"), "--to", language], input: folder.file("in"), shell: "export LC_ALL=C")
    #expect(outcome == .init(code: 0, output: "Hello Zoë\n", errors: ""))
  }

  /// What a newcomer runs first.
  @Test(arguments: ["python", "javascript", "lua"]) func examplesRun(language: String) throws {
    let folder = try TemporaryFolder()
    try Tool.write(String(repeating: "3\n", count: 100), to: folder.file("in"))
    for name in [
      "deep.json", "fizzbuzz.xml", "guessing-game.json", "hello.json", "primes.xml", "shopping-list.json", "story.xml",
      "temperature.xml",
    ] {
      let outcome = try Tool.run(["run", "examples/\(name)", "--to", language], input: folder.file("in"))
      #expect(outcome.code == 0 && outcome.errors == "" && outcome.output != "", "\(name): \(outcome)")
    }
  }

  /// What `for c in name` becomes where `name` is a text.
  @Test(arguments: ["python", "javascript", "lua"]) func lettersOfATextAreItems(language: String) throws {
    let folder = try Self.folder(
      """
      set name to "Ada"
      for each item c in list make list from text name with delimiter ""
        print c
      for each item c in list make list from text "" with delimiter ""
        print c

      """)
    let outcome = try Tool.run(["run", folder.file("p.blocktext"), "--to", language])
    #expect(outcome == .init(code: 0, output: "A\nd\na\n", errors: ""))
  }

  @Test func theExitStatusIsThePrograms() throws {
    let folder = try Self.folder("::code(CODE = \"import sys; sys.exit(int(sys.argv[1]) + 2)\")\n")
    let arguments = ["run", folder.file("p.blocktext"), "--blocks", folder.file("code.json"), "--", "40"]
    #expect(try Tool.run(arguments) == .init(code: 42, output: "", errors: ""))
    // An empty argument is one.
    let count = try Self.folder("::code(CODE = \"import sys; sys.exit(len(sys.argv))\")\n")
    let empty = ["run", count.file("p.blocktext"), "--blocks", count.file("code.json"), "--", "", "a"]
    #expect(try Tool.run(empty) == .init(code: 3, output: "", errors: ""))
    let killed = try Self.folder("::code(CODE = \"import os; os.kill(os.getpid(), 15)\")\n")
    let outcome = try Tool.run(["run", killed.file("p.blocktext"), "--blocks", killed.file("code.json")])
    #expect(outcome.code == 143 && outcome.errors == "mortise: the program ended: Terminated\n")
  }

  @Test func anErrorNamesItsBlockAndTheCalls() throws {
    let folder = try Self.folder(
      """
      print average with: numbers [] @id("p")

      to average with: numbers
      return 1 ÷ length of numbers ::lists_length

      """)
    let file = folder.file("p.blocktext")
    let outcome = try Tool.run(["run", file, "--to", "python"])
    #expect(outcome.code == 1)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains(": division by zero (ZeroDivisionError), at ‘") == true)
    #expect(lines.last == "mortise: \(file)#block=p: called from ‘print average with: numbers []’")
  }

  /// Lua's stack has room for 200,000 calls, and more. To trace them all would take a minute, so each keeps a list waiting.
  @Test(arguments: ["python", "javascript", "lua"], [false, true])
  func endlessRecursionEndsWithAnError(language: String, isTraced: Bool) throws {
    let (first, body) =
      isTraced
      ? ("set a to down(1)", "return [\(String(repeating: "0, ", count: 45))down(n + 1)]")
      : ("down(1)", "  down(n + 1)")
    let folder = try Self.folder("\(first)\nprint \"end\"\n\nto down with: n\n\(body)\n")
    let trace = isTraced ? ["--trace", "/dev/null"] : []
    let outcome = try Tool.run(["run", folder.file("p.blocktext"), "--to", language] + trace)
    let lines = outcome.errors.split(separator: "\n")
    #expect(outcome.code == 1 && outcome.output == "")
    #expect(lines.first?.contains(": the calls are nested too deeply (") == true, "\(outcome.errors)")
    #expect(lines.count > 10, "\(outcome.errors)")
  }

  @Test(arguments: [
    ("set a to \"x\"\nprint a - 1\n", "python lua", "this can't be calculated with these values"),
    ("set a to \"x\"\nprint a × a\n", "lua", "this can't be calculated with these values"),
    ("set a to \"x\"\nprint a ÷ 2\n", "python lua", "this can't be calculated with these values"),
    ("set a to \"x\"\nprint a ^ 2\n", "python lua", "this can't be calculated with these values"),
    ("set a to \"x\"\nprint remainder of a ÷ 2\n", "python lua", "this can't be calculated with these values"),
    ("set a to \"x\"\nif a < 5\n  print a\n", "python lua", "these values can't be compared"),
    ("set a to \"x\"\nif a ≥ 5\n  print a\n", "python lua", "these values can't be compared"),
    ("set a to \"x\"\nif 5 > a\n  print a\n", "python lua", "these values can't be compared"),
    ("set a to \"x\"\nprint square root a\n", "python", "this isn't a number"),
    ("set a to 5\nprint length of a ::lists_length\n", "python lua", "this is a number, not a list or text"),
  ])
  func whatTextsAndNumbersCannotDoIsSaidInPlainWords(program: String, languages: String, words: String) throws {
    let folder = try Self.folder(program)
    for language in languages.split(separator: " ").map(String.init) {
      let outcome = try Tool.run(["run", folder.file("p.blocktext"), "--to", language])
      #expect(outcome.code == 1 && outcome.errors.contains(": \(words) ("), "\(language): \(outcome)")
      #expect(!outcome.errors.contains("Error: "), "the language’s words come second: \(outcome)")
    }
  }

  /// Lists look alike in Python and Lua, whose own words for one are another address in each run.
  @Test(arguments: ["python", "lua"], [false, true]) func listsAreShownByTheirItems(
    language: String, isTraced: Bool
  ) throws {
    let folder = try Self.folder(
      """
      print [1, "it's", [2, []], "a\\\\b"]
      print []
      set a to [1]
      in list a insert at last as a
      print a
      print create text with [1, "x"]

      """)
    let trace = isTraced ? ["--trace", "/dev/null"] : []
    let outcome = try Tool.run(["run", folder.file("p.blocktext"), "--to", language] + trace)
    #expect(
      outcome
        == .init(
          code: 0, output: "[1, \"it's\", [2, []], 'a\\\\b']\n[]\n[1, [...]]\n[1, 'x']\n", errors: ""))
  }

  /// Blockly's own Python makes 3.0 of a typed 3, and its Lua has no 2.5 at all.
  @Test(arguments: ["python", "javascript", "lua"], [false, true]) func numbersStayAsTheyWereTyped(
    language: String, isTraced: Bool
  ) throws {
    let folder = try Self.folder(
      """
      repeat 3 times
        set n to prompt for number with message ""
        print n
        print n + 1
        print n is even

      """)
    try Tool.write("3\n2.5\n-12\n", to: folder.file("in"))
    let trace = isTraced ? ["--trace", "/dev/null"] : []
    let outcome = try Tool.run(
      ["run", folder.file("p.blocktext"), "--to", language] + trace, input: folder.file("in"))
    #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
    #expect(outcome.output.lowercased() == "3\n4\nfalse\n2.5\n3.5\nfalse\n-12\n-11\ntrue\n")
  }

  /// A text of which 2 to the power of 60 lists have parts, and a list that is nested very deep.
  @Test func listsInListsHaveBounds() throws {
    let folder = try Self.folder(
      """
      set a to [1]
      repeat 60 times
        set a to [a, a]
      if (length of (create text with a)) > 10000000
        print "long"
      set b to []
      repeat 100000 times
        set b to [b]
      print length of (create text with b)

      """)
    let outcome = try Tool.run(["run", folder.file("p.blocktext"), "--to", "lua"])
    #expect(outcome == .init(code: 0, output: "long\n200002\n", errors: ""))
  }

  /// With few descriptors, a program runs, or it is said that there are too few.
  @Test func fewDescriptorsAreEnoughOrReported() throws {
    let folder = try Self.folder("print 1\n")
    // With fewer, the shell doesn’t begin it.
    for count in 14...22 {
      let outcome = try Tool.run(
        ["run", folder.file("p.blocktext"), "--to", "python"], shell: "ulimit -n \(count)")
      let isReported = outcome.code != 0 && outcome.errors.contains("oo many open files")
      #expect(outcome == .init(code: 0, output: "1\n", errors: "") || isReported, "\(count): \(outcome)")
    }
  }

  @Test func languagesThatAreMissingAreNamed() throws {
    let folder = try Self.folder("print 1\n")
    let outcome = try Tool.run(["run", folder.file("p.blocktext"), "--to", "lua"], shell: "PATH=/nowhere")
    let advice = "mortise: no interpreter for lua was found: install the package lua5.4\n"
    #expect(outcome == .init(code: 1, output: "", errors: advice))
    #expect(try Tool.run(["run", folder.file("p.blocktext"), "--to", "php"]).code == 2)
  }

  @Test func tracesAreWritten() throws {
    let folder = try Self.folder("set x to 5 @id(\"s\")\nprint x @id(\"p\")\n")
    let trace = folder.file("t.jsonl")
    let outcome = try Tool.run(["run", folder.file("p.blocktext"), "--trace", trace])
    #expect(outcome == .init(code: 0, output: "5\n", errors: ""))
    #expect(Tool.read(trace) == "{\"block\":\"s\"}\n{\"block\":\"p\",\"changes\":{\"x\":\"5\"}}\n")
  }

  /// A program can write where its steps are told.
  @Test func aTraceThatIsNotCompleteIsReported() throws {
    let folder = try Self.folder(
      "code \"import os; os.write(4, bytes.fromhex('7b226c6f67223a337d0a78797a'))\"\nprint 1\n")
    let outcome = try Tool.run([
      "run", folder.file("p.blocktext"), "--blocks", folder.file("code.json"), "--trace", folder.file("t.jsonl"),
    ])
    let message =
      "mortise: the trace is incomplete: the program ran too long, or wrote to the runtime's own descriptor\n"
    #expect(outcome == .init(code: 1, output: "1\n", errors: message))
  }

  @Test func hiddenCharactersInTracesAreEscaped() throws {
    let folder = try Self.folder("set x to \"\u{202E}\u{9B}\" @id(\"s\")\nprint 1 @id(\"p\")\n")
    let trace = folder.file("t.jsonl")
    #expect(try Tool.run(["run", folder.file("p.blocktext"), "--trace", trace]).code == 0)
    #expect(Tool.read(trace).contains("\\u202e\\u009b"))
  }

  /// What a program prints has no effect on a terminal; a pipe gets it as it is.
  @Test(arguments: ["python", "javascript", "lua"]) func aTerminalIsSentNoEscapeSequences(language: String) throws {
    let text = "\u{1B}]0;x\u{7}é\u{202E}日"
    let escaped = "\\u001b]0;x\\u0007é\\u202e日"
    let folder = try Self.folder("print \"\(escaped)\"\nprint prompt for text with message \"?\"\n")
    let arguments = ["run", folder.file("p.blocktext"), "--to", language]
    try Tool.write("yes\n", to: folder.file("in"))
    let piped = try Tool.run(arguments, input: folder.file("in"))
    #expect(piped.output.hasPrefix(text + "\n") && piped.output.hasSuffix("yes\n"))
    let session = try PtySession(program: Tool.binary, arguments: arguments, environment: Self.environment)
    #expect(try session.outputUpTo("日\r\n").hasSuffix("\u{FFFD}]0;x\u{FFFD}é\u{FFFD}"))
    session.type("yes\n")
    #expect(try session.end() == 0)
    #expect(session.output.hasSuffix("yes\r\n"))
    #expect(!session.output.contains("\u{1B}"))
  }

  /// All of it comes, whichever of the two is a terminal.
  @Test func allOutputReachesATerminal() throws {
    let folder = try Self.folder("code \"import sys; print('日' * 100000 + 'end'); print('é!', file=sys.stderr)\"\n")
    let command = "exec \"$0\" run \(folder.file("p.blocktext")) --blocks \(folder.file("code.json"))"
    for (redirection, isOutput, isErrors) in [
      ("2>&1", true, true), ("", true, false), (">/dev/null 2>&0", false, true),
    ] {
      let session = try PtySession(
        program: "/bin/sh", arguments: ["-c", "\(command) \(redirection)", Tool.binary], environment: Self.environment)
      #expect(try session.end() == 0)
      let isWhole = session.output.contains(String(repeating: "日", count: 100000) + "end\r\n")
      #expect(isWhole == isOutput && session.output.contains("é!\r\n") == isErrors, "\(redirection)")
    }
  }

  /// Whoever still runs holds the pipe.
  @Test func nothingIsLeftWhenMortiseIsKilled() throws {
    let code = """
      import os, signal, sys, time
      for n in 1, 2, 15: signal.signal(n, signal.SIG_IGN)
      for _ in range(3):
        if os.fork() == 0:
          os.setsid()
          if os.fork() == 0:
            os.write(1, b'ready ')
            time.sleep(600)
          os._exit(0)
      time.sleep(600)
      """
    let folder = try Self.folder("::code(CODE = \"\(code.replacing("\n", with: "¶"))\")\n")
    let script = """
      cd "$1"; mkfifo pipe
      "$2" run p.blocktext --blocks code.json >pipe & mortise=$!
      exec 3<pipe
      dd bs=1 count=18 <&3 2>/dev/null
      kill -9 $mortise
      timeout 20 cat <&3; echo "end $?"
      """
    let outcome = try Tool.run(["-c", script, "sh", folder.path, Tool.binary], program: "/bin/bash")
    #expect(outcome.output == "ready ready ready end 0\n", "\(outcome)")
  }

  /// Somebody sends a signal to mortise alone: it is for the program.
  @Test(arguments: [("INT", 42), ("QUIT", 43)]) func signalsThatInterruptArePassedOn(_ name: String, _ code: Int) throws
  {
    let program = try CodeProgram(
      """
      import os, signal
      signal.signal(signal.SIGINT, lambda *_: os._exit(42))
      signal.signal(signal.SIGQUIT, lambda *_: os._exit(43))
      os.write(1, b'.')
      signal.pause()
      """)
    let outcome = try program.run(
      script: """
        mkfifo pipe; "$@" >pipe & mortise=$!
        exec 3<pipe; dd bs=1 count=1 <&3 2>/dev/null
        kill -\(name) $mortise; timeout 20 tail --pid=$mortise -f /dev/null || kill -9 $mortise
        wait $mortise; echo $?; rm pipe
        """)
    #expect(outcome == .init(code: 0, output: ".\(code)\n", errors: ""))
  }

  // MARK: - mortise test

  /// Runs a program that adds two numbers on two tests.
  private static func outcome(
    _ program: String, _ expected: [String: String], _ options: [String] = []
  ) throws -> Tool.Outcome {
    let folder = try Self.folder(program)
    let tests = folder.file("p.blocktext.tests")
    mkdir(tests, 0o700)
    defer {
      for name in expected.keys { unlink("\(tests)/\(name)") }
      rmdir(tests)
    }
    for (name, text) in expected { try Tool.write(text, to: "\(tests)/\(name)") }
    let arguments = ["test", folder.file("p.blocktext"), "--blocks", folder.file("code.json")] + options
    var outcome = try Tool.run(arguments)
    outcome.output.replace(folder.path + "/", with: "")
    outcome.errors.replace(folder.path + "/", with: "")
    return outcome
  }

  private static let sum =
    "print (prompt for number with message \"\") + (prompt for number with message \"\")\n"

  @Test func testsPassAndFail() throws {
    let passed = try Self.outcome(
      Self.sum, ["a.in": "1\n2\n", "a.out": "3\n\n"], ["--to", "javascript"])
    #expect(passed == .init(code: 0, output: "passed: a\n1 test, all passed\n", errors: ""))
    let failed = try Self.outcome(
      Self.sum, ["a.in": "1\n2\n", "a.out": "3  \n", "b.in": "1\n2\n", "b.out": "4", "c.in": ""],
      ["--to", "javascript"])
    #expect(
      failed
        == .init(
          code: 1,
          output: """
            passed: a
            FAILED: b
              line 1: expected “4”, not “3”
            FAILED: c
              c.out is missing
            3 tests, 2 failed

            """, errors: ""))
  }

  @Test(arguments: ["python", "javascript", "lua"]) func memoryThatRunsOutIsReported(language: String) throws {
    let program = "set x to []\nrepeat while true\n  set x to [x, x, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n"
    let outcome = try Self.outcome(program, ["a.out": ""], ["--to", language, "--memory", "100", "--time", "60"])
    #expect(outcome.code == 1 && outcome.output.contains("memory"), "\(outcome)")
  }

  @Test func errorsAndLimitsAreReported() throws {
    let raised = try Self.outcome("print 1 ÷ 0 @id(\"d\")\n", ["a.out": "1"], ["--to", "python"])
    #expect(raised.code == 1)
    #expect(
      raised.output.contains("p.blocktext#block=d: division by zero (ZeroDivisionError), at ‘"))
    #expect(raised.output.contains("line 1: expected “1”, not the end"))
    let endless = "repeat while true\n  set x to 1\n"
    let slow = try Self.outcome(endless, ["a.out": ""], ["--time", "1"])
    #expect(slow.code == 1 && slow.output.contains("it took more than 1 s"))
    let flood = try Self.outcome("repeat while true\n  print \"many words\"\n", ["a.out": ""])
    #expect(flood.code == 1 && flood.output.contains("it wrote more than 1 MB"))
    let large = try Self.outcome("::code(CODE = \"x = bytearray(1 << 30)\")\n", ["a.out": ""], ["--memory", "200"])
    #expect(large.output.contains("there is not enough memory"))
    let none = try Self.outcome(Self.sum, [:])
    #expect(none.errors == "mortise: p.blocktext.tests contains no tests: NAME.in and NAME.out\n")
    #expect(try Self.outcome(Self.sum, [:], ["--time", "0"]).code == 2)
  }
}
