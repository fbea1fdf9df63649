import BlockFormats
import BlockLibrary
import BlockModel
import BlocklyCache
import Markup
import RandomEditing
import Testing
import Workbench

/// Events that Blockly itself can't replay. They explain what the comparisons of random edits ignore, or what the
/// random actions avoid. Mortise ends with Blockly's program, as far as the events describe it.
@MainActor
@Suite(.enabled(if: BlocklyPackage.isThere, "\(BlocklyPackage.absence)"), .serialized)
struct LossyReplayTests {
  private static let number = #"{"type":"math_number","id":"n","x":200,"y":0,"fields":{"NUM":1}}"#

  /// The program after some actions, and the programs after replaying their events in Blockly and in Mortise.
  private struct Outcome {
    var events: [String]
    var sent: ComparableProgram
    var byBlockly: ComparableProgram
    var problems: [String]
    var byMortise: ComparableProgram

    var losesInBlockly: Bool { sent.difference(from: byBlockly, names: ("sent", "Blockly")) != nil }
    var lossInMortise: String? { sent.difference(from: byMortise, names: ("sent", "Mortise")) }
  }

  private func replay(
    of blocks: String..., variables: String = "", comments: String = "", actions: [String], literally: Bool = true,
    without exclusions: Set<Exclusion> = Exclusion.always
  ) throws -> Outcome {
    let program = """
      {"blocks":{"blocks":[\(blocks.joined(separator: ","))]},"variables":[\(variables)],"workspaceComments":[\(comments)]}
      """
    let host = try BlocklyHost.shared()
    try host.load(program)
    let performed = try host.perform(actions)
    #expect(performed.problems.isEmpty)
    try host.load(program)
    let applied = try host.apply(performed.events, literally: literally)
    let workspace = try ProgramReader.read(Array(program.utf8), factory: StockBlocks.factory()).workspace
    let lines = Array(performed.events.joined(separator: "\n").utf8)
    #expect(EventReplay(workspace: workspace).apply(lines, named: "events").isEmpty)
    return Outcome(
      events: performed.events, sent: ComparableProgram(performed.state, without: exclusions),
      byBlockly: ComparableProgram(applied.state, without: exclusions), problems: applied.problems,
      byMortise: try ComparableProgram(text: EditingSession.text(of: workspace), without: exclusions))
  }

  private static let repeated = """
    {"type":"controls_repeat_ext","id":"r","inputs":{"TIMES":{"shadow":{"type":"math_number","id":"s","fields":{"NUM":10}}}}}
    """
  private static let coverAndUncover = [
    "block('s').setFieldValue(7, 'NUM')",
    "block('r').getInput('TIMES').connection.connect(block('n').outputConnection)",
    "block('n').unplug()",
  ]

  /// Replayed literally, the covered shadow returns as it was loaded.
  @Test func literalReplayLosesTheEditOfACoveredShadow() throws {
    let outcome = try replay(of: Self.repeated, Self.number, actions: Self.coverAndUncover)
    #expect(outcome.losesInBlockly)
    #expect(outcome.lossInMortise == nil)
  }

  /// If the receiver ignores the shadows' derived events, nothing is lost.
  @Test func ignoringDerivedEventsKeepsTheEdit() throws {
    let outcome = try replay(of: Self.repeated, Self.number, actions: Self.coverAndUncover, literally: false)
    #expect(!outcome.losesInBlockly)
    #expect(outcome.lossInMortise == nil)
  }

  private static let procedure = [
    #"{"type":"procedures_defnoreturn","id":"d","fields":{"NAME":"f"},"extraState":{"params":[{"name":"x","id":"v"}]}}"#,
    #"{"type":"procedures_callnoreturn","id":"c","x":0,"y":200,"extraState":{"name":"f","params":["x"]}}"#,
  ]
  private static let x = #"{"name":"x","id":"v"}"#

  /// Callers write their mutation as XML and read it as JSON. The function's own mutation makes up for it.
  @Test func blocklyCannotReplayTheMutationOfACaller() throws {
    let addition = """
      dialog('d', (parts, make) => {
        const part = make('procedures_mutatorarg');
        part.setFieldValue('z', 'NAME');
        return [...parts, part];
      })
      """
    let outcome = try replay(of: Self.procedure[0], Self.procedure[1], variables: Self.x, actions: [addition])
    #expect(outcome.problems.contains { $0.contains("is not valid JSON") })
    #expect(outcome.events.contains { $0.contains(#"<arg name=\"x\"/>"#) })
    #expect(outcome.lossInMortise == nil)
  }

