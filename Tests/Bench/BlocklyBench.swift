/// The figures of the Blockly Web that Tests/Interop runs.
enum BlocklyBench {
  struct Figures {
    var fieldEdits: Double
    var fieldUndos: Double
    var moves: Double
    var moveUndos: Double
  }

  static func figures() -> Figures? { nil }
}
