import BlockFormats
import BlockModel
import CodeGeneration
import FileTesting
import Glibc
import MortiseCommandLine
import RunTesting
import Testing

/// The commands know the languages that an app brings.
@Suite(.serialized) final class OwnLanguageTests {
  private let folder: TemporaryFolder
  private var app = MortiseApp()

  init() throws {
    folder = try TemporaryFolder()
    app.name = "shell-editor"
    app.languages = ShellLanguage.languages
    try write("print \"it's\"\n", to: "p.blocktext")
  }

  private func write(_ text: String, to name: String) throws {
    let file = try #require(fopen(folder.file(name), "w"))
    fputs(text, file)
    fclose(file)
  }

  private func read(_ name: String) -> String {
    guard let file = fopen(folder.file(name), "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte >= 0 { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Runs a command line of the app, and returns its exit status, what it prints, and its errors.
  private func run(_ arguments: String...) -> (status: Int32, output: String, errors: String) { run(arguments) }

  private func run(_ arguments: [String]) -> (status: Int32, output: String, errors: String) {
    fflush(nil)
    let kept = [dup(STDOUT_FILENO), dup(STDERR_FILENO)]
    for (number, name) in [(STDOUT_FILENO, "output"), (STDERR_FILENO, "errors")] {
      let file = open(folder.file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      dup2(file, number)
      close(file)
    }
    let status = app.run(arguments).rawValue
    for (number, descriptor) in zip([STDOUT_FILENO, STDERR_FILENO], kept) {
      dup2(descriptor, number)
      close(descriptor)
    }
    return (status, read("output"), read("errors"))
  }

  @Test func codeIsGenerated() {
    let program = folder.file("p.blocktext")
    #expect(run("generate", program, "--to", "sh") == (0, "echo 'it'\\''s'\n", ""))
    #expect(run("generate", program, "-o", folder.file("p.sh")) == (0, "", ""))
    #expect(read("p.sh") == "echo 'it'\\''s'\n")
    let unknown = run("generate", program, "--to", "abc")
    #expect(
      unknown.status == 2 && unknown.errors.contains("--to takes python, javascript, lua, php, dart, sh, not “abc”"))
  }

  @Test func programsRunAndAreTested() throws {
    let program = folder.file("p.blocktext")
    #expect(run("run", program, "--to", "sh") == (0, "it's\n", ""))
    #expect(run("check", program, "--to", "sh").status == 0)
    let refused = run("run", program, "--to", "php")
    #expect(refused.status == 2 && refused.errors.contains("--to takes python, javascript, lua, sh, not “php”"))
  }

  @Test func aLanguageWithoutARuntimeIsOnlyGenerated() {
    app.languages = CodeLanguages([
      CodeLanguage(id: "abc", name: "ABC notation", fileExtension: "abc", generators: Array("{}".utf8))
    ])
    let program = folder.file("p.blocktext")
    #expect(run("run", program) == (1, "", "shell-editor: programs can't be run in abc\n"))
    let mistake = "shell-editor: the generators of ABC notation: 1:1: “text” is missing\n"
    #expect(run("generate", program, "--to", "abc") == (1, "", mistake))
  }

  @Test func helpAndCompletionsNameIt() {
    #expect(
      run("generate", "--help").output.contains("write programs as code in Python, JavaScript, Lua, PHP, Dart or Shell")
    )
    #expect(
      run("run", "--help").output.contains("python, javascript, lua, sh; default: the first one that is installed"))
    let words = "python\njavascript\nlua\n"
    #expect(run("complete", "bash", "--", "generate", "--to", "").output == "-\n\(words)php\ndart\nsh\n")
    #expect(run("complete", "bash", "--", "run", "--to", "").output == "-\n\(words)sh\n")
  }

  /// An app's own blocks have words in the user's language; what a language leaves out is English.
  @Test func blocksHaveWordsInTheLanguageOfAFile() throws {
    app.blocks.register = { factory, messages in
      let own = messages.language == "nl" ? #"{"SHOUT": "roep"}"# : #"{"SHOUT": "shout"}"#
      let table = try MessageTable(json: Array(own.utf8), language: messages.language, over: messages)
      try factory.load(
        json: Array(#"[{"type": "shout", "message0": "%{BKY_SHOUT}", "previousStatement": null}]"#.utf8),
        messages: table)
    }
    try write(#"{"TEXT_PRINT_TITLE": "schrijf %1"}"#, to: "nl.json")
    try write(
      """
      <xml><block type="text_print"><next><block type="controls_if"><statement name="DO0"><block type="shout"/></statement>
      </block></next></block></xml>
      """, to: "p.xml")
    let command = ["convert", folder.file("p.xml"), "--to", "text", "-o", "-"]
    #expect(run(command).output == "print _\nif _\n  shout\n")
    let dutch = run(command + ["--language", folder.file("nl.json")]).output
    #expect(dutch == "@language(\"nl\")\n\nschrijf _\nif _\n  roep\n")
    try write(dutch, to: "p.blocktext")
    let text = folder.file("p.blocktext")
    #expect(run(["check", text, "--language", folder.file("nl.json")]).status == 0)
    #expect(run(["check", text]).output.contains("unknown language “nl”"))
  }

  /// The definitions of an app name its own class of fields.
  @Test func definitionsHaveOwnFields() throws {
    app.blocks.registerFields = { $0.register(FieldStars.self) }
    let definition = """
      [{"type": "rate", "message0": "rate %1", "previousStatement": null, "args0": [{"type": "field_stars", "name": "A"}]}]
      """
    app.blocks.files = [BlockFile(path: "stars", bytes: Array(definition.utf8), kind: .definitions)]
    try write(#"<xml><block type="rate"><field name="A">4</field></block><block type="rate"/></xml>"#, to: "p.xml")
    #expect(run(["convert", folder.file("p.xml"), "--to", "text", "-o", "-"]).output == "rate 4\n\nrate 3\n")
  }
}

private nonisolated final class FieldStars: Field, DefinedField {
  static let typeName = "field_stars"
  private var count = 3

  init(_ definition: FieldDefinition) { super.init(name: definition.name) }

  override var text: String { String(count) }
  override var wording: FieldWording { .number }
  override var state: FieldState? { .number(Double(count)) }
  override func load(_ state: FieldState, variables: VariableMap) { count = Int(state.text) ?? count }

  override func copy() -> Field {
    let copy = FieldStars(name: name)
    copy.count = count
    return copy
  }

  override init(name: String?) { super.init(name: name) }
}
