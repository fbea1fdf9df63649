import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel
import BlocklyCache
import Markup
import RandomEditing
import SeededTesting
import Testing

@testable import LiveSession
@testable import Workbench

/// Pages with Blockly and an editor of Mortise edit one program, and it is the same for everybody. Where there are two
/// versions of Blockly, every second page has the newer one.
@MainActor
@Suite(.enabled(if: BlocklyPackage.isThere, "\(BlocklyPackage.absence)"), .serialized)
struct LiveBrowserTests {
  /// A page takes the definitions that it lacks, and only watches where its own differ.
  @Test func pagesTakeTheHostsDefinitions() throws {
    let definitions = """
      [{"type": "own_turn", "message0": "turn %1 by %2", "args0": [
        {"type": "field_dropdown", "name": "WAY", "options": [["left", "L"], ["right", "R"]]},
        {"type": "input_value", "name": "ANGLE", "check": "Number"}], "previousStatement": null,
        "helpUrl": "javascript:alert(1)", "extensions": ["not_there"]},
       {"type": "own_same", "message0": "%1 same", "args0": [{"type": "field_number", "name": "N"}], "output": null},
       {"type": "own_other", "message0": "%1", "args0": [{"type": "input_value", "name": "A"}], "output": null}]
      """
    let scene = try LiveScene(
      seed: 1, pages: 2, program: #"{"blocks":{"blocks":[{"type":"own_turn","id":"t"}]}}"#, definitions: definitions)
    let same =
      #"Blockly.Blocks.own_same = {init() { this.appendDummyInput().appendField('=').appendField(new Blockly.FieldNumber(1), 'N'); this.setOutput(true); }};"#
    let equal =
      #"Blockly.Blocks.own_other = {init() { this.appendValueInput('A').setCheck(null); this.setOutput(true); }};"#
    try scene.pages[0].perform(same + equal)
    try scene.pages[0].connect()
    for _ in 0..<3 {
      while try scene.deliver(of: scene.pages[0], toHost: true) {}
      while try scene.deliver(of: scene.pages[0], toHost: false) {}
    }
    try scene.pages[0].perform("block('t').setFieldValue('R', 'WAY')")
    try scene.pages[1].perform(equal.replacing("'A'", with: "'B'"))
    try scene.settle()
    #expect(scene.host.number == 1 && scene.pages[0].isConfirmed && scene.pages[0].told == ["connecting …"])
    #expect(scene.host.program.workspace.blocks["t"]?.firstField(withName: "WAY")?.text == "right")
    #expect(
      scene.pages[1].told == ["connecting …", "this page’s definitions of “own_other” differ; you may only watch"])
    try scene.pages[1].perform("block('t').setFieldValue('L', 'WAY')")
    try scene.settle()
    #expect(scene.host.number == 1)
    #expect(scene.pages[1].told.last?.contains("your block definitions differ") == true, "\(scene.pages[1].told)")
    for page in scene.pages { #expect(try scene.difference(of: page) == nil) }
    try scene.pages[0].perform("for (const name of ['own_turn', 'own_same', 'own_other']) delete Blockly.Blocks[name]")
  }

  /// Blocks whose shapes were recorded for some states of their mutation.
  @Test func pagesTakeRecordedShapes() throws {
    let list = #"""
      {"type": "own_list", "message0": "list", "output": null, "mutations": [
       {"mutation": "<mutation items=\"2\"><a/></mutation>", "message0": "2 %1 %2", "args0": [
        {"type": "input_value", "name": "A"}, {"type": "input_value", "name": "B"}], "output": null},
       {"mutation": "<mutation items=\"0\"><a/></mutation>", "message0": "none", "previousStatement": null}]},
      {"type": "own_state", "message0": "state", "output": null, "mutations": [
       {"extraState": {"n": 1, "s": "x"}, "message0": "%1", "args0": [{"type": "input_value", "name": "N"}],
        "output": null}, {"extraState": {"n": 2, "s": "x"}, "message0": "2", "output": null}]},
      {"type": "own_bare", "message0": "bare", "previousStatement": null, "mutations": []}
      """#
    let scene = try LiveScene(
      seed: 5, pages: 1,
      program: #"""
        {"blocks":{"blocks":[
          {"type":"own_list","id":"l","extraState":"<mutation items=\"2\"><a></a></mutation>","inputs":{"B":{"block":{"type":"own_state","id":"s","extraState":{"s":"y","n":1}}}}},
          {"type":"own_list","id":"none","extraState":"<mutation items=\"0\"><a></a></mutation>"},
          {"type":"own_list","id":"other","extraState":"<mutation items=\"7\"></mutation>"},
          {"type":"own_bare","id":"bare","extraState":"<mutation a=\"1\"></mutation>"}]}}
        """#, definitions: "[\(list)]")
    try scene.settle()
    let page = scene.pages[0]
    #expect(page.told == ["connecting …"] && page.problems.isEmpty, "\(page.told) \(page.problems)")
    #expect(try scene.difference(of: page) == nil)
    try page.perform("workspace.newBlock('text', 't').outputConnection.connect(block('s').getInput('N').connection)")
    try scene.settle()
    #expect(page.isConfirmed && scene.host.number == 1)
    let blocks = scene.host.program.workspace.blocks
    #expect(blocks["s"]?.firstInput(withName: "N")?.connectedBlock?.id == "t")
    #expect(try scene.difference(of: page) == nil)
    try page.perform("for (const name of ['own_list', 'own_state', 'own_bare']) delete Blockly.Blocks[name]")
  }

  /// Whoever asks to save may have it done without new code.
  @Test func aPageMaySaveAnyway() throws {
    let scene = try LiveScene(seed: 6, pages: 2, program: Self.number)
    try scene.settle()
    var saved: [String] = []
    scene.host.save = {
      saved.append("save")
      scene.host.answerSavers("no code", isDone: false, choice: "save the blocks")
    }
    scene.host.saveAnyway = {
      saved.append("anyway")
      scene.host.answerSavers("saved", isDone: true)
    }
    try scene.pages[0].save()
    try scene.settle()
    #expect(saved == ["save", "anyway"])
    #expect(scene.pages[0].told == ["connecting …", "no code", "save the blocks", "saved"])
    #expect(scene.pages[1].told == ["connecting …", "no code", "saved"])
  }

  @Test func everybodyHasTheSameProgram() throws {
    var (pageCount, differences) = (0, 0)
    for seed in Seeds.campaign(2_000, share: 250) where Seeds.only == nil || Seeds.only == seed {
      let scene = try LiveScene(seed: seed, pages: 2, program: try StartProgram.text(seed: seed))
      try scene.settle()
      for _ in 0..<160 { try scene.act() }
      try scene.settle()
      #expect(scene.editors[0].text == EditingSession.text(of: scene.host.program.workspace), "seed \(seed)")
      for page in scene.pages {
        pageCount += 1
        #expect(page.isConfirmed, "seed \(seed): \(page.told)")
        let before = try scene.difference(of: page)
        // What Blockly's own events lose, the comparison with the host finds.
        try page.check()
        try scene.settle()
        let mended = page.mended
        if mended > 0 { differences += 1 }
        try page.check()
        try scene.settle()
        #expect(page.mended == mended, "seed \(seed): \(before ?? "")")
      }
    }
    // Otherwise the events do it alone.
    #expect(differences * 2 <= pageCount, "\(differences) of \(pageCount) pages had to be loaded again")
  }

  /// A variable of another type gives a place another check, so that Blockly leaves the shadow there lying around.
  @Test func shadowsThatNoLongerFitAreNoDifference() throws {
    let program = """
      {"blocks":{"blocks":[{"type":"variables_set_dynamic","id":"s","x":9,"y":9,"fields":{"VAR":{"id":"v"}},
      "inputs":{"VALUE":{"shadow":{"type":"math_number","id":"n","fields":{"NUM":1}}}}}]},
      "variables":[{"name":"v","id":"v","type":"Number"},{"name":"w","id":"w","type":"String"}]}
      """
    let scene = try LiveScene(seed: 5, pages: 2, program: program)
    try scene.settle()
    try scene.pages[0].perform("block('s').setFieldValue('w', 'VAR')")
    try scene.settle()
    for page in scene.pages {
      for _ in 0..<2 {
        try page.check()
        try scene.settle()
      }
      #expect(page.mended == 0 && page.isConfirmed, "\(page.told)")
      #expect(try page.state()["blocks"]?["blocks"]?.elements.map { $0 }.count == 1)
    }
  }

  @Test func aPageSeesTheRunOfAnother() throws {
    let scene = try LiveScene(seed: 4, pages: 2, program: Self.number)
    try scene.settle()
    let page = scene.pages[0]
    func show(_ run: SharedRun?) throws {
      scene.host.receive(.run(run), from: scene.editors[0].hosted)
      try scene.settle()
    }
    try show(SharedRun(number: 1, firstLine: 0, lines: ["a", "b"], blockID: "n", state: "running"))
    try show(SharedRun(number: 1, firstLine: 1, lines: ["bc", "d"], blockID: "n", state: "ended"))
    try show(SharedRun(number: 2, firstLine: 0, lines: ["<b>"], blockID: nil, state: "running"))
    try show(nil)
    let name = scene.host.people.first { $0.author == scene.editors[0].hosted.person?.author }?.name ?? ""
    #expect(
      page.told.filter { $0 != "connecting …" } == [
        "\(name), running: a|b", "\(name), ended: a|bc|d", "\(name), running: <b>", "no run",
      ])
  }

  private static let number = #"{"blocks":{"blocks":[{"type":"math_number","id":"n","x":9,"y":9,"fields":{"NUM":1}}]}}"#

  /// Somebody else's change comes before the undo, whose page doesn't know it yet.
  @Test(arguments: ["block('n').setFieldValue(5, 'NUM')", "block('n').dispose(); workspace.newBlock('text', 't')"])
  func anUndoThatReachesTheHostLateChangesNothingOfOthers(change: String) throws {
    // With the same seed, Blockly takes the workspace for that of the case before.
    let scene = try LiveScene(seed: change.contains("5") ? 1 : 2, pages: 2, program: Self.number)
    try scene.settle()
    let (page, other) = (scene.pages[0], scene.pages[1])
    try page.perform("block('n').setFieldValue(3, 'NUM')")
    try scene.settle()
    try other.perform(change)
    while try scene.deliver(of: other, toHost: true) {}
    try page.perform("workspace.undo(false)")
    try scene.settle()
    let expected = change.contains("5") ? "5" : nil
    let host = scene.host.program.workspace
    #expect(host.blocks["n"]?.firstField(withName: "NUM")?.text == expected)
    let told = page.told.filter { $0 != "connecting …" }
    #expect(told.count == 1 && told[0].hasPrefix("reverted: "), "\(told)")
    for page in scene.pages { #expect(try page.isConfirmed && scene.difference(of: page) == nil) }
  }

  /// An undo with nobody else's change in its way is done, whatever else others change.
  @Test func anUndoOfOnesOwnIsDone() throws {
    let scene = try LiveScene(seed: 3, pages: 2, program: Self.number)
    try scene.settle()
    let (page, other) = (scene.pages[0], scene.pages[1])
    let create = "const s = workspace.newBlock('math_single', 's'); s.getInput('NUM').connection.connect"
    for action in [
      "block('n').setFieldValue(3, 'NUM')", create + "(block('n').outputConnection)", "block('s').dispose()",
      "workspace.createVariable('v', '', 'v')",
    ] {
      let before = EditingSession.text(of: scene.host.program.workspace)
      try page.perform(action)
      try scene.settle()
      let after = EditingSession.text(of: scene.host.program.workspace)
      for (isRedo, expected) in [(false, before), (true, after), (false, before), (true, after)] {
        try other.perform("workspace.newBlock('text')")
        while try scene.deliver(of: other, toHost: true) {}
        try page.perform("workspace.undo(\(isRedo))")
        try scene.settle()
        try other.perform("workspace.undo(false)")
        try scene.settle()
        #expect(
          EditingSession.text(of: scene.host.program.workspace) == expected, "\(action), redo: \(isRedo) \(page.told)")
      }
    }
    #expect(scene.pages.flatMap(\.told).filter { $0 != "connecting …" } == [])
  }
}
