import FileTesting

/// A program that is code in a language, in a folder of its own: what blocks can't do.
struct CodeProgram {
  let folder: TemporaryFolder
  let language: String

  private static let definitions = """
    [{"type": "code", "message0": "code %1", "args0": [{"type": "field_input", "name": "CODE"}],
      "previousStatement": null, "nextStatement": null,
      "generators": {
        "python": {"code": "exec({{\\"CODE\\"}}.replace('¶', chr(10)))"},
        "javascript": {"code": "eval({{\\"CODE\\"}});"},
        "lua": {"code": "load({{\\"CODE\\"}})()"}}}]
    """

  init(_ code: String, _ language: String = "python") throws {
    folder = try TemporaryFolder()
    self.language = language
    let escaped = code.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "¶")
    try Tool.write("::code(CODE = \"\(escaped)\")\n", to: folder.file("p.blocktext"))
    try Tool.write(Self.definitions, to: folder.file("code.json"))
  }

  /// The arguments that run it in its folder.
  var arguments: [String] { ["run", "p.blocktext", "--blocks", "code.json", "--to", language] }

  /// Runs a shell script in the folder; `"$@"` runs the program, `"$M"` is mortise.
  func run(script: String) throws -> Tool.Outcome {
    try Tool.run(
      ["-c", "M=$(realpath \"$0\"); cd '\(folder.path)'; set -- \"$M\" \"$@\"\n\(script)", Tool.binary] + arguments,
      program: "/bin/bash")
  }
}
