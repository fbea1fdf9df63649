import BlocklyCache
import Markup
import PtyDriver

/// The speed of Blockly Web, as used by Tests/Interop, for the same actions on the same program.
enum BlocklyBench {
  /// Actions per second.
  struct Figures {
    var fieldEdits: Double
    var fieldUndos: Double
    var moves: Double
    var moveUndos: Double
  }

  /// - Returns: nil if Blockly is not installed, after printing a message.
  static func figures(program: [UInt8]) throws -> Figures? {
    guard BlocklyPackage.isThere else {
      print("(without Blockly: \(BlocklyPackage.absence))")
      return nil
    }
    let folder = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    return try Files.withTemporary(program) { path in
      let blockly = try LineProgram(
        [
          "node", folder + "/Tools/Sources/mortise-bench/blockly-bench.js", folder + "/Interop/blockly.js",
          BlocklyPackage.folder, path,
        ],
        environment: ["PATH": BlocklyPackage.variable("PATH") ?? "", "NODE_PATH": BlocklyPackage.nodeModules],
        deadlineSeconds: 180)
      let answer = try JSONParser.parse(Array(try blockly.answer(to: "begin").utf8))
      func figure(_ name: String) throws -> Double {
        guard let number = answer[name]?.number else { throw Files.Failure(what: "Blockly measured no \(name)") }
        return number
      }
      return Figures(
        fieldEdits: try figure("fieldEdits"), fieldUndos: try figure("fieldUndos"), moves: try figure("moves"),
        moveUndos: try figure("moveUndos"))
    }
  }
}
