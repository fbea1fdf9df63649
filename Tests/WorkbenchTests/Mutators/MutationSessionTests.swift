import BlockEditing
import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// The dialogs of the stock mutators, in both formats: each dialog is one undo group or none.
@Suite @MainActor struct MutationSessionTests {
  private static let branches = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"controls_if","id":"if","x":16,"y":32,"extraState":{"elseIfCount":2,"hasElse":true},"inputs":{
        "IF0":{"block":{"type":"logic_boolean","id":"c0"}},"DO0":{"block":{"type":"text_print","id":"p0"}},
        "IF1":{"block":{"type":"logic_boolean","id":"c1"}},"DO1":{"block":{"type":"text_print","id":"p1"}},
        "IF2":{"block":{"type":"logic_boolean","id":"c2"}},"DO2":{"block":{"type":"text_print","id":"p2"}},
        "ELSE":{"block":{"type":"text_print","id":"pe"}}}}]}}
    """

  @Test(arguments: ProgramFormat.allCases) func theMiddleBranchIsRemoved(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.branches, format)
    try scene.check({ try scene.change("if") { try $0.draft.remove(at: 1) } })
    #expect(scene.content("if", "IF1") == "c2" && scene.content("if", "DO1") == "p2")
    #expect(scene.isAtTop("c1") && scene.isAtTop("p1"))
    #expect(scene.content("if", "ELSE") == "pe")
  }

  @Test(arguments: ProgramFormat.allCases) func theFirstBranchIsRemoved(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.branches, format)
    try scene.check({ try scene.change("if") { try $0.draft.remove(at: 0) } })
    #expect(scene.content("if", "IF0") == "c1" && scene.content("if", "DO1") == "p2")
    #expect(scene.isAtTop("c0") && scene.isAtTop("p0"))
  }

  @Test(arguments: ProgramFormat.allCases) func branchesAreMovedAndTheElseIsRemoved(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.branches, format)
    try scene.check({
      try scene.change("if") {
        try $0.draft.move(at: 2, by: -1)
        try $0.draft.move(at: 1, by: -1)
        try $0.draft.remove(at: 3)
      }
    })
    #expect(scene.content("if", "IF0") == "c2" && scene.content("if", "IF1") == "c0")
    #expect(scene.content("if", "DO2") == "p1")
    #expect(scene.isAtTop("pe"))
  }

  @Test(arguments: ProgramFormat.allCases) func leavingADialogChangesNothing(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.branches, format)
    let before = scene.bytes
    scene.controller.perform(.focus(.block(id: "if")))
    let session = try scene.controller.beginMutation()
    let layout = try #require(session.layout as? MutatorPartsLayout)
    try session.change { () throws(FieldError) in try layout.draft.remove(at: 1) }
    #expect(scene.bytes != before)
    #expect(session.isChanged)
    scene.controller.perform(.cancelMutation)
    #expect(scene.bytes == before)
    #expect(scene.fired.isEmpty && scene.controller.history.undoCount == 0)
  }

  @Test func keepingAnUnchangedDialogMakesNoUndoGroup() throws {
    let scene = try WorkbenchScene(Self.branches, .xml)
    try scene.change("if") {
      try $0.draft.remove(at: 3)
      try $0.draft.add($0.kinds[1])
    }
    #expect(scene.fired.isEmpty && scene.controller.history.undoCount == 0)
  }

  @Test func movesSurroundTheMutationAsInBlockly() throws {
    let scene = try WorkbenchScene(Self.branches, .json)
    try scene.change("if") { try $0.draft.remove(at: 1) }
    let types = scene.fired.filter(\.recordsUndo).map(\.type)
    let mutation = try #require(types.firstIndex(of: "change"))
    #expect(types[..<mutation].allSatisfy { $0 == "move" } && types[(mutation + 1)...].allSatisfy { $0 == "move" })
    #expect(types.count(where: { $0 == "change" }) == 1)
  }

  private static func items(_ type: String) -> String {
    """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"\(type)","id":"list","x":16,"y":32,"extraState":{"itemCount":3},"inputs":{
        "ADD0":{"shadow":{"type":"text","id":"s0","fields":{"TEXT":"first"}}},
        "ADD1":{"block":{"type":"math_number","id":"n","fields":{"NUM":5}}},
        "ADD2":{"block":{"type":"text_length","id":"t"},"shadow":{"type":"text","id":"s2","fields":{"TEXT":"under"}}}}}
    ]}}
    """
  }

  @Test(arguments: ["lists_create_with", "text_join"], ProgramFormat.allCases) func itemsKeepTheirShadows(
    type: String, format: ProgramFormat
  ) throws {
    let scene = try WorkbenchScene(Self.items(type), format)
    try scene.check(
      { try scene.change("list") { try $0.draft.move(at: 0, by: 2) } },
      { try scene.change("list") { try $0.draft.add($0.kinds[0], behind: 0) } })
    #expect(scene.content("list", "ADD0") == "n")
    #expect(scene.content("list", "ADD1") == nil)
    #expect(scene.content("list", "ADD2") == "t")
    #expect(scene.content("list", "ADD3") == "s0")
    #expect(try scene.block("s0").firstField(withName: "TEXT")?.text == "first")
    #expect(try scene.input("list", "ADD2").coveredShadow?.records.first?.id == "s2")
  }

  @Test(arguments: ["lists_create_with", "text_join"], ProgramFormat.allCases) func allItemsAreRemoved(
    type: String, format: ProgramFormat
  ) throws {
    let scene = try WorkbenchScene(Self.items(type), format)
    try scene.check(
      { try scene.change("list") { layout in for _ in 0..<3 { try layout.draft.remove(at: 0) } } },
      { try scene.change("list") { try $0.draft.add($0.kinds[0]) } })
    #expect(scene.isAtTop("n") && scene.isAtTop("t"))
  }

  private static let procedures = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"procedures_defreturn","id":"def","x":16,"y":32,
       "extraState":{"params":[{"name":"a","id":"va"},{"name":"b","id":"vb"}]},"fields":{"NAME":"f"},
       "inputs":{"STACK":{"block":{"type":"text_print","id":"p"}},
         "RETURN":{"block":{"type":"variables_get","id":"g","fields":{"VAR":{"id":"va"}}}}}},
      {"type":"procedures_callreturn","id":"call","x":16,"y":300,"extraState":{"name":"f","params":["a","b"]},
       "inputs":{"ARG0":{"block":{"type":"math_number","id":"one","fields":{"NUM":1}}},
         "ARG1":{"block":{"type":"math_number","id":"two","fields":{"NUM":2}}}}}]},
     "variables":[{"name":"a","id":"va"},{"name":"b","id":"vb"},{"name":"other","id":"vo"}]}
    """

  @Test(arguments: ProgramFormat.allCases) func callersFollowAllChangesTogether(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.procedures, format)
    try scene.check({
      try scene.change("def") { layout in
        try layout.rename(to: "g")
        try layout.draft.move(at: 0, by: 1)
        try layout.renamePart(at: 1, to: "alpha")
        try layout.renamePart(at: 0, to: "other")
        let index = try layout.draft.add(layout.kinds[0], behind: 0)
        try layout.renamePart(at: index, to: "new")
        layout.draft.options[0].isOn = false
      }
    })
    let call = try #require(try scene.block("call").mutator as? MutatorProcedureCaller)
    #expect(call.name == "g" && call.parameters == ["other", "new", "alpha"])
    #expect(scene.content("call", "ARG0") == "two" && scene.content("call", "ARG1") == nil)
    #expect(scene.content("call", "ARG2") == "one")
    #expect(scene.isAtTop("p"))
    #expect(try scene.block("g").firstField(withName: "VAR")?.text == "alpha")
    #expect(scene.workspace.variables["vb"]?.name == "b")
  }

  @Test(arguments: ProgramFormat.allCases) func theCaseOfAnInputChanges(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.procedures, format)
    try scene.check({ try scene.change("def") { try $0.renamePart(at: 0, to: "A") } })
    let call = try #require(try scene.block("call").mutator as? MutatorProcedureCaller)
    #expect(call.parameters == ["A", "b"] && scene.workspace.variables["va"]?.name == "A")
    #expect(scene.content("call", "ARG0") == "one")
  }

  @Test(arguments: ProgramFormat.allCases) func removingAnInputDetachesItsArguments(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.procedures, format)
    try scene.check({ try scene.change("def") { try $0.draft.remove(at: 0) } })
    #expect(scene.isAtTop("one") && scene.content("call", "ARG0") == "two")
  }

  @Test func anInputAddedAgainKeepsItsArguments() throws {
    let scene = try WorkbenchScene(Self.procedures, .xml)
    try scene.check({
      try scene.change("def") { layout in
        try layout.draft.remove(at: 0)
        let index = try layout.draft.add(layout.kinds[0])
        try layout.renamePart(at: index, to: "a")
      }
    })
    #expect(scene.content("call", "ARG0") == "two" && scene.content("call", "ARG1") == "one")
  }

  @Test func duplicateEmptyAndEndlessNamesAreRefused() throws {
    let scene = try WorkbenchScene(Self.procedures, .xml)
    scene.controller.perform(.focus(.block(id: "def")))
    let session = try scene.controller.beginMutation()
    let layout = try #require(session.layout as? MutatorPartsLayout)
    #expect(throws: FieldError.self) { try layout.renamePart(at: 0, to: "B") }
    #expect(throws: FieldError.self) { try layout.renamePart(at: 0, to: " ") }
    let endless = String(repeating: "n", count: 1_001)
    #expect(throws: FieldError.self) { try layout.renamePart(at: 0, to: endless) }
    #expect(throws: FieldError.self) { try layout.rename(to: endless) }
    scene.controller.perform(.cancelMutation)
  }

  @Test func previewsAreNotUnsavedWork() throws {
    let scene = try WorkbenchScene(Self.branches, .xml)
    let before = scene.bytes
    scene.controller.perform(.focus(.block(id: "if")))
    let session = try scene.controller.beginMutation()
    let layout = try #require(session.layout as? MutatorPartsLayout)
    try session.change { () throws(FieldError) in try layout.draft.remove(at: 1) }
    scene.controller.endPreviews()
    #expect(!scene.controller.isModified)
    #expect(scene.bytes == before)
  }
}

extension WorkbenchScene {
  /// Changes the parts of a block in a dialog and keeps the changes.
  func change(_ id: String, _ change: (MutatorPartsLayout) throws -> Void) throws {
    controller.perform(.focus(.block(id: id)))
    let session = try controller.beginMutation()
    let layout = try #require(session.layout as? MutatorPartsLayout)
    var caughtError: (any Error)?
    try session.change { () throws(FieldError) in
      do { try change(layout) } catch { caughtError = error }
    }
    if let caughtError { throw caughtError }
    controller.perform(.applyMutation)
  }
}
