import FileTesting
import Glibc
import Testing

@Suite struct ConvertTests {
  private let folder: TemporaryFolder
  private let input: String
  private let output: String

  /// Formatted differently from Mortise's own output.
  private static let text = "<xml><!-- mine -->\r\n\t<block   type='logic_null' x='1.0' y='2'/>\n\n</xml>\n\n"

  init() throws {
    folder = try TemporaryFolder()
    input = folder.file("in.xml")
    output = folder.file("out.xml")
    try Tool.write(Self.text, to: input)
  }

  @Test func theSameFormatKeepsTheBytes() throws {
    #expect(try Tool.run(["convert", input, "-o", output]) == Tool.Outcome(code: 0, output: "", errors: ""))
    #expect(Tool.read(output).unicodeScalars.elementsEqual(Self.text.unicodeScalars))
    #expect(try Tool.run(["convert", input, "-o-"]).output.unicodeScalars.elementsEqual(Self.text.unicodeScalars))
    #expect(try Tool.run(["convert", "-", "--output=-"], input: input).output.utf8.count == Self.text.utf8.count)
  }

  @Test func theFileNameOrTheOptionSetsTheFormat() throws {
    let json =
      #"{"blocks":{"languageVersion":0,"blocks":[{"type":"logic_null","x":1,"y":2}]},"#
      + #""mortise":{"xml":"<parts><foreign behind=\"0\" precedes-variables=\"true\"><!-- mine --></foreign></parts>"}}"#
    let target = folder.file("out.json")
    let outcome = try Tool.run(["convert", input, "-o", target, "--compact"])
    #expect(outcome.code == 0)
    #expect(outcome.errors == "")
    #expect(Tool.read(target).filter { !$0.isNewline } == json)
    #expect(try Tool.run(["convert", input, "-o", "-", "--to", "json", "--compact"]).output.contains(json))
    #expect(try Tool.run(["convert", input, "-o", "/dev/stdout", "--to=json", "--compact"]).output.contains(json))
    let back = try Tool.run(["convert", target, "--to", "xml", "--pretty", "-o", "-"])
    #expect(
      back.output.replacing("\r\n", with: "\n") == """
        <xml xmlns="https://developers.google.com/blockly/xml">
          <!-- mine -->
          <block type="logic_null" x="1" y="2"></block>
        </xml>

        """)
  }

  @Test func lostCommentsAreReported() throws {
    let text = "<!-- a --><xml><block type=\"logic_null\"><!-- b --></block></xml><!-- c -->"
    try Tool.write(text, to: input)
    let outcome = try Tool.run(["convert", input, "-o", folder.file("out.json")])
    #expect(
      outcome.errors == """
        mortise: \(input):1:16: an XML comment is dropped when the program is written
        mortise: \(folder.file("out.json")): XML comments and instructions before the root are dropped

        """)
    #expect(try Tool.run(["convert", input, "-o", "-", "--pretty"]).output.hasSuffix("</xml><!-- c -->\n"))
    let check = try Tool.run(["check", input])
    #expect(check.code == 0)
    #expect(
      check.output == """
        \(input): 1 block, no problems
        \(input):1:16: note: an XML comment is dropped when the program is written

        """)
  }

  @Test func prettyDoesNotIndentBeyondLevel100() throws {
    try Tool.write(
      "<xml>" + String(repeating: "<a>", count: 5000) + String(repeating: "</a>", count: 5000) + "</xml>", to: input)
    let outcome = try Tool.run(["convert", input, "-o", output, "--pretty"])
    #expect(outcome.code == 0)
    #expect(
      outcome.errors
        == "mortise: \(output): the file is 5001 levels deep; lines beyond level 100 are not indented\n")
    let lines: [Substring.UTF8View] = Substring(Tool.read(output)).utf8.split(separator: UInt8(ascii: "\n"))
    let indentations = lines.map { line in line.prefix { $0 == UInt8(ascii: " ") }.count }
    #expect(indentations.max() == 200 && Tool.read(output).utf8.count < 100_000)
  }

  @Test func aBrokenProgramWritesNothing() throws {
    try Tool.write("<xml>\n<block></xml>", to: input)
    try Tool.write("old", to: output)
    let outcome = try Tool.run(["convert", input, "-o", output])
    #expect(outcome.code == 1)
    #expect(
      outcome.errors == "mortise: \(input):2:10: the end tag doesn't close <block>, which is open here\n")
    #expect(Tool.read(output) == "old")
  }

  @Test func linksAndModesAreKept() throws {
    try Tool.write("old", to: output)
    chmod(output, 0o640)
    let link = folder.file("link.xml")
    symlink("out.xml", link)
    #expect(try Tool.run(["convert", input, "-o", link]).code == 0)
    #expect(TemporaryFolder.status(link).st_mode & S_IFMT == S_IFLNK)
    #expect(TemporaryFolder.mode(output) == 0o640)
    #expect(Tool.read(output).utf8.count == Self.text.utf8.count)
    #expect(folder.names == ["in.xml", "link.xml", "out.xml"])
  }

  @Test func convertingInPlaceIsAllowed() throws {
    #expect(try Tool.run(["convert", input, "-o", input, "--pretty"]).code == 0)
    #expect(Tool.read(input).contains(#"<block type="logic_null" x="1" y="2"/>"#))
  }

  @Test func aFullDiskKeepsTheOldFile() throws {
    // A limit on file sizes fails like a full disk, without needing one.
    try Tool.write("<xml><block type=\"text\" id=\"\(String(repeating: "x", count: 9000))\"/></xml>", to: input)
    try Tool.write("old", to: output)
    let outcome = try Tool.run(["convert", input, "-o", output], shell: "trap '' XFSZ; ulimit -f 1")
    #expect(outcome.code == 1)
    #expect(
      outcome.errors
        == "mortise: can't save \(output): no space is left, or a size limit is reached; make room and try again\n")
    #expect(Tool.read(output) == "old")
    #expect(folder.names == ["in.xml", "out.xml"])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become somebody else")) func deniedAccessIsReported() throws {
    try Tool.write("old", to: output)
    chmod(output, 0o444)
    chmod(input, 0o000)
    chmod(folder.path, 0o755)
    let asNobody = "exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$0\" \"$@\" 2>\(folder.file("err")) #"
    try Tool.write("", to: folder.file("err"))
    chmod(folder.file("err"), 0o666)
    _ = try Tool.run(["convert", input, "-o", output], shell: asNobody)
    #expect(
      Tool.read(folder.file("err"))
        == "mortise: can't read \(input): permission denied; check who owns it and its mode\n")
    chmod(input, 0o644)
    _ = try Tool.run(["convert", input, "-o", output], shell: asNobody)
    #expect(
      Tool.read(folder.file("err"))
        == "mortise: can't save \(output): the file is read-only; make it writable\n")
    _ = try Tool.run(["convert", input, "-o", folder.file("new.xml")], shell: asNobody)
    #expect(
      Tool.read(folder.file("err"))
        == "mortise: can't save \(folder.file("new.xml")): no file can be created in the folder "
        + "\(folder.path)\n")
    #expect(Tool.read(output) == "old")
  }
}
