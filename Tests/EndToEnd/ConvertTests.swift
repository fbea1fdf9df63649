import FileTesting
import Glibc
import Testing

@Suite struct ConvertTests {
  private let folder: TemporaryFolder
  private let input: String
  private let output: String

  /// Not as Mortise would write it.
  private static let text = "<xml><!-- mine -->\r\n\t<block   type='logic_null' x='1.0' y='2'/>\n\n</xml>\n\n"

  init() throws {
    folder = try TemporaryFolder()
    input = folder.file("in.xml")
    output = folder.file("out.xml")
    try Tool.write(Self.text, to: input)
  }

  @Test func theSameFormatIsTheSameBytes() throws {
    #expect(try Tool.run(["convert", input, "-o", output]) == Tool.Outcome(code: 0, output: "", errors: ""))
    #expect(Tool.read(output).unicodeScalars.elementsEqual(Self.text.unicodeScalars))
    #expect(try Tool.run(["convert", input, "-o-"]).output.unicodeScalars.elementsEqual(Self.text.unicodeScalars))
    #expect(try Tool.run(["convert", "-", "--output=-"], input: input).output.utf8.count == Self.text.utf8.count)
  }

  @Test func theNameOrTheOptionSaysTheFormat() throws {
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

  @Test func whatIsBrokenWritesNothing() throws {
    try Tool.write("<xml>\n<block></xml>", to: input)
    try Tool.write("old", to: output)
    let outcome = try Tool.run(["convert", input, "-o", output])
    #expect(outcome.code == 1)
    #expect(
      outcome.errors == "mortise: \(input):2:10: the end tag does not close <block>, which is open here\n")
    #expect(Tool.read(output) == "old")
  }

  @Test func linksAndModesStay() throws {
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

  @Test func inPlaceIsAllowedWhenItIsSaid() throws {
    #expect(try Tool.run(["convert", input, "-o", input, "--pretty"]).code == 0)
    #expect(Tool.read(input).contains(#"<block type="logic_null" x="1" y="2"/>"#))
  }

  @Test func aFullDiskLeavesTheOldFile() throws {
    // A limit on the size of files fails as a full disk does, and needs no disk of its own.
    try Tool.write("<xml><block type=\"text\" id=\"\(String(repeating: "x", count: 9000))\"/></xml>", to: input)
    try Tool.write("old", to: output)
    let outcome = try Tool.run(["convert", input, "-o", output], shell: "trap '' XFSZ; ulimit -f 1")
    #expect(outcome.code == 1)
    #expect(
      outcome.errors
        == "mortise: cannot save \(output): no space is left, or a size limit is reached; make room and save again\n")
    #expect(Tool.read(output) == "old")
    #expect(folder.names == ["in.xml", "out.xml"])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become somebody else")) func withoutPermission() throws {
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
        == "mortise: cannot read \(input): permission denied; check who owns it and its mode\n")
    chmod(input, 0o644)
    _ = try Tool.run(["convert", input, "-o", output], shell: asNobody)
    #expect(
      Tool.read(folder.file("err"))
        == "mortise: cannot save \(output): the file is read-only; make it writable or save under another name\n")
    _ = try Tool.run(["convert", input, "-o", folder.file("new.xml")], shell: asNobody)
    #expect(
      Tool.read(folder.file("err"))
        == "mortise: cannot save \(folder.file("new.xml")): no file can be made in the folder "
        + "\(folder.path); save under another name\n")
    #expect(Tool.read(output) == "old")
  }
}
