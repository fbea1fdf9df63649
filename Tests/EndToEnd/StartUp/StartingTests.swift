import FileTesting
import Glibc
import PtyDriver
import Testing

/// Starting the binary with files that take long to read, and with files that can't be read.
@Suite struct StartingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: - A large file

  private static let blockCount = 100_000

  /// The file of a long stack, which takes far longer to read than the editor waits for.
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

  @Test func keysTypedWhileLoadingAreKept() throws {
    let path = try largeFile()
    let before = Tool.read(path)
    let editor = try EditorProcess([path], waits: false)
    // The first text is changed; then the program is saved and closed.
    editor.session.type("\u{1B}[C\rhello\r")
    _ = try editor.session.outputUpTo("reading large.xml …")
    editor.session.type("\u{13}q")
    #expect(try editor.session.end() == 0)
    let after = Tool.read(path)
    #expect(after.contains(">hello</field>") && !after.contains(">1</field>") && after.contains(">2</field>"))
    #expect(after.split(separator: "<block ").count == before.split(separator: "<block ").count)
    #expect(folder.names == ["large.xml"])
  }

  @Test(arguments: ["a key", "a hang-up", "SIGTERM"]) func theEditorCanBeQuitWhileLoading(how: String) throws {
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

  /// The error is shown in the editor, and printed to standard error when it exits.
  private func expectFailure(_ arguments: [String], _ message: String) throws {
    for isTypedAhead in [false, true] {
      let editor = try EditorProcess(arguments, waits: !isTypedAhead)
      editor.session.type("q")
      #expect(try editor.session.end() == 1)
      let errors = try editor.session.errorText()
      #expect(errors.hasPrefix("mortise: ") && errors.contains(message), "\(errors)")
      #expect(errors.filter(\.isNewline).count == 1)
      #expect(editor.session.isCooked)
    }
    let outcome = try Tool.run(arguments)
    #expect(outcome.code == 1 && outcome.errors.contains(message), "without a terminal: \(outcome.errors)")
  }

  @Test func oneOfSeveralFilesKeepsAllShut() throws {
    let (good, bad) = (folder.file("good.xml"), folder.file("bad.xml"))
    try Tool.write(Self.program, to: good)
    try Tool.write("<xml><block></xml>", to: bad)
    try expectFailure([good, bad], "bad.xml:1:")
    #expect(Set(folder.names) == ["good.xml", "bad.xml"])
  }

  @Test func missingDefinitionsAreReported() throws {
    try expectFailure(["--blocks", folder.file("none.json"), folder.file("n.xml")], "none.json: there is no such file")
  }

  @Test func brokenDefinitionsAreReported() throws {
    let path = folder.file("own.json")
    try Tool.write("[\n  {\"type\": }\n]\n", to: path)
    try expectFailure(["--blocks", path, folder.file("n.xml")], "own.json:2:")
  }

  @Test func aMissingToolboxIsReported() throws {
    try expectFailure(["--toolbox", folder.file("none.xml"), folder.file("n.xml")], "none.xml: there is no such file")
  }

  /// Nobody writes into the pipe, so reading it would never end.
  @Test func pipesAreRefused() throws {
    let pipe = folder.file("pipe.xml")
    mkfifo(pipe, 0o600)
    let message = "pipe.xml: it is a pipe, device or socket, not a file"
    try expectFailure([pipe], message)
    try expectFailure(["--blocks", pipe, folder.file("n.xml")], message)
  }

  @Test func aFolderIsRefused() throws { try expectFailure([folder.path], "it is a folder") }

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
