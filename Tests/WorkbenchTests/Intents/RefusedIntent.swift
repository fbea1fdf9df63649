import BlockLayout
import BlockModel

@testable import Workbench

/// Intents that are refused in `IntentProgram`.
enum RefusedIntent {
  /// Each intent with the cursor's item; nil if the cursor doesn't matter.
  static let all: [(at: FocusItem?, intent: Intent)] =
    gone + locked + unfit

  private static let none = "not there"
  private static let nowhere = FieldLocation(blockID: none, name: "NUM")

  /// Intents on missing items.
  private static let gone: [(FocusItem?, Intent)] = [
    (nil, .setField(nowhere, input: "1")), (nil, .setField(FieldLocation(blockID: "n5", name: none), input: "1")),
    (nil, .setField(FieldLocation(blockID: "set", name: "VAR"), input: none)),
    (nil, .setComment("text", blockID: none)), (nil, .setBookmark("name", blockID: none)),
    (nil, .setData("data", blockID: none)), (nil, .change(.deletable, blockID: none)),
    (nil, .change(.becomesShadow, blockID: none)), (nil, .createVariable(name: "new", type: "", for: nowhere)),
    (nil, .createVariable(name: "new", type: "", for: FieldLocation(blockID: "set", name: none))),
    (nil, .renameVariable(id: none, to: "new")), (nil, .mergeVariable(id: none, into: "vx")),
    (nil, .mergeVariable(id: "vx", into: none)), (nil, .deleteVariable(id: none)),
    (nil, .setCommentText("text", commentID: none)), (nil, .jump(blockID: none)), (nil, .focus(.block(id: none))),
    (nil, .focus(.comment(id: none))), (nil, .goTo(blockID: none, fieldName: nil)),
    (nil, .goTo(blockID: "n5", fieldName: none)), (nil, .insert(BlockSnapshot())),
    (
      nil,
      .typeLine(LineEntry(target: .below(none), snapshot: BlockSnapshot(records: [BlockSnapshot.Record(type: "text")])))
    ),
    (nil, .typeLine(LineEntry(target: .free, snapshot: BlockSnapshot()))),
    (nil, .typeLine(LineEntry(target: .below("if"), snapshot: BlockSnapshot(), continuation: .otherwise))),
    (nil, .typeLine(LineEntry(target: .free, snapshot: BlockSnapshot(), continuation: .returns))),
    (nil, .updateDrag(.destination(.by(1)), by: .mouse)), (nil, .drop(by: .mouse)), (nil, .discard(by: .mouse)),
    (nil, .cancelDrag(by: .mouse)), (nil, .applyMutation), (nil, .cancelMutation), (nil, .undo), (nil, .redo),
    (nil, .findNext), (nil, .findPrevious), (nil, .endSearch), (nil, .goBack), (nil, .goForward),
    (nil, .replaceFound(with: "new", isEverywhere: true)), (.comment(id: "c1"), .nextUse),
    (.comment(id: "c1"), .fixProblem), (.block(id: "n5"), .fixProblem), (nil, .find(.text(none), from: nil)),
  ]

  private static let locked: [(FocusItem?, Intent)] = [
    (.block(id: "locked"), .delete), (.block(id: "locked"), .detach), (.block(id: "locked"), .beginMutation),
    (.block(id: "locked"), .copy), (.block(id: "locked"), .cutStack), (.block(id: "locked"), .unwrap),
    (.block(id: "locked"), .duplicate), (.block(id: "locked"), .toggleDisabled),
    (.block(id: "locked"), .beginDrag(takesStack: true, by: .keyboard)),
    (.comment(id: "c2"), .delete), (.comment(id: "c2"), .beginDrag(takesStack: true, by: .mouse)),
    (nil, .setComment("text", blockID: "locked")), (nil, .setCommentText("text", commentID: "c2")),
    (nil, .deleteVariable(id: "va")),
  ]

  private static let tooLong = String(repeating: "n", count: 1_001)

  private static let unfit: [(FocusItem?, Intent)] = [
    (nil, .createVariable(name: tooLong, type: "", for: nil)), (nil, .renameVariable(id: "vx", to: tooLong)),
    (nil, .setField(FieldLocation(blockID: "def", name: "NAME"), input: tooLong)),
    (nil, .setBookmark(tooLong, blockID: "n5")),
    (nil, .clearSelection), (nil, .setCommentOfSelection("text")), (nil, .repeatChange),
    (.block(id: "p1"), .expand),
    (nil, .bringBack(DeletedStack(blocks: BlockSnapshot(), description: "", colour: .none))),
    (.comment(id: "c1"), .toggleSelected), (.comment(id: "c1"), .selectStack),
    (.block(id: "loose"), .selectDown), (.block(id: "loop"), .selectOutward), (.block(id: "p1"), .selectInward),
    (nil, .paste(text: "some text")), (nil, .paste(text: "<xml><block/></xml")), (nil, .paste(text: "{}")),
    (nil, .insert(Snippet(name: "empty", text: []))), (nil, .insert(Snippet(name: "bad", text: Array("?".utf8)))),
    (.block(id: "p1"), .paste), (.block(id: "p1"), .pasteAbove), (.block(id: "ten"), .cut),
    (.block(id: "loop"), .swapUp), (.block(id: "p2"), .swapDown), (.block(id: "def"), .swapUp),
    (.block(id: "p1"), .unwrap), (.block(id: "def"), .unwrap), (.comment(id: "c1"), .unwrap),
    (.comment(id: "c1"), .detach), (.comment(id: "c1"), .toggleDisabled), (.comment(id: "c1"), .prune),
    (.comment(id: "c1"), .beginMutation), (.comment(id: "c1"), .followCall), (.block(id: "set"), .detach),
    (.block(id: "loop"), .prune), (.block(id: "loop"), .followCall), (.block(id: "def"), .prune),
    (.block(id: "p1"), .beginMutation), (nil, .setField(FieldLocation(blockID: "n5", name: "NUM"), input: "five")),
    (nil, .setField(FieldLocation(blockID: "b1", name: "BOOL"), input: "MAYBE")),
    (nil, .setField(FieldLocation(blockID: "call", name: "NAME"), input: "g")), (nil, .setBookmark("", blockID: "p1")),
    (nil, .change(.data, blockID: "p1")), (nil, .change(.inline, blockID: "n5")),
    (nil, .change(.becomesShadow, blockID: "p1")), (nil, .change(.becomesShadow, blockID: "join")),
    (nil, .change(.moveEarlier, blockID: "p1")), (nil, .change(.moveLater, blockID: "useY")),
    (nil, .createVariable(name: "", type: "", for: nil)), (nil, .createVariable(name: "X", type: "", for: nil)),
    (nil, .createVariable(name: "new", type: "", for: FieldLocation(blockID: "n5", name: "NUM"))),
    (nil, .renameVariable(id: "vx", to: " ")), (nil, .renameVariable(id: "vx", to: "y")),
    (nil, .mergeVariable(id: "vx", into: "vx")), (nil, .mergeVariable(id: "vx", into: "vs")),
    (nil, .createComment("")), (.block(id: "loop"), .moveCursor(.left)), (.block(id: "loop"), .moveCursor(.outward)),
  ]
}
