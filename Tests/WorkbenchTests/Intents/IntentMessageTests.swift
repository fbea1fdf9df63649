import BlockFormats
import BlockLayout
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// The status messages suffice for users of screen readers: they name the action, its target and its side effects.
@MainActor @Suite struct IntentMessageTests {
  private func status(_ scene: WorkbenchScene, at item: FocusItem? = nil, _ intent: Intent) -> String {
    if let item { scene.controller.perform(.focus(item)) }
    return scene.controller.perform(intent).statusMessage ?? scene.controller.state.cursorDescription
  }

  /// The third part of an option is what is said.
  @Test func optionsAreSaidInWords() throws {
    let factory = BlockFactory()
    try factory.load(
      json: Array(
        #"""
        [{"type":"v13","message0":"op %1","previousStatement":null,"args0":[
          {"type":"field_dropdown","name":"OP","options":[["=","EQ","equals"],"separator",["≠","NEQ","not equals"]]}]}]
        """#.utf8))
    let scene = try WorkbenchScene(
      #"{"blocks":{"languageVersion":0,"blocks":[{"type":"v13","id":"a","x":0,"y":0,"fields":{"OP":"NEQ"}}]}}"#, .json,
      factory: factory)
    scene.controller.perform(.focus(.field(blockID: "a", name: "OP")))
    #expect(scene.controller.state.cursorDescription.hasPrefix("choice “not equals”"))
    #expect(
      status(scene, .setField(FieldLocation(blockID: "a", name: "OP"), input: "EQ")).contains("choice “equals”"))
    scene.controller.perform(.focus(.block(id: "a")))
    #expect(scene.controller.state.cursorDescription.hasPrefix("op equals"))
  }

  @Test func theMessageNamesTheChange() throws {
    for (item, intent, expected) in [
      (FocusItem.block(id: "loop"), Intent.toggleCollapsed, "collapsed repeat"),
      (.block(id: "ten"), .toggleCollapsed, "collapsed repeat"),
      (.block(id: "closed"), .toggleCollapsed, "expanded repeat 3"),
      (.comment(id: "c1"), .toggleCollapsed, "collapsed comment “a remark”"),
      (.block(id: "p1"), .toggleDisabled, "disabled print"), (nil, .toggleAllCollapsed, "all blocks collapsed"),
      (.block(id: "p2"), .delete, "deleted print create text with … “hello” …"),
      (.block(id: "def"), .delete, "deleted to f with: a, b, 1 statement, and 2 calls"),
      (.block(id: "p1"), .duplicate, "duplicated print, below print “x”, in do of repeat"),
      (.block(id: "p1"), .detach, "detached print"),
      (.block(id: "ten"), .copy, "copied number 10"), (.block(id: "p1"), .copyStack, "copied print “x”, 2 statements"),
      (.block(id: "p1"), .cut, "cut print “x”"), (.comment(id: "c1"), .cut, "cut comment “a remark”"),
      (.block(id: "p2"), .swapUp, "moved print above print “x”, in do of repeat"),
      (.block(id: "loop"), .swapDown, "moved repeat below if …"),
      (.block(id: "if"), .unwrap, "unwrapped if; its statements stay"),
      (nil, .paste(text: IntentProgram.json), "pasted 10 stacks and 2 comments below everything else"),
      (nil, .paste(text: "some text"), "the pasted text can't be read: 1:1: no block begins with “some”"),
      (nil, .paste(text: "<xml>"), "the pasted text can't be read: 1:6: the text ends before <xml> is closed"),
      (.block(id: "p1"), .paste, "nothing was copied or cut yet"),
      (nil, .createVariable(name: "n", type: "", for: nil), "created the variable “n”"),
      (
        nil, .createVariable(name: "n", type: "", for: FieldLocation(blockID: "set", name: "VAR")),
        "created the variable “n” and used it here"
      ),
      (nil, .renameVariable(id: "vx", to: "n"), "renamed the variable “x” to “n”"),
      (nil, .mergeVariable(id: "vx", into: "vy"), "replaced “x” with “y”; undo separates them"),
      (nil, .deleteVariable(id: "vx"), "deleted the variable “x”, and the block that used it"),
      (nil, .deleteVariable(id: "vs"), "deleted the variable “words”"),
      (nil, .change(.moveEarlier, blockID: "set"), "now 4 of 12 in the file"),
      (.block(id: "noted"), .setComment("", blockID: "noted"), "removed the comment"),
      (nil, .setBookmark("there", blockID: "noted"), "renamed the bookmark to “there”"),
      (nil, .setBookmark("here", blockID: "noted"), "the bookmark is already “here”"),
      (.block(id: "n5"), .setField(FieldLocation(blockID: "n5", name: "NUM"), input: "5"), "nothing changed: number 5"),
      (.block(id: "n5"), .setField(FieldLocation(blockID: "n5", name: "NUM"), input: "6"), "changed: number 6"),
    ] as [(FocusItem?, Intent, String)] {
      let message = status(try WorkbenchScene(IntentProgram.json, .json), at: item, intent)
      #expect(message == expected || expected.contains("changed: ") && message.hasPrefix(expected), "\(message)")
    }
  }

  /// A misplaced block stays disabled when the user enables it.
  @Test func aMisplacedBlockStaysDisabled() throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"languageVersion":0,"blocks":[{"type":"controls_flow_statements","id":"jump","x":1,"y":1,
        "enabled":false,"disabledReasons":["MANUALLY_DISABLED","CONTROL_FLOW_NOT_IN_LOOP"]}]}}
      """, .json)
    let message = status(scene, at: .block(id: "jump"), .toggleDisabled)
    #expect(message.hasSuffix(" stays disabled: it is outside any loop"), "\(message)")
  }

  /// Calls that stay, or are inside the function, are not counted as deleted.
  @Test func onlyTheDeletedCallsAreCounted() throws {
    let function = #"{"type":"procedures_defnoreturn","fields":{"NAME":"f"},"#
    let call = #"{"type":"procedures_callnoreturn","extraState":{"name":"f"}}"#
    let recursive = #"\#(function)"id":"f1","x":1,"y":1,"inputs":{"STACK":{"block":\#(call)}}}"#
    let second = #"\#(function)"id":"f2","x":1,"y":300}"#
    func scene(_ blocks: String...) throws -> WorkbenchScene {
      try WorkbenchScene(#"{"blocks":{"languageVersion":0,"blocks":[\#(blocks.joined(separator: ","))]}}"#, .json)
    }
    #expect(status(try scene(recursive), at: .block(id: "f1"), .delete) == "deleted to f, 1 statement")
    #expect(
      status(try scene(recursive, call), at: .block(id: "f1"), .delete) == "deleted to f, 1 statement, and 1 call")
    #expect(status(try scene(recursive, second, call), at: .block(id: "f1"), .delete) == "deleted to f, 1 statement")
  }

  @Test func theMessageTellsThatATargetIsHidden() throws {
    let scene = try WorkbenchScene(IntentProgram.json, .json)
    #expect(status(scene, .jump(blockID: "noted")).hasPrefix("“here” · print"))
    #expect(status(scene, .jump(blockID: "p1")).hasPrefix("print"))
    for intent in [Intent.jump(blockID: "inside"), .goTo(blockID: "inside", fieldName: nil)] {
      #expect(status(scene, intent).hasPrefix("inside this collapsed block · repeat 3"), "\(status(scene, intent))")
    }
  }

  @Test func theMessageNamesTheObstacle() throws {
    let scene = try WorkbenchScene(IntentProgram.json, .json)
    scene.controller.perform(.focus(.block(id: "if")))
    scene.controller.perform(.beginMutation)
    #expect(status(scene, .undo) == "a dialog is open; apply or cancel it first")
    #expect(status(scene, .beginMutation) == "a dialog is open; apply or cancel it first")
    #expect(status(scene, .beginDrag(takesStack: true, by: .mouse)) == "a dialog is open; apply or cancel it first")
    scene.controller.perform(.cancelMutation)
    scene.controller.perform(.beginDrag(takesStack: true, by: .mouse))
    #expect(status(scene, .undo) == "something is being moved; drop it first")
  }

  /// Even an empty text has a description.
  @Test func everyStockBlockHasADescription() throws {
    let scene = try WorkbenchScene(IntentProgram.json, .json)
    for type in scene.workspace.factory.definedTypes.sorted() {
      scene.controller.perform(.insert(BlockSnapshot(records: [BlockSnapshot.Record(type: type)])))
      #expect(scene.controller.state.cursorDescription.contains { $0.isLetter }, "\(type)")
    }
  }
}
