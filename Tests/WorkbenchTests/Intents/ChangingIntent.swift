import BlockEditing
import BlockLayout
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Intents that change `IntentProgram`: at least one of every kind that changes programs.
nonisolated enum ChangingIntent: String, CaseIterable, Sendable {
  case typeStatement, typeAbove, typeValue, typeLiteral, typeReturn, editValue, wrapValue, editStatement, typeElseIf,
    typeFunction
  case insertIntoInput, insertByItself, deleteBlock, deleteFunction, deleteComment, duplicateStatement
  case duplicateFunction, duplicateComment, detach, detachFirst
  case cutValue, cutStack, cutComment, pasteValue, pasteStatement, pasteStack, pasteComment, pasteText, pasteProgram,
    insertSnippet,
    pasteBelow, pasteAboveInside
  case pasteAboveTop, swapUp, swapUpToTop, swapDown, unwrapBranches, unwrapTop
  case deleteSelected, deleteSelectedFunction, cutSelected, duplicateSelected, pasteSelected, pasteSelectedRun
  case collapseSelected, expandAtCursor, disableSelected, commentSelected, repeatChange, repeatField, bringBack
  case dropSelected, dropSelectedFree, discardSelected
  case pruneIf, pruneText, pruneFunction, pruneWorkspace
  case collapse, expand, collapseComment, collapseAll, disable, disableFunction, followCall
  case setField, renameFunction, chooseVariable, setComment, removeComment, setBookmark, removeBookmark, setData
  case lockDeleting, lockMoving, lockEditing, inline, earlier, later, becomeDefault
  case becomeDefaultOfVariable
  case createVariable, createVariableForField, renameVariable, renameParameter, mergeVariable, mergeParameters
  case deleteVariable
  case createComment, setCommentText
  case replaceEverywhere, replaceHere, fixProblem
  case dropBlock, dropStack, dropAbove, dropComment, discardBlock, discardComment, applyMutation

  /// Prepares the scene so that the intent changes something; the preparation makes no undo group.
  @MainActor func prepared(in scene: WorkbenchScene) throws -> Intent {
    switch self {
    case .insertIntoInput: return scene.at(.emptyInput(blockID: "p3", name: "TEXT"), .insert(Self.text))
    case .insertByItself: return scene.at(.comment(id: "c1"), .insert(Self.text))
    case .deleteBlock: return scene.at("p1", .delete)
    case .deleteFunction: return scene.at("def", .delete)
    case .deleteComment: return scene.at(.comment(id: "c1"), .delete)
    case .duplicateStatement: return scene.at("p2", .duplicate)
    case .duplicateFunction: return scene.at("def", .duplicate)
    case .duplicateComment: return scene.at(.comment(id: "c1"), .duplicate)
    case .detach: return scene.at("p1", .detach)
    case .detachFirst: return scene.at("loop", .detach)
    case .pruneIf: return scene.at("if", .prune)
    case .pruneText: return scene.at("join", .prune)
    case .pruneFunction: return scene.at("def2", .prune)
    case .pruneWorkspace: return .pruneWorkspace
    case .collapse: return scene.at("loop", .toggleCollapsed)
    case .expand: return scene.at("closed", .toggleCollapsed)
    case .collapseComment: return scene.at(.comment(id: "c1"), .toggleCollapsed)
    case .collapseAll: return .toggleAllCollapsed
    case .disable: return scene.at("loop", .toggleDisabled)
    case .disableFunction: return scene.at("def", .toggleDisabled)
    case .followCall: return scene.at("misfit", .followCall)
    case .typeStatement: return try typed("print \"new\"", at: .below("p1"), in: scene)
    case .typeAbove: return try typed("repeat 3 times", at: .above(blockID: "loop"), in: scene)
    case .typeValue: return try typed("fresh + 1", at: .input("TEXT", of: "p3"), in: scene)
    case .typeLiteral: return try typed("12", at: .input("TIMES", of: "loop"), in: scene)
    case .editValue: return try typed("3", at: .input("A", of: "loose"), editing: "n5", in: scene)
    case .wrapValue: return try typed("y * 2", at: .input("B", of: "loose"), editing: "useY", in: scene)
    case .editStatement: return try typed("repeat while true", at: .free, editing: "loop", in: scene)
    case .typeReturn: return try typed("return 1", at: .input("STACK", of: "def2"), in: scene)
    case .typeElseIf: return try typed("else if 1 = 2", at: .below("if"), in: scene)
    case .typeFunction: return try typed("to g with: a, b", at: .free, in: scene)
    default: return try preparedSelection(in: scene)
    }
  }

  @MainActor private func preparedSelection(in scene: WorkbenchScene) throws -> Intent {
    func select(_ ids: String...) {
      for id in ids { #expect(scene.controller.perform(scene.at(id, .toggleSelected)).refusal == nil) }
    }
    switch self {
    case .deleteSelected:
      select("loop", "call", "n5", "locked", "noted")
      return .delete
    case .deleteSelectedFunction:
      select("def", "call", "if")
      return .delete
    case .cutSelected:
      select("p1", "p2", "set")
      return .cut
    case .duplicateSelected:
      select("p1", "p2", "b1", "def", "set")
      return .duplicate
    case .pasteSelected:
      select("p1", "set", "b1")
      #expect(scene.controller.perform(.copy).refusal == nil)
      return scene.at("p4", .paste)
    case .pasteSelectedRun:
      select("p1", "p2")
      #expect(scene.controller.perform(.copy).refusal == nil)
      return scene.at(.emptyInput(blockID: "if", name: "DO0"), .paste)
    case .collapseSelected:
      select("loop", "closed", "def")
      return .toggleCollapsed
    case .expandAtCursor: return scene.at("closed", .expand)
    case .disableSelected:
      select("p1", "p2", "locked", "set")
      return .toggleDisabled
    case .commentSelected:
      select("p1", "noted", "locked")
      return .setCommentOfSelection("all of them")
    case .repeatChange:
      scene.controller.lastChange = .duplicate
      return scene.at("p1", .repeatChange)
    case .repeatField:
      scene.controller.lastChange = .setField(FieldLocation(blockID: "n5", name: "NUM"), input: "7")
      return scene.at("n6", .repeatChange)
    case .bringBack:
      let gone = BlockSnapshot(records: [BlockSnapshot.Record(type: "text_print", id: "gone")])
      return scene.at("p1", .bringBack(DeletedStack(blocks: gone, description: "print", colour: .none)))
    case .dropSelected, .dropSelectedFree, .discardSelected:
      select("p1", "if", "call", "n5", "locked")
      #expect(scene.controller.perform(.beginDrag(takesStack: false, by: .keyboard)).refusal == nil)
      let update = self == .dropSelected ? DragUpdate.destination(.by(2)) : .nudge(columns: 3, rows: 2)
      #expect(scene.controller.perform(.updateDrag(update, by: .keyboard)).refusal == nil)
      return self == .discardSelected ? .discard(by: .keyboard) : .drop(by: .keyboard)
    default: return try preparedClipboard(in: scene)
    }
  }

  @MainActor private func typed(
    _ line: String, at target: LineTarget, editing id: String? = nil, in scene: WorkbenchScene
  ) throws -> Intent {
    let choices = LineChoices(scene.controller, at: target, editing: id, text: line).find().choices
    return .typeLine(try #require(choices.first, "\(line)").entry)
  }

  @MainActor private func preparedClipboard(in scene: WorkbenchScene) throws -> Intent {
    func copying(_ id: String, _ copy: Intent = .copy) {
      #expect(scene.controller.perform(scene.at(id, copy)).refusal == nil)
    }
    switch self {
    case .cutValue: return scene.at("join", .cut)
    case .cutStack: return scene.at("p1", .cutStack)
    case .cutComment: return scene.at(.comment(id: "c1"), .cut)
    case .pasteValue:
      copying("n5")
      return scene.at("ten", .paste)
    case .pasteStatement:
      copying("set")
      return scene.at("p1", .paste)
    case .pasteStack:
      copying("p1", .copyStack)
      return scene.at("call", .paste)
    case .pasteComment:
      #expect(scene.controller.perform(scene.at(.comment(id: "c1"), .copy)).refusal == nil)
      return .paste
    case .pasteText: return scene.at("p1", .paste(text: #"<block type="text_print" id="p1"/>"#))
    case .insertSnippet:
      return scene.at(
        "p1", .insert(Snippet(name: "call", text: Array("fresh(1)\n\nto fresh with: y\n  print y\n".utf8))))
    case .pasteProgram: return .paste(text: IntentProgram.json)
    case .pasteBelow:
      copying("p1")
      return scene.at("loop", .pasteBelow)
    case .pasteAboveInside:
      copying("if")
      return scene.at("p1", .pasteAbove)
    case .pasteAboveTop:
      copying("p1", .copyStack)
      return scene.at("loop", .pasteAbove)
    case .swapUp: return scene.at("p2", .swapUp)
    case .swapUpToTop: return scene.at("if", .swapUp)
    case .swapDown: return scene.at("p1", .swapDown)
    case .unwrapBranches: return scene.at("if", .unwrap)
    case .unwrapTop: return scene.at("loop", .unwrap)
    default: return try preparedField(in: scene)
    }
  }

  @MainActor private func preparedField(in scene: WorkbenchScene) throws -> Intent {
    func field(_ id: String, _ name: String) -> FieldLocation { FieldLocation(blockID: id, name: name) }
    switch self {
    case .setField: return .setField(field("n5", "NUM"), input: "6")
    case .renameFunction: return .setField(field("def", "NAME"), input: "h")
    case .chooseVariable: return .setField(field("set", "VAR"), input: "vy")
    case .setComment: return .setComment("because", blockID: "loop")
    case .removeComment: return .setComment("", blockID: "noted")
    case .setBookmark: return .setBookmark("there", blockID: "loop")
    case .removeBookmark: return .setBookmark("", blockID: "noted")
    case .setData: return .setData("data", blockID: "loop")
    case .lockDeleting: return .change(.deletable, blockID: "loop")
    case .lockMoving: return .change(.movable, blockID: "loop")
    case .lockEditing: return .change(.editable, blockID: "loop")
    case .inline: return .change(.inline, blockID: "join")
    case .earlier: return .change(.moveEarlier, blockID: "set")
    case .later: return .change(.moveLater, blockID: "set")
    case .becomeDefault: return .change(.becomesShadow, blockID: "n5")
    // This makes a shadow that refers to a variable without a type.
    case .becomeDefaultOfVariable: return .change(.becomesShadow, blockID: "useY")
    case .createVariable: return .createVariable(name: "new", type: "", for: nil)
    case .createVariableForField: return .createVariable(name: "new", type: "", for: field("set", "VAR"))
    case .renameVariable: return .renameVariable(id: "vx", to: "other")
    case .renameParameter: return .renameVariable(id: "va", to: "other")
    case .mergeVariable: return .mergeVariable(id: "vx", into: "vy")
    case .mergeParameters: return .mergeVariable(id: "va", into: "vb")
    case .deleteVariable: return .deleteVariable(id: "vx")
    case .createComment: return .createComment("a thought")
    case .setCommentText: return .setCommentText("another", commentID: "c1")
    case .replaceEverywhere:
      #expect(scene.controller.perform(.find(.text("5"), from: nil)).refusal == nil)
      return .replaceFound(with: "17", isEverywhere: true)
    case .replaceHere:
      #expect(scene.controller.perform(.find(.text("5"), from: .block(id: "n5"))).refusal == nil)
      return scene.at("n5", .replaceFound(with: "17", isEverywhere: false))
    case .fixProblem: return scene.at("misfit", .fixProblem)
    default: return try preparedDrag(in: scene)
    }
  }

  @MainActor private func preparedDrag(in scene: WorkbenchScene) throws -> Intent {
    switch self {
    case .dropBlock: return scene.dragged("p1", takesStack: false, .destination(.by(2)), .drop(by: .keyboard))
    case .dropStack:
      return scene.dragged("p1", takesStack: true, .nudge(columns: 90, rows: 3), .drop(by: .keyboard))
    case .dropAbove:
      let drop = scene.dragged("p1", takesStack: false, .destination(.by(1)), .drop(by: .keyboard))
      try #require(scene.controller.draggedBlock(by: .keyboard)).show(at: .above(blockID: "set"))
      return drop
    case .dropComment:
      scene.controller.perform(.focus(.comment(id: "c1")))
      scene.controller.perform(.beginDrag(takesStack: false, by: .mouse))
      scene.controller.perform(.updateDrag(.nudge(columns: 2, rows: 3), by: .mouse))
      scene.controller.perform(.updateDrag(.grow(columns: 2, rows: 3), by: .mouse))
      return .drop(by: .mouse)
    case .discardBlock: return scene.dragged("p1", takesStack: true, .destination(.by(1)), .discard(by: .keyboard))
    case .discardComment:
      scene.controller.perform(.focus(.comment(id: "c1")))
      scene.controller.perform(.beginDrag(takesStack: false, by: .mouse))
      return .discard(by: .mouse)
    default:
      scene.controller.perform(.focus(.block(id: "if")))
      let session = try scene.controller.beginMutation()
      let layout = try #require(session.layout as? MutatorPartsLayout)
      try session.change { () throws(FieldError) in try layout.draft.remove(at: 1) }
      return .applyMutation
    }
  }

  @MainActor private static var text: BlockSnapshot { BlockSnapshot(records: [BlockSnapshot.Record(type: "text")]) }
}

extension WorkbenchScene {
  /// Moves the cursor to where the intent applies.
  fileprivate func at(_ item: FocusItem, _ intent: Intent) -> Intent {
    #expect(controller.perform(.focus(item)).refusal == nil)
    return intent
  }

  fileprivate func at(_ id: String, _ intent: Intent) -> Intent { at(.block(id: id), intent) }

  fileprivate func dragged(_ id: String, takesStack: Bool, _ update: DragUpdate, _ end: Intent) -> Intent {
    #expect(controller.perform(.focus(.block(id: id))).refusal == nil)
    #expect(controller.perform(.beginDrag(takesStack: takesStack, by: .keyboard)).refusal == nil)
    #expect(controller.perform(.updateDrag(update, by: .keyboard)).refusal == nil)
    return end
  }
}
