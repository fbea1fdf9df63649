import BlocklyCache
import Glibc
import SeededTesting
import Testing

/// Browsers join what `mortise serve --web` serves.
@Suite struct WebTests {
  private static let nodeModules = getenv("NODE_PATH").map { String(cString: $0) } ?? "/usr/share/nodejs"
  /// Where tests must not be skipped (CI), missing programs are an error.
  static let isPossible =
    getenv("CI") != nil || Tool.has("node") && access(nodeModules + "/ws/package.json", R_OK) == 0

  private func play(_ script: String, _ arguments: String...) throws -> Tool.Outcome {
    let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Web/"
    return try Tool.run(
      [folder + script, Tool.binary] + arguments, program: "/usr/bin/env",
      shell: "export NODE_PATH=\(Self.nodeModules); set -- timeout 20 node \"$@\"")
  }

  @Test(.enabled(if: isPossible, "there is no node with ws; bin/test installs them"))
  func nothingWrongComesIn() throws {
    let outcome = try play("attacks.js")
    #expect(outcome.output == "ok\n", "\(outcome.errors)")
  }

  /// In `bin/test --all`, and where there is Chromium.
  private static let hasBrowser =
    isPossible && Tool.has("chromium") && Tool.has("script") && BlocklyPackage.isThere && Seeds.first(1).count >= 10

  @Test(.enabled(if: hasBrowser, "bin/test --all, with chromium"))
  func aBrowserAndAnEditorEditOneProgram() throws {
    let outcome = try play("browser.js", BlocklyPackage.folder)
    #expect(outcome.output == "ok\n", "\(outcome.errors)")
  }
}
