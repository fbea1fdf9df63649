import FileTesting
import Glibc
import Testing

/// `mortise FILE#block=ID/field=NAME` opens the program at that block or field, however odd its id or name is.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct PlaceTests {
  private let folder: TemporaryFolder
  private let path: String

  private static let program = """
    <xml xmlns="https://developers.google.com/blockly/xml">
      <block type="math_number" id="n" x="16" y="32"><field name="NUM">1</field></block>
      <block type="math_number" id="a/b#c=d%2Fe" x="16" y="96"><field name="NUM">2</field></block>
      <block type="math_arithmetic" id="sum/field=OP" x="16" y="160"><field name="OP">ADD</field></block>
      <block type="controls_repeat_ext" id="loop" collapsed="true" x="16" y="224">
        <statement name="DO"><block type="text_print" id="inner"></block></statement>
      </block>
    </xml>

    """

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("p.xml")
    try Tool.write(Self.program, to: path)
  }

  private func expect(_ place: String, in path: String? = nil, message: String, cursor: String) throws {
    let session = try TmuxSession([(path ?? self.path) + place])
    #expect(try session.sees("\n \(message)"), "\(place)")
    #expect(try session.cursor() == cursor, "\(place)")
    #expect(try session.pressLast("q") == "ended 0")
  }

  struct Place: CustomTestStringConvertible {
    var link: String
    var message: String
    var cursor: String
    var testDescription: String { link }
  }

  static let places = [
    Place(link: "#block=n", message: "number 1 ", cursor: "2,2"),
    // As written in the file, and as printed by ‘mortise check’.
    Place(link: "#block=a/b#c=d%2Fe", message: "number 2 ", cursor: "2,4"),
    Place(link: "#block=a%2Fb%23c%3Dd%252Fe", message: "number 2 ", cursor: "2,4"),
    Place(link: "#block=sum/field=OP", message: "calculation … + …", cursor: "2,6"),
    Place(link: "#block=sum/field=OP/field=OP", message: "choice “+”", cursor: "7,6"),
    Place(link: "#block=sum%2Ffield%3DOP/field=OP", message: "choice “+”", cursor: "7,6"),
    Place(
      link: "#block=inner", message: "the block “inner” is inside this one, which is collapsed",
      cursor: "2,8"),
    Place(
      link: "#block=inner/field=TEXT", message: "the block “inner” is inside this one, which is collapsed",
      cursor: "2,8"),
    Place(link: "#block=none", message: "there is no block “none” here · number 1", cursor: "2,2"),
    Place(link: "#block=", message: "there is no block “” here · number 1", cursor: "2,2"),
    Place(
      link: "#block=sum%2Ffield%3DOP/field=A", message: "there is no field “A” here · calculation … + …",
      cursor: "2,6"),
  ]

  @Test(arguments: places) func theEditorOpensAtTheLocation(place: Place) throws {
    try expect(place.link, message: place.message, cursor: place.cursor)
    #expect(Tool.read(path) == Self.program && folder.names == ["p.xml"])
  }

  @Test func aFileNameMayLookLikeALink() throws {
    let odd = folder.file("p.xml#block=n")
    try Tool.write(Self.program.replacing(">1<", with: ">5<"), to: odd)
    try expect("", in: odd, message: "number 5 ", cursor: "2,2")
    try expect("#block=a%2Fb%23c%3Dd%252Fe", in: odd, message: "number 2 ", cursor: "2,4")
    // An id may contain the number sign, too.
    try expect("#block=x#block=y", message: "there is no block “x#block=y” here · number 1", cursor: "2,2")
  }

  @Test func aNewFileIgnoresTheLink() throws {
    try expect(
      "#block=n", in: folder.file("new.xml"), message: "there is no block “n” here · empty program", cursor: "0,1")
    #expect(folder.names == ["p.xml"])
  }

  /// A mistyped link is not taken for a new file.
  @Test(arguments: ["#BLOCK=n", "#comment=n", "#", "#block", "#a#block"]) func aMistypedLinkIsRefused(
    place: String
  ) throws {
    let outcome = try Tool.run([path + place])
    #expect(outcome.code == 1)
    #expect(
      outcome.errors
        == "mortise: \(path)\(place): there is no such file; write locations as #block=ID, #block=ID/field=NAME or "
        + "#program=NAME\n")
    #expect(folder.names == ["p.xml"])
  }

  @Test func aNewFileMayHaveANumberSign() throws {
    try expect("", in: folder.file("new#1.xml"), message: "empty program", cursor: "0,1")
    #expect(mkdir(folder.file("a"), 0o700) == 0 && mkdir(folder.file("a#"), 0o700) == 0)
    try expect("", in: folder.file("a#/new.xml"), message: "empty program", cursor: "0,1")
  }

  @Test func theLinkWorksInRecoveredWork() throws {
    let editor = try EditorProcess([path])
    try editor.type(["\r", "7", "\r"])
    try editor.kill()
    let session = try TmuxSession([path + "#block=a%2Fb%23c%3Dd%252Fe"])
    #expect(try session.sees(": 1 step"))
    try session.press("o")
    #expect(try session.sees("this is the unsaved work; save to keep it"))
    #expect(try session.cursor() == "2,4")
    try session.press("<C-s>")
    #expect(try session.sees("saved p.xml"))
    #expect(try session.pressLast("q") == "ended 0")
    #expect(Tool.read(path).contains(">7</field>"))
  }
}
