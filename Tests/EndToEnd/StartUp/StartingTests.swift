import FileTesting
import Glibc
import PtyDriver
import Testing

/// The binary while it starts: files that take long, and files that can't be read.
@Suite struct StartingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: - A file that takes long

  private static let blockCount = 100_000

  /// A long stack, which takes far longer to read than the editor has timeout for.
  private func largeFile() throws -> String {
    let path = folder.file("large.xml")
    var text = "<xml xmlns=\"https://developers.google.com/blockly/xml\">\n"
    let pairs = Self.blockCount / 2
    for number in 1...pairs {
      text += "<block type=\"text_print\" id=\"p\(number)\""
      text += number == 1 ? " x=\"16\" y=\"32\">" : ">"
      text +=
        "<value name=\"TEXT\"><block type=\"text\" id=\"t\(number)\"><field name=\"TEXT\">\(number)</field></block>"
      text += "</value>" + (number < pairs ? "<next>\n" : "")
    }
    text += String(repeating: "</block></next>", count: pairs - 1) + "</block>\n</xml>\n"
    try Tool.write(text, to: path)
    return path
  }

  @Test func keysTypedAtOnceAreKept() throws {
    let path = try largeFile()
    let before = Tool.read(path)
    let editor = try EditorProcess([path], waits: false)
    // To the first text, which gets another one; the program is saved, and left.
    editor.session.type("\u{1B}[C\rhello\r")
    _ = try editor.session.outputUpTo("reading large.xml …")
    editor.session.type("\u{13}q")
    #expect(try editor.session.end() == 0)
    let after = Tool.read(path)
    #expect(after.contains(">hello</field>") && !after.contains(">1</field>") && after.contains(">2</field>"))
    #expect(after.split(separator: "<block ").count == before.split(separator: "<block ").count)
    #expect(folder.names == ["large.xml"])
  }

  @Test(arguments: ["a key", "a hang-up", "SIGTERM"]) func itCanBeLeftMeanwhile(how: String) throws {
    let path = try largeFile()
    let editor = try EditorProcess([path], waits: false)
    editor.session.resize(columns: 60, rows: 20)
    editor.session.type("xyz")
    _ = try editor.session.outputUpTo("reading large.xml …")
    switch how {
    case "a key": editor.session.type("\u{11}")
    case "a hang-up": editor.session.hangUp()
    default: editor.session.signal(SIGTERM)
    }
    #expect(try editor.session.end() == 0)
    #expect(folder.names == ["large.xml"])
    if how != "a hang-up" { #expect(editor.session.isCooked) }
  }

  // MARK: - Files that can't be read

  private static let program = "<xml xmlns=\"https://developers.google.com/blockly/xml\"></xml>\n"

  /// What is wrong is shown, and said once more on standard error when the editor is left.
  private func expectFailure(_ arguments: [String], _ words: String) throws {
    for isTypedAhead in [false, true] {
      let editor = try EditorProcess(arguments, waits: !isTypedAhead)
      editor.session.type("q")
      #expect(try editor.session.end() == 1)
      let errors = try editor.session.errorText()
      #expect(errors.hasPrefix("mortise: ") && errors.contains(words), "\(errors)")
      #expect(errors.filter(\.isNewline).count == 1)
      #expect(editor.session.isCooked)
    }
    let outcome = try Tool.run(arguments)
    #expect(outcome.code == 1 && outcome.errors.contains(words), "without a terminal: \(outcome.errors)")
  }

  @Test func missingDefinitions() throws {
    try expectFailure(["--blocks", folder.file("none.json"), folder.file("n.xml")], "none.json: there is no such file")
  }

  @Test func brokenDefinitions() throws {
    let path = folder.file("own.json")
    try Tool.write("[\n  {\"type\": }\n]\n", to: path)
    try expectFailure(["--blocks", path, folder.file("n.xml")], "own.json:2:")
  }

  @Test func aMissingToolbox() throws {
    try expectFailure(["--toolbox", folder.file("none.xml"), folder.file("n.xml")], "none.xml: there is no such file")
  }

  /// Nobody writes into it: it is not waited for.
  @Test func pipes() throws {
    let pipe = folder.file("pipe.xml")
    mkfifo(pipe, 0o600)
    let words = "pipe.xml: it is a pipe, device or socket, not a file"
    try expectFailure([pipe], words)
    try expectFailure(["--blocks", pipe, folder.file("n.xml")], words)
  }

  @Test func aFolder() throws { try expectFailure([folder.path], "it is a folder") }

  @Test func aTerminalThatCannotBeUsed() throws {
    let path = folder.file("n.xml")
    try Tool.write(Self.program, to: path)
    for term in ["dumb", "no-such-terminal", nil] {
      let session = try PtySession(program: Tool.binary, arguments: [path], term: term)
      #expect(try session.end() == 1)
      #expect(try session.errorText().hasPrefix("mortise: "))
      #expect(session.isCooked)
    }
    #expect(folder.names == ["n.xml"])
  }
}
