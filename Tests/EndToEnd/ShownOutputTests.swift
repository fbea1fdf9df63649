import FileTesting
import Testing

/// The documentation shows commands with their real output.
@Suite struct ShownOutputTests {
  /// The files that the commands are run on, besides the examples.
  private static let files = [
    "broken.xml": "<xml><block type=\"logic_null\"></blok></xml>\n",
    "bad.json": """
    {"blocks":{"blocks":[{"type":"math_number","id":"n","fields":{"NUM":"ten"}}]}}
    """,
    "average.blocktext": """
    print average with: numbers _ @id("b")

    to average with: numbers
      set total to 0
      set count to 0
    return total ÷ count @id("a")
    """,
    "sum.blocktext": """
    print create text with prompt for text with message "", prompt for text with message ""
    """,
    "small.in": "1\n2\n", "small.out": "3\n", "large.in": "1000\n\n", "large.out": "1000\n",
  ]

  /// - Parameters:
  ///   - commands: how many commands the page shows with their output.
  @Test(arguments: [("README.md", 5), ("docs/develop/generators.md", 1), ("docs/use/running.md", 2)]) func isReal(
    page: String, commands: Int
  ) throws {
    let folder = try TemporaryFolder()
    for (name, text) in Self.files { try Tool.write(text, to: folder.file(name)) }
    let setUp = """
      root=$PWD
      binary=$(realpath \(Tool.binary))
      mortise() { "$binary" "$@"; }
      cd \(folder.path)
      ln -sf "$root/examples" .
      mkdir sum.xml.tests
      trap 'rm -r sum.xml.tests' EXIT
      cp small.* large.* sum.xml.tests
      mortise convert sum.blocktext -o sum.xml
      """
    var compared = 0
    for block in Tool.read(page).split(separator: "```").filter({ $0.hasPrefix("\n$ ") }) {
      for part in block.split(separator: "\n$ ") {
        let lines = part.split(separator: "\n", maxSplits: 1)
        guard let command = lines.first, lines.count == 2 else { continue }
        let outcome = try Tool.run(["-c", "\(setUp)\n\(command) 2>&1"], program: "/bin/sh")
        #expect(outcome.output.replacing(/\n+$/, with: "") == lines[1].replacing(/\n+$/, with: ""), "\(command)")
        compared += 1
      }
    }
    #expect(compared == commands)
  }
}
