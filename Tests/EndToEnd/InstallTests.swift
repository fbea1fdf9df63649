import FileTesting
import Testing

/// What Mortise says about itself for installing: the manual page, completions and desktop entries.
@Suite struct InstallTests {
  /// The names of the commands, as the help lists them.
  private static let commands =
    (try? Tool.run(["--help"]))?.output.matches(of: #/mortise ([a-z]+) /#).map { String($0.1) } ?? []

  /// The options of a command, or of the editor with an empty name, as the help lists them.
  private static func options(of command: String) throws -> Set<String> {
    let help = try Tool.run(command.isEmpty ? ["--help"] : ["help", command]).output
    var names: Set<String> =
      command.isEmpty ? ["--theme", "--keys", "--plain", "--generators", "--record-events", "--log"] : []
    for line in help.split(separator: "\n") {
      guard let match = line.prefixMatch(of: #/  (-[-a-z]+)(?:, (-[-a-z]+))?/#) else { continue }
      names.formUnion([match.1, match.2].compactMap { $0.map(String.init) })
    }
    return names
  }

  @Test func theHelpIsRead() throws {
    #expect(Self.commands.contains("check") && Self.commands.contains("completions") && Self.commands.count >= 9)
    #expect(try Self.options(of: "convert").isSuperset(of: ["--output", "-o", "--to", "--blocks", "--help", "-h"]))
  }

  // MARK: - The manual page

  @Test func theManualPageHasEveryCommandAndOption() throws {
    let page = try Tool.run(["man"])
    #expect(page.code == 0 && page.errors.isEmpty)
    let text = page.output.replacing("\\-", with: "-")
    for command in Self.commands {
      #expect(text.contains(".SS \"mortise \(command)"), "\(command)")
      for option in try Self.options(of: command) { #expect(text.contains("\\fB\(option)\\fR"), "\(option)") }
    }
    for heading in ["NAME", "SYNOPSIS", "DESCRIPTION", "KEYS", "FILES", "EXIT STATUS", "EXAMPLES"] {
      #expect(text.contains(".SH \"\(heading)\"\n"), "\(heading)")
    }
    #expect(text.contains("\\fBCtrl+S\\fR"))
  }

  /// Text that begins with a dot or contains a backslash, an apostrophe or an accent is never taken for a request.
  @Test func theManualPageIsWellFormed() throws {
    let page = try Tool.run(["man"], shell: "export SOURCE_DATE_EPOCH=951782400").output
    #expect(page.hasPrefix(".TH MORTISE 1 \"2000-02-29\" \"Mortise "))
    for line in page.split(separator: "\n") {
      let isMacro = line.prefixMatch(of: #/\.(TH|SH|SS|TP|PP|br|ad|nh)( .*|$)/#) != nil
      #expect(isMacro || line.prefixMatch(of: #/[^.']/#) != nil, "\(line)")
      #expect(!line.contains { !$0.isASCII }, "\(line)")
      let isEscaped = line.replacing(#/\\(-|&|f[BIR]|\[(rs|aq|ga|ha|ti|dq|u[0-9A-F]{4,6})\])/#, with: "")
      #expect(!isEscaped.contains("\\"), "\(line)")
    }
  }

  @Test(.enabled(if: Tool.has("groff"))) func groffFormatsTheManualPageWithoutWarnings() throws {
    let folder = try TemporaryFolder()
    try Tool.write(Tool.run(["man"]).output, to: folder.file("mortise.1"))
    let shown = try Tool.run(["-man", "-Tutf8", "-wall", folder.file("mortise.1")], program: "groff")
    #expect(shown.code == 0 && shown.errors.isEmpty)
    #expect(shown.output.contains("FILE... [--advice [--strict]"))
  }

  // MARK: - Completions

  /// Command lines up to the cursor, and some words or file names that are offered, or all that are.
  private static let lines: [(words: [String], offered: Set<String>, isAll: Bool)] = [
    (["ch"], ["check"], true),
    ([""], ["check", "convert", "p.xml", "q.json", "r.blocktext", "s.blk", "sub"], false),
    (["p"], ["p.xml"], true),
    (["--l"], ["--language", "--log"], true),
    (["p.xml", "q"], ["q.json"], true),
    (["p.xml", "--rec"], ["--record-events"], true),
    (["p.xml", "--log", "x", "--rec"], ["--record-events"], true),
    (["--language", "de", "ch"], ["check"], true),
    (["--log", "x", "p"], ["p.xml"], true),
    (["--language", "d"], ["de"], true),
    (["check", ""], ["p.xml", "q.json", "r.blocktext", "s.blk", "sub"], true),
    (["check", "p.xml", "--format", "json", "q"], ["q.json"], true),
    (["check", "p.xml", "--format", ""], ["text", "json", "sarif", "junit"], true),
    (["check", "--blocks", ""], ["q.json", "sub"], true),
    (["convert", "p.xml", "--to", ""], ["xml", "json", "text"], true),
    (["convert", "--to", "text", "--p"], ["--pretty", "--places"], true),
    (["convert", "p.xml", "-o", "t"], ["t.txt"], true),
    (["render", "p.xml", "--color", "a"], ["auto", "always"], true),
    (["completions", ""], ["bash", "zsh", "fish"], true),
    (["help", "conv"], ["convert"], true),
  ]

  /// A folder with a file of each kind.
  private static func files() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["p.xml", "q.json", "r.blocktext", "s.blk", "t.txt"] { try Tool.write("", to: folder.file(name)) }
    return folder
  }

  /// Sources a shell's script in a folder with files, and runs commands of that shell.
  /// - Parameter setup: commands to run before.
  private static func run(
    _ shell: String, _ options: [String], setup: String = "", _ commands: String
  ) throws -> String {
    let folder = try files()
    let script = folder.file("script")
    try Tool.write(Tool.run(["completions", shell]).output, to: script)
    let outcome = try Tool.run(
      options + ["-c", "mkdir sub\n\(setup)\nsource \(script)\n\(commands)\nrmdir sub"], program: shell,
      // The scripts call the program by its name.
      shell:
        "cd \(folder.path); export PATH=\(Tool.binary.split(separator: "/").dropLast().map { "/" + $0 }.joined()):$PATH"
    )
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome.output
  }

  /// Returns what bash offers for each of some command lines.
  private static func bash(_ lines: [[String]]) throws -> [Set<String>] {
    let calls = lines.map { words in
      let quoted = (["mortise"] + words).map { "'\($0)'" }.joined(separator: " ")
      return "COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count); _mortise; printf '%s\\n' \"${COMPREPLY[@]}\" ."
    }
    return try answers(run("bash", ["--norc"], calls.joined(separator: "\n")), count: lines.count)
  }

  /// Splits the output for several command lines, each of which ends with a line of a dot.
  private static func answers(_ output: String, count: Int) throws -> [Set<String>] {
    let answers = output.split(separator: #/^\.\n/#.anchorsMatchLineEndings(), omittingEmptySubsequences: false)
      .dropLast()
    try #require(answers.count == count)
    return answers.map { answer in Set(answer.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }) }
  }

  private static func check(_ answers: [Set<String>], folder: String = "sub") {
    for (line, answer) in zip(lines, answers) {
      let offered = Set(line.offered.map { $0 == "sub" ? folder : $0 })
      #expect(line.isAll ? answer == offered : answer.isSuperset(of: offered), "\(line.words): \(answer)")
    }
  }

  @Test func bashCompletesCommandsOptionsValuesAndFiles() throws { try Self.check(Self.bash(Self.lines.map(\.words))) }

  @Test func bashCompletesEveryOption() throws {
    let commands = Self.commands + [""]
    let lines = commands.map { $0.isEmpty ? ["-"] : [$0, "-"] }
    for (command, answer) in try zip(commands, Self.bash(lines)) {
      let options = try Self.options(of: command)
      #expect(answer == options, "\(command)")
    }
  }

  /// readline splits `--to=text` at the sign, and `--` ends the options.
  @Test func bashCompletesBehindSignsAndTheEndOfOptions() throws {
    let answers = try Self.bash([
      ["convert", "--to", "=", "t"], ["convert", "--to", "="], ["convert", "--to", "=", "text", "--id"],
      ["convert", "--", "--"], ["render", "p.xml", ""], ["keys", "x", "-"], ["--blocks", "=", "q.json", "chec"],
      ["check", "nothing"],
    ])
    #expect(answers[0] == ["text"])
    #expect(answers[1] == ["xml", "json", "text"])
    #expect(answers[2] == ["--ids"])
    #expect(answers[3].isEmpty)
    #expect(answers[4].isEmpty)
    let options = try Self.options(of: "keys")
    #expect(answers[5] == options)
    #expect(answers[6].isEmpty)
    #expect(answers[7].isEmpty)
  }

  @Test(.enabled(if: Tool.has("fish"))) func fishCompletesTheSame() throws {
    let calls = Self.lines.map { line in
      "complete -C 'mortise \(line.words.joined(separator: " "))'; echo ."
    }
    let answers = try Self.answers(
      Self.run("fish", ["--no-config"], calls.joined(separator: "\n")), count: calls.count)
    Self.check(answers, folder: "sub/")
  }

  /// Completion in zsh needs a terminal; what it is told to offer doesn't.
  @Test(.enabled(if: Tool.has("zsh"))) func zshIsToldTheSame() throws {
    let calls = Self.lines.map { line in
      let words = (["mortise"] + line.words).map { "'\($0)'" }.joined(separator: " ")
      return "words=(\(words)); CURRENT=\(line.words.count + 1); _mortise; print ."
    }
    let setup = """
      compdef() { }
      _describe() { print -rl -- ${(P)2} | sed 's/:/\t/' }
      _files() { if [[ $1 == -g ]] { setopt localoptions globsubst nullglob; print -l $~2 *(/) } else { print -l * } }
      """
    let answers = try Self.answers(
      Self.run("zsh", ["-f"], setup: setup, calls.joined(separator: "\n")), count: calls.count)
    for (line, answer) in zip(Self.lines, answers) {
      // zsh itself leaves out the files that begin otherwise.
      let current = line.words.last ?? ""
      let offered = answer.filter { $0.hasPrefix(current) && $0 != "script" }
      #expect(line.isAll ? offered == line.offered : offered.isSuperset(of: line.offered), "\(line.words): \(answer)")
    }
  }

  /// A value behind a sign is a part of the word, except in bash.
  @Test func valuesBehindASignAreOffered() throws {
    #expect(try Tool.run(["complete", "fish", "--", "convert", "--to=t"]).output == "-\n--to=text\n")
    #expect(try Tool.run(["complete", "zsh", "--", "check", "--format", "json", "--blocks="]).output == "json\n")
    #expect(
      try Tool.run(["complete", "zsh", "--", "--language", "de", "mani"]).output.hasPrefix("xml json blocktext blk "))
    #expect(try Tool.run(["complete", "fish", "--", "man"]).output.contains("\nman\t"))
    #expect(
      try Tool.run(["complete", "fish", "--", "run", "p.xml", "--", ""]).output.hasPrefix("xml json blocktext blk "))
    #expect(try Tool.run(["complete", "ksh", "--", ""]).errors.contains("complete takes bash|zsh|fish, not “ksh”"))
  }

  // MARK: - The desktop

  @Test func theDesktopEntryNamesTheDefinedTypes() throws {
    let (entry, types) = (try Tool.run(["desktop", "entry"]), try Tool.run(["desktop", "types"]))
    #expect(entry.code == 0 && types.code == 0)
    #expect(entry.output.hasPrefix("[Desktop Entry]\n"))
    for line in ["Type=Application", "Exec=mortise %F", "Terminal=true"] {
      #expect(entry.output.contains("\n\(line)\n"))
    }
    let defined = types.output.matches(of: #/<mime-type type="([^"]+)"/#).map { String($0.1) }
    #expect(defined.count == 2)
    for type in defined { #expect(entry.output.contains(type + ";")) }
    #expect(types.output.contains("namespaceURI=\"https://developers.google.com/blockly/xml\""))
  }
}
