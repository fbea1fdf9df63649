import FileTesting
import Glibc
import Testing

/// Definitions that are found without `--blocks`.
@Suite struct FoundDefinitionsTests {
  private let folder: TemporaryFolder
  private let (configuration, state): (String, String)

  private static let program = "<xml><block type=\"robot_move\" id=\"a\"><field name=\"N\">5</field></block></xml>"
  private static func definitions(_ word: String, _ generators: String = "") -> String {
    """
    [{"type":"robot_move","message0":"\(word) %1 steps","args0":[{"type":"field_number","name":"N"}],\
    "previousStatement":null,"nextStatement":null\(generators)}]
    """
  }

  init() throws {
    folder = try TemporaryFolder()
    (configuration, state) = (folder.file("config"), folder.file("state"))
    try Tool.write(Self.program, to: folder.file("drive.xml"))
  }

  private func run(_ arguments: String..., in place: String? = nil) throws -> Tool.Outcome {
    let shell = """
      export HOME='\(folder.file("home"))' XDG_CONFIG_HOME='\(configuration)' XDG_STATE_HOME='\(state)'
      cd '\(place ?? folder.path)'
      """
    return try Tool.run(arguments, shell: shell)
  }

  private func make(_ name: String, _ mode: mode_t = 0o755) throws {
    var path = folder.path
    for part in name.split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o755)
    }
    chmod(path, mode)
  }

  /// Deletes what is deeper than `TemporaryFolder` deletes.
  private func cleanUp() throws { _ = try Tool.run(["-rf", folder.path], program: "rm") }

  private func shown(_ path: String, in place: String? = nil) throws -> String {
    try run("render", path, in: place).output
  }

  @Test func definitionsBesideAProgramAreFound() throws {
    #expect(try run("check", "drive.xml").output.contains("“robot_move” is unknown"))
    try Tool.write(Self.definitions("drive"), to: folder.file("drive.blocks.json"))
    #expect(
      try run("check", "drive.xml")
        == Tool.Outcome(code: 0, output: "drive.xml: 1 block, no problems\n", errors: ""))
    #expect(try shown("drive.xml").contains("drive ( 5 ) steps"))
    #expect(try run("convert", "drive.xml", "--to", "text", "-o", "-").output == "drive 5 steps\n")
    // Those that are named count first.
    try Tool.write(Self.definitions("go"), to: folder.file("other.json"))
    #expect(
      try run("convert", "drive.xml", "--to", "text", "-o", "-", "--blocks", "other.json").output == "go 5 steps\n")
  }

  @Test func aFolderHasDefinitionsUpToTheRepositorysRoot() throws {
    defer { try? cleanUp() }
    try make("outer/.mortise")
    try make("outer/repository/a/b")
    try Tool.write(Self.program, to: folder.file("outer/repository/a/b/drive.xml"))
    try Tool.write(Self.definitions("far"), to: folder.file("outer/.mortise/blocks.json"))
    // Neither a repository nor the user's home is around the program.
    #expect(try shown("outer/repository/a/b/drive.xml").contains("robot_move"))
    try make("outer/repository/.git")
    #expect(try shown("outer/repository/a/b/drive.xml").contains("robot_move"))
    try make("outer/repository/.mortise")
    try Tool.write(Self.definitions("near"), to: folder.file("outer/repository/.mortise/blocks.json"))
    #expect(try shown("../a/b/drive.xml", in: folder.file("outer/repository/a")).contains("near ( 5 ) steps"))
  }

  @Test(arguments: ["", ".mortise"]) func whatOthersMayWriteIsNoDefinition(place: String) throws {
    defer { try? cleanUp() }
    try make("open/.mortise")
    try Tool.write(Self.program, to: folder.file("open/drive.xml"))
    try Tool.write(Self.definitions("drive"), to: folder.file("open/.mortise/blocks.json"))
    #expect(try shown("open/drive.xml").contains("drive ( 5 ) steps"))
    try make("open/\(place)", 0o777)
    #expect(try shown("open/drive.xml").contains("robot_move"))
  }

  @Test func filesOfAFormatHaveTheUsersDefinitions() throws {
    defer { try? cleanUp() }
    try make("config/mortise/blocks")
    try Tool.write(Self.definitions("my"), to: folder.file("config/mortise/blocks/xml.json"))
    #expect(try shown("drive.xml").contains("my ( 5 ) steps"))
    try Tool.write(Self.definitions("drive"), to: folder.file("drive.blocks.json"))
    #expect(try shown("drive.xml").contains("drive ( 5 ) steps"))
  }

  /// As git's drivers get them.
  @Test func aTemporaryFileIsAsInTheCurrentFolder() throws {
    let repository = "/var/tmp/mortise-test-\(getpid())"
    defer { _ = try? Tool.run(["-rf", repository], program: "rm") }
    _ = try Tool.run(["-p", repository + "/.mortise"], program: "mkdir")
    try Tool.write(Self.definitions("drive"), to: repository + "/.mortise/blocks.json")
    #expect(try shown(folder.file("drive.xml"), in: repository).contains("drive ( 5 ) steps"))
    #expect(try shown(folder.file("drive.xml")).contains("robot_move"))
  }

  @Test func eachOfSeveralProgramsHasItsOwn() throws {
    defer { try? cleanUp() }
    for name in ["a", "b"] {
      try make("\(name)/.mortise")
      try Tool.write(Self.program, to: folder.file("\(name)/drive.xml"))
    }
    try Tool.write(Self.definitions("drive"), to: folder.file("b/.mortise/blocks.json"))
    #expect(
      try run("check", "a/drive.xml", "b/drive.xml").output == """
        a/drive.xml:1:6: the block type “robot_move” is unknown; it is kept as it is (a/drive.xml#block=a)
        a/drive.xml:1:1: note: 1 block is unknown: ‘mortise blocks --record FOLDER -o DEFS.json’ learns them from the \
        app’s own files
        b/drive.xml: 1 block, no problems

        """)
  }

  @Test func aMistakeInWhatIsFoundIsToldAndStopsNothing() throws {
    try Tool.write("[{", to: folder.file("drive.blocks.json"))
    let outcome = try run("check", "drive.xml")
    #expect(outcome.output.contains("drive.xml:1:1: note: \(folder.path)/drive.blocks.json:1:"))
    #expect(outcome.output.contains("is unknown"))
  }

  @Test func generatorsThatAreFoundNeedTheUsersWord() throws {
    defer { try? cleanUp() }
    let path = folder.file("drive.blocks.json")
    let generators = ",\"generators\":{\"python\":{\"code\":\"robot.move({{N}})\"}}"
    try Tool.write(Self.definitions("drive", generators), to: path)
    let refused = try run("generate", "drive.xml", "--to", "python")
    #expect(refused.code == 1)
    #expect(
      refused.errors.contains(
        "\(path) has generators, which are code: ‘mortise blocks --allow-code FILE’ lets them be used"))
    #expect(try run("blocks", "--allow-code", "drive.blocks.json") == Tool.Outcome(code: 0, output: "", errors: ""))
    #expect(
      try run("generate", "drive.xml", "--to", "python")
        == Tool.Outcome(code: 0, output: "robot.move(5)\n", errors: ""))
    // Another content is another matter.
    try Tool.write(Self.definitions("drive", generators.replacing("move", with: "kick")), to: path)
    #expect(try run("generate", "drive.xml", "--to", "python").code == 1)
  }
}
