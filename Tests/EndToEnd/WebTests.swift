import BlocklyCache
import Glibc
import SeededTesting
import Testing

/// Browsers join what `mortise serve --web` serves.
@Suite struct WebTests {
  static let nodeModules = getenv("NODE_PATH").map { String(cString: $0) } ?? "/usr/share/nodejs"
  /// Where tests must not be skipped (CI), missing programs are an error.
  static let isPossible =
    getenv("CI") != nil || Tool.has("node") && access(nodeModules + "/ws/package.json", R_OK) == 0

  private func play(_ script: String, _ arguments: String..., seconds: Int = 20) throws -> Tool.Outcome {
    let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Web/"
    return try Tool.run(
      [folder + script, Tool.binary] + arguments, program: "/usr/bin/env",
      shell: "export NODE_PATH=\(Self.nodeModules); set -- timeout \(seconds) node \"$@\"")
  }

  @Test(.enabled(if: isPossible, "there is no node with ws; bin/test installs them"))
  func nothingWrongComesIn() throws {
    let outcome = try play("attacks.js")
    #expect(outcome.output == "ok\n", "\(outcome.errors)")
  }

  @Test(.enabled(if: isPossible, "there is no node with ws; bin/test installs them"))
  func strangersTakeLittleMemory() throws {
    let outcome = try play("floods.js", seconds: 60)
    #expect(outcome.output == "ok\n", "\(outcome.errors)")
  }

  /// A python with websockets; Debian's is not always the first one.
  private static let python = ["python3", "/usr/bin/python3"].first {
    (try? Tool.run(["-c", "import websockets"], program: $0))?.code == 0
  }

  /// A hundred kills in `bin/test --all`.
  @Test(.enabled(if: isPossible, "there is no node with ws; bin/test installs them"))
  func clientsOfOthersLoseNothingWhenTheServerIsKilled() throws {
    let kills = Seeds.first(1).count < 10 ? 4 : 100
    #expect(Self.python != nil || getenv("CI") == nil, "there is no python3-websockets")
    let outcome = try play("clients.js", "\(kills)", Self.python ?? "", seconds: 20 + kills)
    #expect(outcome.output == "ok\n", "\(outcome.errors)")
  }

  /// In `bin/test --all`, and where there is Chromium.
  private static let hasBrowser =
    isPossible && Tool.has("chromium") && Tool.has("script") && BlocklyPackage.isThere && Seeds.first(1).count >= 10

  @Test(.enabled(if: hasBrowser, "bin/test --all, with chromium"), arguments: BlocklyPackage.folders)
  func aBrowserAndAnEditorEditOneProgram(blockly: String) throws {
    let outcome = try play("browser.js", blockly)
    #expect(outcome.output == "ok\n", "\(outcome.errors)")
  }

  @Test(.enabled(if: hasBrowser, "bin/test --all, with chromium"), arguments: BlocklyPackage.folders)
  func thePageRunsProgramsAndOutlivesReloads(blockly: String) throws {
    let outcome = try play("page.js", blockly)
    #expect(outcome.output == "ok\n", "\(outcome.output) \(outcome.errors)")
  }
}
