import FileTesting
import Glibc
import Testing

/// Programs as text on the command line.
@Suite struct TextTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    "fizzbuzz.xml", "hello.json", "story.xml", "primes.xml", "turtle-unknown.xml", "shopping-list.json",
  ])
  func textWithIDsAndPlacesGivesTheSameFile(name: String) throws {
    let format = name.hasSuffix(".xml") ? "xml" : "json"
    let (text, compact) = (folder.file("a.blocktext"), folder.file("compact.\(format)"))
    let written = try Tool.run(["convert", "Tests/Programs/\(name)", "--to", "text", "--ids", "--places", "-o", text])
    #expect(written == Tool.Outcome(code: 0, output: "", errors: ""))
    #expect(try Tool.run(["convert", "Tests/Programs/\(name)", "--compact", "-o", compact]).code == 0)
    let back = try Tool.run(["convert", text, "--to", format, "--compact", "-o", "-"])
    #expect(back.code == 0)
    #expect(back.output == Tool.read(compact))
  }

  /// Whatever a text says of a block that is unknown comes back from XML and JSON.
  @Test(arguments: [
    "@variables x\n\n::robot(SPEED = x)\n", "@novariables\n\n::robot @mutation(null, 0)\n",
    "@novariables\n\n::robot(A: 1) @mutation(null, [1, \"a\"])\n",
  ])
  func unknownBlocksOfATextComeBack(text: String) throws {
    let (first, second) = (folder.file("a.blocktext"), folder.file("b.blocktext"))
    try Tool.write(text, to: folder.file("given.blocktext"))
    #expect(try Tool.run(["convert", folder.file("given.blocktext"), "-o", first]).code == 0)
    for format in ["xml", "json"] {
      let file = folder.file("a.\(format)")
      #expect(try Tool.run(["convert", first, "-o", file]).code == 0)
      #expect(try Tool.run(["convert", file, "-o", second]).code == 0)
      let (given, back) = (Tool.read(first), Tool.read(second))
      func body(_ text: String) -> Substring { text.split(separator: "\n").last ?? "" }
      #expect(body(back) == body(given), "\(format)")
      unlink(second)
    }
  }

  static let layouts: [(name: String, content: String)] = [
    // On one line, with and without a line break, and unindented.
    ("a.xml", #"<xml><block type="text" id="a" x="1" y="2"><field name="TEXT">x</field></block></xml>"#),
    ("a.xml", #"<xml><block type="text" x="1" y="2"><field name="TEXT">x</field></block></xml>"# + "\n"),
    ("a.xml", "<xml>\n<block type=\"math_number\">\n<field name=\"NUM\">1</field>\n</block>\n</xml>\n"),
    ("a.xml", "<xml>\r\n\t<block type=\"text\">\r\n\t\t<field name=\"TEXT\"></field>\r\n\t</block>\r\n</xml>\r\n"),
    ("a.xml", "<?xml version=\"1.0\"?>\n<xml><block type=\"logic_null\"/></xml>\n\n \n"),
    // With something behind the root.
    ("a.xml", "<xml><block type=\"logic_null\"></block></xml><settings>{}</settings><b>Ly9jb2Rl</b>"),
    // Numbers in forms of their own.
    ("a.xml", #"<xml><block type="math_number"><field name="NUM">0x3C</field></block></xml>"#),
    ("a.xml", #"<xml><block type="math_number"><field name="NUM">-1.50</field></block></xml>"#),
    ("a.xml", #"<xml><block type="math_number"><field name="NUM">1,000</field></block></xml>"#),
    ("a.json", #"{"blocks":{"languageVersion":0,"blocks":[{"type":"text","x":0,"y":0,"fields":{"TEXT":"x"}}]}}"#),
    ("a.json", #"{"blocks": {"languageVersion": 0, "blocks": [{"type": "logic_null", "id": "a"}]}}"# + "\r\n"),
    (
      "a.json",
      "{\n \"blocks\": {\n  \"languageVersion\": 0,\n  \"blocks\": [\n   {\n    \"type\": \"logic_null\"\n   }\n  ]\n }\n}\n\n"
    ),
  ]

  @Test(arguments: layouts) func textWithPlacesGivesTheSameLayout(file: (name: String, content: String)) throws {
    let (original, text, back) = (folder.file(file.name), folder.file("a.blocktext"), folder.file("b-\(file.name)"))
    try Tool.write(file.content, to: original)
    #expect(try Tool.run(["convert", original, "--ids", "--places", "-o", text]).code == 0)
    #expect(try Tool.run(["convert", text, "-o", back]).code == 0)
    #expect(Tool.read(back).unicodeScalars.elementsEqual(file.content.unicodeScalars))
  }

  /// A text is known by its content, whatever its name and its line ends.
  @Test func textMayHaveAnyName() throws {
    for name in ["notes.txt", "notes", "a.xml"] {
      let file = folder.file(name)
      try Tool.write("// Three times.\r\nrepeat 3 times\r\n  print \"a\"\r\n", to: file)
      #expect(try Tool.run(["check", file]).output == "\(file): 4 blocks, no problems\n")
      #expect(try Tool.run(["convert", file, "--to", "json", "-o", "-"]).output.contains("controls_repeat_ext"))
      try Tool.write("print \"a\"\r\nprnt 2\r\n", to: file)
      let outcome = try Tool.run(["check", file])
      #expect(outcome.output == "\(file):2:1: no block begins with “prnt”; did you mean “print …”?\n")
      #expect(outcome.code == 1)
      // What is no text isn't taken for one.
      for other in ["hello", "12", "[1, 2]", "# Title\n\nSome words.\n", "#!/bin/sh\nprint 1\n"] {
        try Tool.write(other, to: file)
        #expect(try Tool.run(["check", file]).output == "\(file):1:1: this is neither Blockly XML nor Blockly JSON\n")
      }
    }
  }

  @Test func textIsReadByEveryCommand() throws {
    let file = folder.file("a.blocktext")
    try Tool.write("repeat 3 times\n  print \"Hello\"\n", to: file)
    #expect(try Tool.run(["check", file]).output == "\(file): 4 blocks, no problems\n")
    #expect(try Tool.run(["render", file, "--color", "never"]).output.contains("Hello"))
    let json = try Tool.run(["convert", file, "--to", "json", "--compact", "-o", "-"]).output
    #expect(json.contains(#""type":"controls_repeat_ext""#))
    #expect(try Tool.run(["convert", "-", "--to", "json", "--compact", "-o", "-"], input: file).output == json)
    #expect(try Tool.run(["convert", file, "-o", "-"]).output == "repeat 3 times\n  print \"Hello\"\n")
  }

  @Test func everyMistakeIsReportedWithItsPlace() throws {
    let file = folder.file("a.blocktext")
    try Tool.write("set x 5\nprint \"a\"\nprint )\n", to: file)
    let outcome = try Tool.run(["check", file])
    #expect(outcome.code == 1)
    #expect(
      outcome.output == """
        \(file):1:7: “5” doesn't fit here; expected “to” or “=”
        \(file):3:7: “)” doesn't fit here; expected a value

        """)
    let converted = try Tool.run(["convert", file, "-o", folder.file("b.xml")])
    #expect(converted.code == 1)
    #expect(converted.errors.contains("a.blocktext:3:7: “)” doesn't fit here"))
    #expect(Tool.read(folder.file("b.xml")).isEmpty)
  }

  @Test func aTextWrittenOverAProgramKeepsItsIDs() throws {
    let (program, text) = (folder.file("a.xml"), folder.file("a.blocktext"))
    try Tool.write(Tool.read("Tests/Programs/fizzbuzz.xml"), to: program)
    #expect(try Tool.run(["convert", program, "-o", text]).code == 0)
    try Tool.write(Tool.read(text).replacing("FizzBuzz", with: "Both"), to: text)
    #expect(try Tool.run(["convert", text, "-o", program]).code == 0)
    let compact = try Tool.run(["convert", program, "--compact", "-o", "-"]).output
    let former = try Tool.run(["convert", "Tests/Programs/fizzbuzz.xml", "--compact", "-o", "-"]).output
    #expect(compact == former.replacing("FizzBuzz", with: "Both"))
  }

  /// What is there already is read, to keep its ids; a pipe must not be.
  @Test func aTextIsConvertedIntoAPipe() throws {
    let (file, got) = (folder.file("a.blocktext"), folder.file("got"))
    try Tool.write("print \"Hello\"\n", to: file)
    _ = try Tool.run(
      ["convert", file, "--to", "xml", "--compact", "-o", "/dev/stdout"],
      shell: #"timeout 20 "$0" "$@" | cat >'\#(got)'; exit"#)
    #expect(Tool.read(got).contains(">Hello<"))
  }

  @Test func optionsThatDontFitAreRefused() throws {
    let input = "Tests/Programs/hello.json"
    #expect(try Tool.run(["convert", input, "--to", "xml", "--ids", "-o", "-"]).code == 2)
    #expect(try Tool.run(["convert", input, "--to", "text", "--compact", "-o", "-"]).code == 2)
    #expect(try Tool.run(["convert", input, "--to", "prose", "-o", "-"]).errors.contains("xml, json or text"))
  }
}