  /// Blockly fires no event for the function's new parameter, and refuses to delete the old one.
  @Test func aParametersNewVariableIsLost() throws {
    let outcome = try replay(
      of: Self.procedure[0], Self.procedure[1], variables: Self.x + #",{"name":"y","id":"w"}"#,
      actions: ["workspace.renameVariableById('v', 'y')"])
    #expect(outcome.losesInBlockly)
    #expect(outcome.lossInMortise?.contains("extraState.params[0].id") == true)
  }

  /// Blockly's issue 8556: the change back to the first choice has no event.
  @Test func resettingAFieldToItsFirstChoiceIsLost() throws {
    let index = #"{"type":"lists_getIndex","id":"l","fields":{"MODE":"GET","WHERE":"LAST"}}"#
    let outcome = try replay(of: index, actions: ["block('l').setFieldValue('FROM_START', 'WHERE')"])
    #expect(outcome.events.isEmpty)
    #expect(outcome.losesInBlockly)
  }

  /// A branch's block is disconnected and reconnected, which Blockly merges to nothing. In Mortise it stays connected.
  @Test func blocklyLosesTheBlocksOfARecreatedBranch() throws {
    let branches = """
      {"type":"controls_if","id":"if","extraState":{"elseIfCount":1},"inputs":{
        "DO1":{"block":{"type":"text_print","id":"p"}}}}
      """
    let outcome = try replay(
      of: branches, actions: ["dialog('if', (parts, make) => [...parts, make('controls_if_else')])"])
    #expect(outcome.losesInBlockly)
    #expect(outcome.lossInMortise == nil)
  }

  /// Blockly's issues 4847 and 2060: shadows are moved with their items and left on the workspace.
  @Test func shadowsOfMovedItemsAreLeftOnTheWorkspace() throws {
    let list = """
      {"type":"lists_create_with","id":"l","extraState":{"itemCount":2},"inputs":{
        "ADD0":{"shadow":{"type":"math_number","id":"s"}},"ADD1":{"shadow":{"type":"text","id":"t"}}}}
      """
    let outcome = try replay(of: list, actions: ["dialog('l', (parts) => parts.slice(1))"])
    #expect(
      outcome.sent.facts.values.contains { $0.contains("at 0.0, 0.0") && !$0.contains("type = \"lists_create_with\"") })
    #expect(outcome.lossInMortise != nil)
  }

  /// The event of a comment that undo restores has the size of a new comment.
  @Test func theSizeOfARestoredCommentIsLost() throws {
    let outcome = try replay(
      comments: #"{"id":"c","width":300,"height":200,"text":"a"}"#,
      actions: ["workspace.getCommentById('c').dispose()", "workspace.undo(false)"], without: [])
    #expect(outcome.losesInBlockly)
    #expect(outcome.lossInMortise?.contains("Mortise: width = 120") == true)
  }

  /// Blockly's issue 8467: disconnecting incompatible blocks leaves the uncovered shadow on the workspace.
  @Test func theShadowOfAComparisonIsLeftOnTheWorkspace() throws {
    let comparison = """
      {"type":"logic_compare","id":"c","inputs":{"A":{"shadow":{"type":"math_number","id":"s"},
        "block":{"type":"text","id":"t"}}}}
      """
    let outcome = try replay(
      of: comparison,
      actions: [
        "block('c').moveBy(1, 1)",
        "block('t').unplug(); block('c').getInput('B').connection.connect(block('t').outputConnection)",
      ])
    #expect(outcome.sent.facts["block s"]?.contains("shadow") == false)
    #expect(outcome.lossInMortise != nil)
  }

  /// An uncovered shadow whose variable was deleted takes another one of that name; in Mortise it restores its own.
  @Test func aShadowsDeletedVariableIsReplacedInBlockly() throws {
    let print = """
      {"type":"text_print","id":"p","inputs":{"TEXT":{
        "shadow":{"type":"variables_get","id":"s","fields":{"VAR":{"id":"v","name":"x"}}},
        "block":{"type":"text","id":"t"}}}}
      """
    let outcome = try replay(
      of: print, variables: Self.x,
      actions: [
        "workspace.deleteVariableById('v')", "workspace.createVariable('x', '', 'w')", "block('t').unplug()",
      ])
    #expect(outcome.sent.facts["block s"]?.contains(#"fields.VAR.id = "w""#) == true)
    #expect(outcome.byMortise.facts["block s"]?.contains(#"fields.VAR.id = "v""#) == true)
  }
}
