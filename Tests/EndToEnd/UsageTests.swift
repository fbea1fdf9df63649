import FileTesting
import Testing

@Suite struct UsageTests {
  @Test func helpAndVersionArePrinted() throws {
    let help = try Tool.run(["--help"])
    #expect(help.code == 0)
    #expect(help.errors.isEmpty)
    for word in [
      "check", "convert", "generate", "run", "test", "render", "blocks", "keys", "config", "completions", "git", "log",
      "--blocks",
      "--toolbox",
      "Exit status",
    ] {
      #expect(help.output.contains(word))
    }
    #expect(try Tool.run(["-h"]).output == help.output)
    for command in [
      "check", "convert", "generate", "run", "test", "render", "show", "diff", "blocks", "keys", "config", "man",
      "completions", "desktop", "git", "log", "fetch-blockly",
    ] {
      let own = try Tool.run([command, "--help"])
      #expect(own.code == 0)
      #expect(own.output.hasPrefix("mortise \(command) "))
      #expect(own.output.split(separator: "\n").allSatisfy { $0.count <= 110 })
    }
    #expect(try Tool.run(["help"]).output == help.output)
    #expect(try Tool.run(["help", "check"]).output == Tool.run(["check", "--help"]).output)
    let version = try Tool.run(["--version"])
    #expect(version.code == 0)
    #expect(version.output.hasPrefix("mortise "))
    #expect(version.output.split(separator: "\n").count == 1)
  }

  static let errors: [(words: [String], message: String)] = [
    (["--nonsense"], "unknown option “--nonsense”; see ‘mortise --help’"),
    (["-x"], "unknown option “-x”; see ‘mortise --help’"),
    (["check"], "FILE is missing; see ‘mortise check --help’"),
    (["merge", "a"], "merge needs BASE, OURS and THEIRS; see ‘mortise merge --help’"),
    (["diff", "a"], "diff needs A and B; see ‘mortise diff --help’"),
    (["check", ""], "FILE is empty; see ‘mortise check --help’"),
    (["check", "--", ""], "FILE is empty; see ‘mortise check --help’"),
    (["check", "--jsno", "a"], "unknown option “--jsno”; see ‘mortise check --help’"),
    (["blocks", "--json=yes"], "--json takes no value, but “--json=yes” gives one; see ‘mortise blocks --help’"),
    (
      ["check", "--format", "xml", "a"],
      "--format takes text, json, sarif or junit, not “xml”; see ‘mortise check --help’"
    ),
    (["check", "--blocks"], "--blocks needs a value: --blocks DEFS.json; see ‘mortise check --help’"),
    (["convert", "a"], "convert needs -o OUT, or -o - for standard output; see ‘mortise convert --help’"),
    (["convert", "a", "b", "-o", "c"], "unexpected IN “b”; see ‘mortise convert --help’"),
    (["convert", "a", "-o", "c", "-o", "d"], "-o is given twice; see ‘mortise convert --help’"),
    (
      ["convert", "a", "-o", "c", "--to", "yaml"],
      "--to takes xml, json or text, not “yaml”; see ‘mortise convert --help’"
    ),
    (
      ["convert", "a", "-o", "c", "--pretty", "--compact"],
      "--compact and --pretty can't be combined; see ‘mortise convert --help’"
    ),
    (["blocks", "x"], "unexpected argument “x”; see ‘mortise blocks --help’"),
    (["chekc"], "“chekc” is neither a command nor a file; did you mean “check”?; see ‘mortise --help’"),
    (
      ["covert", "a.xml", "-o", "b.json"],
      "“covert” is neither a command nor a file; did you mean “convert”?; see ‘mortise --help’"
    ),
    (["help", "nonsense"], "“nonsense” is neither a command nor a file; see ‘mortise help --help’"),
    (
      ["-"],
      "the editor can't edit standard input, as it reads the keys from there; give it a FILE; see ‘mortise --help’"
    ),
    (
      ["a.xml", "-"],
      "the editor can't edit standard input, as it reads the keys from there; give it a FILE; see ‘mortise --help’"
    ),
    (["git"], "git takes one of --enable, --disable and --check; see ‘mortise git --help’"),
    (["log", "-"], "log takes a FILE in a git repository, not standard input; see ‘mortise log --help’"),
    (["completions"], "SHELL is missing; see ‘mortise completions --help’"),
    (["completions", "csh"], "completions takes bash|zsh|fish, not “csh”; see ‘mortise completions --help’"),
    (["desktop", "icon"], "desktop takes entry or types, not “icon”; see ‘mortise desktop --help’"),
  ]

