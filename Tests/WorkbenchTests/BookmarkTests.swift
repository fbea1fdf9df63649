import BlockEditing
import BlockEvents
import BlockFormats
import BlockModel
import Markup
import Testing
import WorkbenchTesting

@testable import Workbench

/// Bookmarks have an event of our own, which is recorded, undone, redone, exchanged and stored like Blockly's events.
@MainActor @Suite struct BookmarkTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"text_print","id":"first","x":10,"y":10,"next":{"block":{"type":"text_print","id":"second",
        "somebodys":{"key":1}}}}]}}
    """

  @Test(arguments: ProgramFormat.allCases) func settingRenamingAndRemovingAreUndoGroups(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.program, format)
    let (first, second) = (try scene.block("first"), try scene.block("second"))
    try scene.check(
      {
        #expect(
          scene.controller.perform(.setBookmark("here", blockID: second.id)).statusMessage == "set the bookmark “here”")
      },
      { scene.controller.perform(.setBookmark("there <&> \"é\"", blockID: second.id)) },
      { scene.controller.perform(.setBookmark("top", blockID: first.id)) },
      {
        #expect(
          scene.controller.perform(.setBookmark("", blockID: second.id)).statusMessage
            == "removed the bookmark “there <&> \"é\"”")
      },
      { scene.controller.performGroup { scene.coordinator.delete(first, heal: true) } })
    #expect(scene.fired.filter { $0 is BookmarkEvent }.count == 4)
    scene.controller.perform(.undo)
    #expect(scene.controller.bookmarkedBlocks.map(\.id) == ["first"])
    #expect(scene.controller.perform(.jump(blockID: first.id)).statusMessage?.hasPrefix("“top” · print") == true)
  }

  @Test func nothingHappensWhenNothingChanges() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let first = try scene.block("first")
    #expect(scene.controller.perform(.setBookmark("", blockID: first.id)).statusMessage == "no bookmark was set")
    scene.controller.perform(.setBookmark("a", blockID: first.id))
    scene.controller.perform(.setBookmark("a", blockID: first.id))
    #expect(scene.controller.history.undoCount == 1 && scene.fired.count == 1)
  }

  @Test func aCopyHasNoBookmark() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let second = try scene.block("second")
    scene.controller.perform(.setBookmark("here", blockID: second.id))
    scene.controller.perform(.focus(.block(id: "second")))
    scene.controller.perform(.duplicate)
    #expect(scene.controller.bookmarkedBlocks.map(\.id) == ["second"])
    let copy = try #require(second.nextBlock)
    #expect(copy.unknownParts?.members.map(\.key) == ["somebodys"], "what is not ours is copied")
  }

  @Test func itsJSONIsReadBackAndTheFileStoresItUnderAKeyOfOurOwn() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    scene.controller.perform(.setBookmark("here", blockID: try scene.block("first").id))
    let event = try #require(scene.fired.first)
    let text = event.json(in: scene.workspace).text()
    #expect(text.hasPrefix(#"{"type":"mortise_bookmark","group":""#))
    #expect(text.hasSuffix(#","blockId":"first","new":{"name":"here","index":0}}"#))
    let factory = BlocklyEventFactory.withMortiseEvents()
    let read = try factory.event(from: try JSONParser.parse(Array(text.utf8)), workspaceID: scene.workspace.id)
    #expect(read.json(in: scene.workspace).text() == text)
    #expect(String(decoding: scene.bytes, as: UTF8.self).contains(#""mortiseBookmark": "here""#))
  }
}
