import BlockFormats
import BlockLayout
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// What the status line says does for somebody who hears nothing else: what was done, to what, and what went with it.
@MainActor @Suite struct IntentWordsTests {
  private func words(_ scene: Scene, at item: FocusItem? = nil, _ intent: Intent) -> String {
    if let item { scene.controller.perform(.focus(item)) }
    return scene.controller.perform(intent).statusMessage ?? scene.controller.state.cursorDescription
  }

  @Test func whatWasChangedIsNamed() throws {
    for (item, intent, expected) in [
      (FocusItem.block(id: "loop"), Intent.toggleCollapsed, "collapsed repeat"),
      (.block(id: "ten"), .toggleCollapsed, "collapsed repeat"),
      (.block(id: "closed"), .toggleCollapsed, "expanded repeat 3"),
      (.comment(id: "c1"), .toggleCollapsed, "collapsed comment “a remark”"),
      (.block(id: "p1"), .toggleDisabled, "disabled print"), (nil, .toggleAllCollapsed, "all blocks collapsed"),
      (.block(id: "p2"), .delete, "deleted print, 3 blocks"),
      (.block(id: "def"), .delete, "deleted to f, 3 blocks, and 2 calls of it"),
      (.block(id: "p1"), .duplicate, "duplicated print"), (.block(id: "p1"), .detach, "detached print"),
      (nil, .makeVariable(name: "n", type: "", for: nil), "made the variable “n”"),
      (
        nil, .makeVariable(name: "n", type: "", for: FieldLocation(blockID: "set", name: "VAR")),
        "made the variable “n”, used here"
      ),
      (nil, .renameVariable(id: "vx", to: "n"), "renamed the variable “x” to “n”"),
      (nil, .mergeVariable(id: "vx", into: "vy"), "“y” is used in place of “x” now; undo parts them"),
      (nil, .deleteVariable(id: "vx"), "deleted the variable “x”, and the block that used it"),
      (nil, .deleteVariable(id: "vs"), "deleted the variable “words”"),
      (nil, .change(.moveEarlier, blockID: "set"), "now 4 of 12 in the file"),
      (.block(id: "noted"), .setComment("", blockID: "noted"), "removed the comment"),
      (nil, .setBookmark("there", blockID: "noted"), "the bookmark is “there” now"),
      (nil, .setBookmark("here", blockID: "noted"), "the bookmark is “here” already"),
      (.block(id: "n5"), .setField(FieldLocation(blockID: "n5", name: "NUM"), input: "5"), "nothing changed: number 5"),
      (.block(id: "n5"), .setField(FieldLocation(blockID: "n5", name: "NUM"), input: "6"), "changed: number 6"),
    ] as [(FocusItem?, Intent, String)] {
      let said = words(try Scene(IntentProgram.json, .json), at: item, intent)
      #expect(said == expected || expected.contains("changed: ") && said.hasPrefix(expected), "\(said)")
    }
  }

  /// A block that can't do anything where it stands is not enabled by being enabled.
  @Test func aMisplacedBlockStaysDisabled() throws {
    let scene = try Scene(
      """
      {"blocks":{"languageVersion":0,"blocks":[{"type":"controls_flow_statements","id":"jump","x":1,"y":1,
        "enabled":false,"disabledReasons":["MANUALLY_DISABLED","CONTROL_FLOW_NOT_IN_LOOP"]}]}}
      """, .json)
    let said = words(scene, at: .block(id: "jump"), .toggleDisabled)
    #expect(said.hasSuffix(" stays disabled: it stands in no loop"), "\(said)")
  }

  /// A function's calls that stay, or are inside it, do not go with it.
  @Test func onlyTheCallsThatGoAreCounted() throws {
    let function = #"{"type":"procedures_defnoreturn","fields":{"NAME":"f"},"#
    let call = #"{"type":"procedures_callnoreturn","extraState":{"name":"f"}}"#
    let recursive = #"\#(function)"id":"f1","x":1,"y":1,"inputs":{"STACK":{"block":\#(call)}}}"#
    let second = #"\#(function)"id":"f2","x":1,"y":300}"#
    func scene(_ blocks: String...) throws -> Scene {
      try Scene(#"{"blocks":{"languageVersion":0,"blocks":[\#(blocks.joined(separator: ","))]}}"#, .json)
    }
    #expect(words(try scene(recursive), at: .block(id: "f1"), .delete) == "deleted to f, 2 blocks")
    #expect(
      words(try scene(recursive, call), at: .block(id: "f1"), .delete) == "deleted to f, 2 blocks, and the call of it")
    #expect(words(try scene(recursive, second, call), at: .block(id: "f1"), .delete) == "deleted to f, 2 blocks")
  }

  @Test func whatIsHiddenIsSaidToBe() throws {
    let scene = try Scene(IntentProgram.json, .json)
    #expect(words(scene, .jump(blockID: "noted")).hasPrefix("“here” · print"))
    #expect(words(scene, .jump(blockID: "p1")).hasPrefix("print"))
    for intent in [Intent.jump(blockID: "inside"), .goTo(blockID: "inside", fieldName: nil)] {
      #expect(words(scene, intent).hasPrefix("hidden in here · repeat 3"), "\(words(scene, intent))")
    }
  }

  @Test func whatIsInTheWayIsNamed() throws {
    let scene = try Scene(IntentProgram.json, .json)
    scene.controller.perform(.focus(.block(id: "if")))
    scene.controller.perform(.beginMutation)
    #expect(words(scene, .undo) == "a dialog is open; keep or leave it first")
    #expect(words(scene, .beginMutation) == "a dialog is open; keep or leave it first")
    #expect(words(scene, .beginDrag(takesStack: true, by: .mouse)) == "a dialog is open; keep or leave it first")
    scene.controller.perform(.cancelMutation)
    scene.controller.perform(.beginDrag(takesStack: true, by: .mouse))
    #expect(words(scene, .undo) == "something is on its way; drop it first")
  }

  /// Text that holds nothing has words, too.
  @Test func everyStockBlockHasDescription() throws {
    let scene = try Scene(IntentProgram.json, .json)
    for type in scene.workspace.factory.definedTypes.sorted() {
      scene.controller.perform(.insert(BlockSnapshot(records: [BlockSnapshot.Record(type: type)])))
      #expect(scene.controller.state.cursorDescription.contains { $0.isLetter }, "\(type)")
    }
  }
}
