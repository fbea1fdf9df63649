import FileTesting
import Glibc
import Testing

/// `mortise FILE#block=ID/field=NAME` opens at that place, however odd the ids and names are.
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

  private func expect(_ place: String, in path: String? = nil, words: String, cursor: String) throws {
    let session = try TmuxSession([(path ?? self.path) + place])
    #expect(try session.sees("\n \(words)"), "\(place)")
    #expect(try session.cursor() == cursor, "\(place)")
    #expect(try session.pressLast("q") == "ended 0")
  }

  struct Place: CustomTestStringConvertible {
    var link: String
    var words: String
    var cursor: String
    var testDescription: String { link }
  }

  static let places = [
    Place(link: "#block=n", words: "number 1 ", cursor: "15,2"),
    // As it stands in the file, and as ‘mortise check’ prints it.
    Place(link: "#block=a/b#c=d%2Fe", words: "number 2 ", cursor: "15,4"),
    Place(link: "#block=a%2Fb%23c%3Dd%252Fe", words: "number 2 ", cursor: "15,4"),
    Place(link: "#block=sum/field=OP", words: "math arithmetic … + …", cursor: "15,6"),
    Place(link: "#block=sum/field=OP/field=OP", words: "choice “+”", cursor: "20,6"),
    Place(link: "#block=sum%2Ffield%3DOP/field=OP", words: "choice “+”", cursor: "20,6"),
    Place(
      link: "#block=inner", words: "the block “inner” is inside this one, which is collapsed · repeat",
      cursor: "15,8"),
    Place(
      link: "#block=inner/field=TEXT", words: "the block “inner” is inside this one, which is collapsed · repeat",
      cursor: "15,8"),
    Place(link: "#block=none", words: "there is no block “none” here · number 1", cursor: "15,2"),
    Place(link: "#block=", words: "there is no block “” here · number 1", cursor: "15,2"),
    Place(
      link: "#block=sum%2Ffield%3DOP/field=A", words: "there is no field “A” here · math arithmetic … + …",
      cursor: "15,6"),
  ]

  @Test(arguments: places) func opensThere(place: Place) throws {
    try expect(place.link, words: place.words, cursor: place.cursor)
    #expect(Tool.read(path) == Self.program && folder.names == ["p.xml"])
  }

  @Test func aFileWhoseNameLooksLikeAPlace() throws {
    let odd = folder.file("p.xml#block=n")
    try Tool.write(Self.program.replacing(">1<", with: ">5<"), to: odd)
    try expect("", in: odd, words: "number 5 ", cursor: "15,2")
    try expect("#block=a%2Fb%23c%3Dd%252Fe", in: odd, words: "number 2 ", cursor: "15,4")
    // An id may hold the sign, too.
    try expect("#block=x#block=y", words: "there is no block “x#block=y” here · number 1", cursor: "15,2")
  }

  @Test func aNewFile() throws {
    try expect(
      "#block=n", in: folder.file("new.xml"), words: "there is no block “n” here · empty program", cursor: "13,1")
    #expect(folder.names == ["p.xml"])
  }

  /// A place that is written in another way is no new file.
  @Test(arguments: ["#BLOCK=n", "#comment=n", "#", "#block", "#a#block"]) func aMistypedPlaceIsRefused(
    place: String
  ) throws {
    let outcome = try Tool.run([path + place])
    #expect(outcome.code == 1)
    #expect(
      outcome.errors
        == "mortise: \(path)\(place): there is no such file; a place is written #block=ID or #block=ID/field=NAME\n")
    #expect(folder.names == ["p.xml"])
  }

  @Test func aNewFileMayHaveTheSign() throws {
    try expect("", in: folder.file("new#1.xml"), words: "empty program", cursor: "13,1")
    #expect(mkdir(folder.file("a"), 0o700) == 0 && mkdir(folder.file("a#"), 0o700) == 0)
    try expect("", in: folder.file("a#/new.xml"), words: "empty program", cursor: "13,1")
  }

  @Test func inUnsavedWork() throws {
    let editor = try EditorProcess([path])
    try editor.type(["\r", "7", "\r"])
    try editor.kill()
    let session = try TmuxSession([path + "#block=a%2Fb%23c%3Dd%252Fe"])
    #expect(try session.sees("was found: 1 step"))
    try session.press("o")
    #expect(try session.sees("this is the unsaved work; save to keep it"))
    #expect(try session.cursor() == "15,4")
    try session.press("<C-s>")
    #expect(try session.sees("saved p.xml"))
    #expect(try session.pressLast("q") == "ended 0")
    #expect(Tool.read(path).contains(">7</field>"))
  }
}
