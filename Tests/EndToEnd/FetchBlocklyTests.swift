import FileTesting
import Glibc
import Testing

/// `mortise fetch-blockly`, with a stand-in for pip.
@Suite(.enabled(if: Tool.has("python3"), "python3 is missing"))
struct FetchBlocklyTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try #require(mkdir(folder.file("bin"), 0o755) == 0)
  }

  private var scripts: String { folder.file("data/mortise/blockly") }

  /// - Parameter pip: what the stand-in does, with the download's folder in `$dest` and what is wanted in `$requirement`.
  private func fetch(pip: String) throws -> Tool.Outcome {
    let python = folder.file("bin/python3")
    try Tool.write(
      """
      #!/bin/sh
      while [ $# -gt 0 ]; do
        case $1 in --dest) dest=$2 ;; --requirement) requirement=$2 ;; esac
        shift
      done
      \(pip)

      """, to: python)
    try #require(chmod(python, 0o755) == 0)
    return try Tool.run(
      ["fetch-blockly"],
      shell: "export PATH='\(folder.file("bin"))':/usr/bin:/bin XDG_DATA_HOME='\(folder.file("data"))'")
  }

  /// Makes a package whose source map has some of Blockly's scripts.
  private func makePackage(_ names: [String]) throws {
    let sources = names.map { "\"node_modules/blockly/\($0)\"" }.joined(separator: ", ")
    let contents = names.map { "\"// \($0)\"" }.joined(separator: ", ")
    let program = """
      import zipfile
      with zipfile.ZipFile('\(folder.file("package.whl"))', 'w', zipfile.ZIP_DEFLATED) as z:
        z.writestr('mc/static/mced.1.js.map', '{"sources": [\(sources)], "sourcesContent": [\(contents)]}')
      """
    #expect(try Tool.run(["-c", program], program: "/usr/bin/python3").code == 0)
  }

  private var left: [String] {
    (try? Tool.run(["-A", folder.file("data/mortise")], program: "/bin/ls"))?.output.split(separator: "\n").map(
      String.init)
      ?? []
  }

  @Test func scriptsAreTakenOutOfThePackage() throws {
    try makePackage(["blockly_compressed.js", "blocks_compressed.js", "msg/en.js"])
    let pip = "cat \"$requirement\" >'\(folder.file("wanted"))'; cp '\(folder.file("package.whl"))' \"$dest/p.whl\""
    let outcome = try fetch(pip: pip)
    #expect(outcome.code == 0 && outcome.output == "Blockly is in \(scripts)\n", "\(outcome.errors)")
    #expect(Tool.read(scripts + "/msg/en.js") == "// msg/en.js")
    #expect(Tool.read(folder.file("wanted")).contains("--hash=sha256:"))
    #expect(left == ["blockly"])
    // What is there isn't downloaded again.
    #expect(try fetch(pip: "exit 1").code == 0)
  }

  @Test(arguments: [
    ("echo 'No module named pip' >&2; exit 1", "pip is missing"),
    ("echo 'ERROR: No matching distribution found' >&2; exit 1", "the Python index can’t be reached"),
    ("echo 'ERROR: [Errno 28] No space left on device' >&2; exit 1", "No space left on device"),
    ("exit 0", "pip has downloaded no package"),
    ("echo nonsense >\"$dest/p.whl\"", "p.whl: "),
    ("cp '$FOLDER/package.whl' \"$dest/p.whl\"", "the package has no msg/en.js"),
  ])
  func failuresAreOneLineAndLeaveNothing(pip: String, message: String) throws {
    try makePackage(["blockly_compressed.js", "blocks_compressed.js"])
    let outcome = try fetch(pip: pip.replacing("$FOLDER", with: folder.file(".").dropLast(2)))
    #expect(outcome.code == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(message) && outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    #expect(left.isEmpty)
  }
}
