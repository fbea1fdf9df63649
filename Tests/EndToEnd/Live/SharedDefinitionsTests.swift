import FileTesting
import Glibc
import RedisTesting
import Testing

/// Block definitions in sessions of real processes.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct SharedDefinitionsTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("p.json")
    try Tool.write(#"{"blocks":{"blocks":[{"type":"turn","id":"t","fields":{"ANGLE":7}}]}}"#, to: path)
    for (name, field) in [("host", "ANGLE"), ("other", "DEGREES")] {
      let definition =
        #"[{"type":"turn","message0":"spin by %1","args0":[{"type":"field_number","name":"\#(field)"}],"nextStatement":null}]"#
      try Tool.write(definition, to: folder.file("\(name).json"))
    }
  }

  @Test func whoJoinsGetsTheHostsBlocks() throws {
    let host = try HostProcess(["--blocks", folder.file("host.json"), path])
    let editor = try TmuxSession(["join", path])
    #expect(try editor.sees("spin by 7"))
    try editor.press("<Enter>90<Enter><C-s>")
    #expect(try editor.sees("saved p.json"))
    #expect(Tool.read(path).contains(#""ANGLE":90"#) || Tool.read(path).contains(#""ANGLE": 90"#), "\(Tool.read(path))")
    let other = try TmuxSession(["join", path, "--blocks", folder.file("other.json")])
    #expect(try other.sees("your definitions of “turn” differ; you may only watch"))
    #expect(try other.sees("watching"))
    // They see what the others see.
    #expect(try other.sees("spin by  90"))
    for session in [editor, other] { #expect(try session.pressLast("q") == "ended 0") }
    #expect(try host.stop() == 0)
  }

  @Test(.enabled(if: RedisServer.isInstalled, "redis-server or libhiredis is not installed"))
  @MainActor func hostsWithOtherDefinitionsAreRefused() throws {
    let server = try RedisServer(replicating: nil)
    let url = ["--redis", "redis://127.0.0.1:\(try #require(server.port))"]
    let host = try HostProcess(["--blocks", folder.file("host.json"), path] + url)
    let copy = folder.file("copy/p.json")
    mkdir(folder.file("copy"), 0o700)
    try Tool.write(Tool.read(path), to: copy)
    for blocks in [[], ["--blocks", folder.file("other.json")]] {
      let outcome = try Tool.run(["15", Tool.binary, "serve", copy] + url + blocks, program: "timeout")
      #expect(outcome.code == 1)
      #expect(
        outcome.errors == "mortise: p.json: its other hosts have other definitions of “turn”; serve it with theirs\n",
        "\(outcome.errors)")
    }
    let second = try HostProcess(["--blocks", folder.file("host.json"), copy] + url)
    for process in [host, second] { #expect(try process.stop() == 0) }
    withExtendedLifetime(server) {}
  }
}
