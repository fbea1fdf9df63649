import BlocklyCache
import Markup
import Testing

/// What Blockly's own undo doesn't restore, or fails on. This is why comparisons ignore some differences, and why
/// random actions avoid some edits. Mortise's undo restores the bytes, as the tests of random edits show.
@MainActor
@Suite(.enabled(if: BlocklyPackage.isThere, "\(BlocklyPackage.absence)"), .serialized)
struct LossyUndoTests {
  private struct Outcome {
    /// The difference after one undo.
    var loss: String?
    var problems: [String]
  }

  /// Performs one action in Blockly and undoes it.
  private func undo(
    _ action: String, in blocks: String..., variables: String = ""
  ) throws -> Outcome {
    let program = """
      {"blocks":{"blocks":[\(blocks.joined(separator: ","))]},"variables":[\(variables)]}
      """
    let host = try BlocklyHost.shared()
    try host.load(program)
    let before = ComparableProgram(try host.perform([]).state, without: [])
    let performed = try host.perform([action])
    let after = ComparableProgram(try host.undo(1), without: [])
    return Outcome(
      loss: before.difference(from: after, names: ("before", "undone")), problems: performed.problems)
  }

  @Test func undoLosesTheShadowOfASplit() throws {
    let split = """
      {"type":"lists_split","id":"l","fields":{"MODE":"SPLIT"},
       "inputs":{"INPUT":{"shadow":{"type":"text","id":"s"}}}}
      """
    let loss = try undo("block('l').setFieldValue('JOIN', 'MODE')", in: split).loss
    #expect(loss?.hasPrefix("block s") == true)
  }

  @Test func undoLosesTheShadowOfAPosition() throws {
    let letter = """
      {"type":"text_charAt","id":"l","fields":{"WHERE":"FROM_START"},"inputs":{"AT":{"shadow":{"type":"math_number","id":"s"}}}}
      """
    let loss = try undo("block('l').setFieldValue('LAST', 'WHERE')", in: letter).loss
    #expect(loss?.hasPrefix("block s") == true)
  }

  @Test func undoLosesTheShadowOfAnItem() throws {
    let join = """
      {"type":"text_join","id":"j","extraState":{"itemCount":1},"inputs":{"ADD0":{"shadow":{"type":"text","id":"s"}}}}
      """
    let loss = try undo("dialog('j', () => [])", in: join).loss
    #expect(loss?.hasPrefix("block s") == true)
  }

  @Test func undoSetsUnspecifiedInliningToFalse() throws {
    let loss = try undo("block('j').setInputsInline(true)", in: #"{"type":"text_join","id":"j"}"#).loss
    #expect(loss?.contains("undone: inline = false") == true)
  }

  @Test func undoLosesTheShapeOfAnIfReturn() throws {
    let loss = try undo(
      "block('d').getInput('STACK').connection.connect(block('i').previousConnection)",
      in: #"{"type":"procedures_defnoreturn","id":"d","fields":{"NAME":"f"}}"#,
      #"{"type":"procedures_ifreturn","id":"i","x":0,"y":99,"extraState":"<mutation value=\"1\"></mutation>"}"#
    ).loss
    #expect(loss?.contains(#"extraState = "<mutation value=\"0\"></mutation>""#) == true)
  }

  /// Blockly's issue 9077.
  @Test func aVariableInItsOwnValueIsNotDeleted() throws {
    let set = """
      {"type":"variables_set","id":"s","fields":{"VAR":{"id":"v"}},"inputs":{"VALUE":{"block":
        {"type":"variables_get","id":"g","fields":{"VAR":{"id":"v"}}}}}}
      """
    let outcome = try undo("workspace.deleteVariableById('v')", in: set, variables: #"{"name":"x","id":"v"}"#)
    #expect(outcome.problems.contains { $0.contains("could not be found") })
  }

  /// Blockly can't heal the stack if the block's next connection has a covered shadow.
  @Test func aBlockAboveACoveredShadowIsNotDeleted() throws {
    let stack = """
      {"type":"text_print","id":"p","next":{"shadow":{"type":"text_print","id":"s"},
        "block":{"type":"text_print","id":"q"}}}
      """
    let outcome = try undo("block('p').dispose(true)", in: stack)
    #expect(outcome.problems.contains { $0.contains("appendChild") })
  }

  /// The variable's type is applied after the undo, which then could not reconnect the value.
  @Test func undoLosesTheValueOfATypedVariable() throws {
    let set = """
      {"type":"variables_set_dynamic","id":"d","fields":{"VAR":{"id":"n","name":"n","type":"Number"}},
       "inputs":{"VALUE":{"block":{"type":"math_number","id":"v"}}}}
      """
    let loss = try undo(
      "block('d').setFieldValue('s', 'VAR')", in: set,
      variables: #"{"name":"n","id":"n","type":"Number"},{"name":"s","id":"s","type":"String"}"#
    ).loss
    #expect(loss?.hasPrefix("block") == true)
  }
}