  @Test(arguments: errors) func errorsAreOneLineAndExitWith2(error: (words: [String], message: String)) throws {
    #expect(
      try Tool.run(error.words) == Tool.Outcome(code: 2, output: "", errors: "mortise: \(error.message)\n"))
  }

  @Test func missingDefinitionsAndToolboxesAreErrorsEverywhere() throws {
    let folder = try TemporaryFolder()
    let (program, missing) = (folder.file("p.xml"), folder.file("missing.json"))
    try Tool.write("<xml></xml>", to: program)
    for option in ["--blocks", "--toolbox"] {
      for command in [
        ["check", program], ["convert", program, "-o", "-"], ["render", program],
        ["replay", program, "--events", "/dev/null"], ["blocks"], ["keys"], ["help"], ["man"],
        ["completions", "bash"], ["desktop", "entry"],
      ] {
        let outcome = try Tool.run(command + [option, missing])
        #expect(outcome.code == 1 && outcome.output.isEmpty, "\(command) \(option)")
        #expect(outcome.errors.contains(missing) && outcome.errors.split(separator: "\n").count == 1)
      }
    }
  }

  @Test func programsAreReadFromPipesAndStandardInput() throws {
    let folder = try TemporaryFolder()
    let (program, pipe) = (folder.file("p.xml"), folder.file("pipe"))
    try Tool.write("<xml><block type='text_print'></block></xml>", to: program)
    let expected = try Tool.run(["render", program])
    #expect(expected.code == 0 && !expected.output.isEmpty)
    #expect(try Tool.run(["render", "/dev/stdin"], input: program) == expected)
    #expect(try Tool.run(["render", "-"], input: program) == expected)
    #expect(try Tool.run(["render", pipe], shell: "mkfifo \(pipe); cat \(program) >\(pipe) &") == expected)
  }

  /// Control characters in definitions and programs never reach the terminal.
  @Test func textsFromFilesAreSanitized() throws {
    let folder = try TemporaryFolder()
    let (definitions, program) = (folder.file("evil.json"), folder.file("evil.xml"))
    let evil = "a\u{1B}[31m\u{9B}31m\u{7F}\u{202E}\u{200B}\u{2066}\u{2028}\u{FEFF}\u{E0001}z"
    let escaped = evil.unicodeScalars.map { $0.value < 0x20 ? "\\u001b" : String($0) }.joined()
    try Tool.write(
      "[{\"type\":\"\(escaped)\",\"style\":\"\(escaped)\",\"output\":\"\(escaped)\",\"tooltip\":\"\(escaped)\","
        + "\"message0\":\"%1 %2 \(escaped)\",\"args0\":[{\"type\":\"field_input\",\"name\":\"\(escaped)\"},"
        + "{\"type\":\"input_value\",\"name\":\"\(escaped)\",\"check\":\"\(escaped)\"}]}]", to: definitions)
    let inXML = evil.replacing("\u{1B}", with: "&#27;")
    try Tool.write("<xml><block type='\(inXML)' id='\(inXML)'><foo/></block></xml>", to: program)
    for arguments in [
      ["blocks", "--blocks", definitions], ["blocks", "--json", "--blocks", definitions], ["check", program],
      ["check", "--format", "json", program], ["check", "--format", "sarif", program],
      ["check", "--format", "junit", program], ["render", program],
    ] {
      let outcome = try Tool.run(arguments)
      let text = outcome.output + outcome.errors
      #expect(text.contains("a") && text.contains("z"), "\(arguments)")
      let hidden = text.unicodeScalars.filter { scalar in
        scalar != "\n"
          && [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
      }
      #expect(hidden.isEmpty, "\(arguments)")
    }
    let json = try Tool.run(["blocks", "--json", "--blocks", definitions]).output
    #expect(
      json.contains(#""type":"a\u001b[31m\u009b31m\u007f\u202e\u200b\u2066\u2028\ufeff\udb40\udc01z""#))
  }

  @Test func blocksAreListed() throws {
    let table = try Tool.run(["blocks"])
    #expect(table.code == 0)
    #expect(table.output.hasPrefix("Logic\n"))
    #expect(table.output.contains("  math_number "))
    let json = try Tool.run(["blocks", "--json"])
    #expect(json.code == 0)
    #expect(json.output.contains(#"{"type":"math_number","inline":false,"style":"math_blocks","output":["Number"]"#))
  }

  @Test func ownBlocksAreKnown() throws {
    let folder = try TemporaryFolder()
    let definitions = folder.file("defs.json")
    try Tool.write(#"[{"type": "beep", "message0": "beep", "previousStatement": null}]"#, to: definitions)
    #expect(try Tool.run(["--blocks", definitions, "blocks"]).output.contains("\n  beep "))
    #expect(try Tool.run(["blocks", "--blocks=" + definitions]).output.contains("\n  beep "))
    try Tool.write("[{\"type\": \"beep\", \"message0\": \"beep %1\"}]", to: definitions)
    let broken = try Tool.run(["blocks", "--blocks", definitions])
    #expect(broken.code == 1)
    #expect(broken.errors.hasPrefix("mortise: \(definitions):1:"))
    #expect(broken.errors.split(separator: "\n").count == 1)
  }
}
