import FileTesting
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
    let written = try Tool.run(["convert", "examples/\(name)", "--to", "text", "--ids", "--places", "-o", text])
    #expect(written == Tool.Outcome(code: 0, output: "", errors: ""))
    #expect(try Tool.run(["convert", "examples/\(name)", "--compact", "-o", compact]).code == 0)
    let back = try Tool.run(["convert", text, "--to", format, "--compact", "-o", "-"])
    #expect(back.code == 0)
    #expect(back.output == Tool.read(compact))
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
    try Tool.write(Tool.read("examples/fizzbuzz.xml"), to: program)
    #expect(try Tool.run(["convert", program, "-o", text]).code == 0)
    try Tool.write(Tool.read(text).replacing("FizzBuzz", with: "Both"), to: text)
    #expect(try Tool.run(["convert", text, "-o", program]).code == 0)
    let compact = try Tool.run(["convert", program, "--compact", "-o", "-"]).output
    let former = try Tool.run(["convert", "examples/fizzbuzz.xml", "--compact", "-o", "-"]).output
    #expect(compact == former.replacing("FizzBuzz", with: "Both"))
  }

  /// What is there already is read, to keep its ids; a pipe must not be.
  @Test func aTextIsConvertedIntoAPipe() throws {
    let (file, got) = (folder.file("a.blocktext"), folder.file("got"))
    try Tool.write("print \"Hello\"\n", to: file)
    _ = try Tool.run(
      ["convert", file, "--to", "xml", "--compact", "-o", "/dev/stdout"],
      shell: #"timeout 30 "$0" "$@" | cat >'\#(got)'; exit"#)
    #expect(Tool.read(got).contains(">Hello<"))
  }

  @Test func optionsThatDontFitAreRefused() throws {
    let input = "examples/hello.json"
    #expect(try Tool.run(["convert", input, "--to", "xml", "--ids", "-o", "-"]).code == 2)
    #expect(try Tool.run(["convert", input, "--to", "text", "--compact", "-o", "-"]).code == 2)
    #expect(try Tool.run(["convert", input, "--to", "prose", "-o", "-"]).errors.contains("xml, json or text"))
  }
}
