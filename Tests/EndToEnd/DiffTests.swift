import FileTesting
import Glibc
import PtyDriver
import Testing

/// `mortise show` and `mortise diff`.
@Suite struct DiffTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let old = """
    // Greets.
    repeat 10 times
      print "A"
      print "B"

    set x to 1.5

    """
  private static let new = """
    // Greets.
    repeat 12 times
      print "A"
      print "B"
      print x

    set x to 1.5

    """

  private func file(_ name: String, _ text: String) throws -> String {
    let path = folder.file(name)
    try Tool.write(text, to: path)
    return path
  }

  /// A program in all formats.
  private func files(_ name: String, _ text: String) throws -> [String] {
    let path = try file("\(name).blocktext", text)
    let others = ["xml", "json"].map { folder.file("\(name).\($0)") }
    for other in others { #expect(try Tool.run(["convert", path, "-o", other]).code == 0) }
    return [path] + others
  }

  @Test func showIsTheSameForAllFormats() throws {
    let files = try files("a", Self.old)
    let texts = try files.map { try Tool.run(["show", $0]) }
    #expect(texts[0].code == 0 && texts[0].output == Self.old)
    #expect(texts[1] == texts[0] && texts[2] == texts[0])
    #expect(try Tool.run(["show", "-"], input: files[1]) == texts[0])
  }

  @Test func showWritesOtherFilesAsTheyAre() throws {
    for (name, text) in [
      ("broken.xml", "<xml><block"), ("page.xml", "<html><p>a</p></html>\n"), ("package.json", "{\"name\": \"p\"}\n"),
      ("broken.blocktext", "prnt (\n"), ("merge.json", "<<<<<<< ours\n{}\n=======\n"), ("empty.json", ""),
    ] {
      #expect(
        try Tool.run(["show", try file(name, text)]) == Tool.Outcome(code: 0, output: text, errors: ""), "\(name)")
    }
    // Git would keep it as the text of the program.
    let program = try file("a.xml", "<xml><block type='logic_null'/></xml>")
    #expect(try Tool.run(["show", program], shell: "export MORTISE_GIT=off").output == "(null)\n")
    let missing = try Tool.run(["show", folder.file("missing.xml")])
    #expect(missing.code == 1 && missing.output.isEmpty && missing.errors.split(separator: "\n").count == 1)
  }

  @Test func hiddenCharactersAreVisible() throws {
    let program = "<xml><block type='text'><field name='TEXT'>a\u{202E}b\u{9B}31m</field></block></xml>"
    let path = try file("a.xml", program)
    #expect(try Tool.run(["show", path]).output == "(\"a\\u202eb\\u009b31m\")\n")
    let other = try file("b.xml", program.replacing("a\u{202E}", with: "c\u{202E}"))
    let outcome = try Tool.run(["diff", path, other])
    #expect(outcome.output.contains("~ (\"[-a-]{+c+}\\u202eb\\u009b31m\")"))
    #expect(!outcome.output.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{9B}" })
  }

  @Test func diffShowsChangesInWords() throws {
    let (old, new) = (try files("a", Self.old), try files("b", Self.new))
    let outcome = try Tool.run(["diff", old[0], new[0]])
    #expect(outcome.code == 1 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        --- \(old[0])
        +++ \(new[0])
        @@ repeat 12 times
          // Greets.
        ~ repeat [-10-]{+12+} times
            print "A"
            print "B"
        +   print x

        """)
    let words = outcome.output.split(separator: "\n").dropFirst(2)
    for (old, new) in [(old[1], new[2]), (old[2], new[1])] {
      #expect(try Tool.run(["diff", old, new]).output.split(separator: "\n").dropFirst(2) == words)
    }
    let colored = try Tool.run(["diff", "--color", "always", old[0], new[0]]).output
    #expect(
      colored.contains("repeat \u{1B}[1;37;41m10\u{1B}[m\u{1B}[30;42m12\u{1B}[m times") && !colored.contains("[-"))
    #expect(try Tool.run(["diff", "--language", "de", old[1], new[2]]).output.contains("wiederhole [-10-]{+12+} mal"))
    #expect(try Tool.run(["diff", old[1], old[2]]) == Tool.Outcome(code: 0, output: "", errors: ""))
    #expect(try Tool.run(["diff", "-", new[0]], input: old[0]).output.hasPrefix("--- standard input\n"))
    // An empty file is an empty program: a side that doesn't exist yet.
    #expect(try Tool.run(["diff", "/dev/null", old[1]]).output.contains("\n+ repeat 10 times\n"))
  }

  @Test func troubleEndsWithTwo() throws {
    let good = try file("a.xml", "<xml/>")
    for bad in [try file("b.xml", "<xml><block"), folder.file("missing.xml"), try file("c.json", "{\"name\": 1}")] {
      for pair in [[good, bad], [bad, good]] {
        for form in [[], ["--stat"], ["--json"], ["--events"], ["--html", folder.file("page.html")]] {
          let outcome = try Tool.run(["diff"] + pair + form)
          #expect(outcome.code == 2 && outcome.output.isEmpty, "\(bad) \(form)")
          #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        }
      }
    }
    #expect(access(folder.file("page.html"), F_OK) != 0)
    #expect(try Tool.run(["diff", "-", "-"]).code == 2)
    #expect(try Tool.run(["diff", good, good, "--stat", "--json"]).code == 2)
  }

  @Test func eventsTurnOneIntoTheOther() throws {
    let (old, new) = (try files("a", Self.old), try files("b", Self.new))
    let events = try Tool.run(["diff", "--events", old[1], new[1]])
    #expect(events.code == 1)
    let result = try Tool.run(["replay", old[1], "--events", try file("e.jsonl", events.output)])
    #expect(result.code == 0)
    #expect(try Tool.run(["diff", try file("c.xml", result.output), new[1]]).code == 0)
    #expect(try Tool.run(["diff", "--events", old[1], old[1]]) == Tool.Outcome(code: 0, output: "", errors: ""))
  }

  /// No event says what of a file isn't Blockly's.
  @Test func eventsEndWithOneAlsoWhereNoneSaysTheDifference() throws {
    let files = try ["1", "2"].map { try file("\($0).xml", "<xml own=\"\($0)\"><block type=\"text_print\"/></xml>") }
    let outcome = try Tool.run(["diff", "--events"] + files)
    #expect(outcome.code == 1 && outcome.output.isEmpty && outcome.errors.contains("can't express them"), "\(outcome)")
    #expect(try Tool.run(["diff"] + files).code == 1)
  }

  @Test func countsAndJSON() throws {
    let (old, new) = (try files("a", Self.old), try files("b", Self.new))
    let stat = try Tool.run(["diff", "--stat", old[1], new[1]])
    #expect(
      stat.code == 1
        && stat.output
          == "\(new[1]) | +2 -0 ~1 >0\n1 program | +2 -0 ~1 >0\n".replacing(
            "1 program", with: "1 program".padded(to: new[1].count))
    )
    let json = try Tool.run(["diff", "--json", old[1], new[1]])
    #expect(json.code == 1)
    for member in ["\"inserted\": 2", "\"type\": \"text_print\"", "\"old\": \"10\"", "\"onlyInOld\": []"] {
      #expect(json.output.contains(member), "\(member)")
    }
    let same = try Tool.run(["diff", "--json", old[1], old[2]])
    #expect(same.code == 0 && same.output.contains("\"files\": []"))
  }

  @Test func allCountsPlacesAndLayout() throws {
    let one = try file("a.xml", "<xml><block type='logic_null' id='a' x='1' y='2'/></xml>")
    let moved = try file("b.xml", "<xml><block type='logic_null' id='a' x='1' y='3'/></xml>")
    let spaced = try file("c.xml", "<xml>  <block type='logic_null' id='a' x='1' y='2'/></xml>")
    for other in [moved, spaced] {
      #expect(try Tool.run(["diff", one, other]).code == 0)
      let outcome = try Tool.run(["diff", "--all", one, other])
      #expect(outcome.code == 1 && outcome.output.split(separator: "\n").count > 3)
    }
    #expect(try Tool.run(["diff", "--all", one, one]).code == 0)
  }

  @Test func foldersAreComparedByName() throws {
    for (name, texts) in [("one", [Self.old, Self.old, nil]), ("two", [Self.new, Self.old, Self.old])] {
      for folder in [name, name + "/inner"] { mkdir(self.folder.file(folder), 0o755) }
      for (file, text) in zip(["inner/a.blocktext", "b.blocktext", "c.blocktext"], texts) {
        if let text { _ = try self.file("\(name)/\(file)", text) }
      }
      _ = try file("\(name)/notes.txt", name)
    }
    _ = try file("two/d.bky", "<xml/>")
    symlink("..", folder.file("one/inner/loop"))
    let outcome = try Tool.run(["diff", folder.file("one"), folder.file("two")])
    #expect(outcome.code == 1 && outcome.errors.isEmpty)
    #expect(
      outcome.output.hasPrefix(
        "only in B: \(folder.file("two/c.blocktext"))\nonly in B: \(folder.file("two/d.bky"))\n"
          + "--- \(folder.file("one/inner/a.blocktext"))\n"))
    #expect(!outcome.output.contains("b.blocktext") && !outcome.output.contains("notes"))
    #expect(try Tool.run(["diff", folder.file("one"), folder.file("one")]).code == 0)
    #expect(try Tool.run(["diff", folder.file("one"), folder.file("one/b.blocktext")]).code == 2)
  }

  @Test func twoColumnsFitTheWidth() throws {
    let (old, new) = (
      try file("a.blocktext", "print \"漢字漢字漢字漢字漢字漢字漢字 end\"\n"),
      try file("b.blocktext", "print \"漢字漢字漢字漢字漢字漢字漢字 and\"\n")
    )
    let outcome = try Tool.run(["diff", "--side-by-side", "--width", "40", old, new])
    #expect(outcome.code == 1)
    #expect(outcome.output.contains(" ~ print"))
    for line in outcome.output.split(separator: "\n") {
      let columns = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x4E00 ? 2 : 1) }
      #expect(columns <= 40, "\(line)")
    }
  }

  @Test(arguments: [("xterm-256color", [:]), ("vt100", [:]), ("dumb", [:]), ("xterm", ["NO_COLOR": "1"])])
  func onlyTerminalsWithColoursGetThem(term: String, environment: [String: String]) throws {
    let old = try file("a.xml", #"<xml><block type="math_number"><field name="NUM">1</field></block></xml>"#)
    let new = try file("b.xml", #"<xml><block type="math_number"><field name="NUM">2</field></block></xml>"#)
    let session = try PtySession(
      program: Tool.binary, arguments: ["diff", old, new], term: term, environment: environment)
    #expect(try session.end() == 1)
    #expect(session.output.contains("\u{1B}[") == (term == "xterm-256color"), "\(session.output)")
    #expect(session.output.contains("[-1-]{+2+}") == (term != "xterm-256color"))
  }

  @Test func thePageLoadsNothingAndIsEscaped() throws {
    let evil = "<script>alert(1)</script>\"'&"
    let old = try file("a.xml", "<xml><block type='text_print'/></xml>")
    let new = try file(
      "b'<b>.xml",
      "<xml><block type='text_print'><comment>\(evil.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</comment></block></xml>"
    )
    let page = folder.file("page.html")
    let outcome = try Tool.run(["diff", "--html", page, old, new])
    #expect(outcome == Tool.Outcome(code: 1, output: "", errors: ""))
    let text = Tool.read(page)
    #expect(text.contains("default-src 'none'; style-src 'unsafe-inline'") && text.contains("prefers-color-scheme"))
    #expect(!text.contains("<script") && text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(text.contains("<h1>") && !text.contains("<h2>"), "one pair is what the title says")
    #expect(!text.contains("b'<b>") && text.contains("aria-label=\"inserted\""))
  }

  /// Deep programs don't recurse, and are compared in seconds.
  @Test func deepProgramsAreCompared() throws {
    func program(_ depth: Int, _ word: String) -> String {
      let open = "<block type='controls_if'><statement name='DO0'>"
      return "<xml>" + String(repeating: open, count: depth)
        + "<block type='text_print'><value name='TEXT'><shadow type='text'><field name='TEXT'>\(word)</field></shadow></value></block>"
        + String(repeating: "</statement></block>", count: depth) + "</xml>"
    }
    let (old, new) = (try file("a.xml", program(10_000, "one")), try file("b.xml", program(10_000, "two")))
    let outcome = try Tool.run(["diff", old, new])
    #expect(
      outcome.code == 1 && outcome.output.contains("~ \(String(repeating: " ", count: 200))print \"[-one-]{+two+}\""))
    #expect(try Tool.run(["show", old]).code == 0)
  }
}

extension String {
  fileprivate func padded(to length: Int) -> String { self + String(repeating: " ", count: max(0, length - count)) }
}
