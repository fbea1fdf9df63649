import BlockEvents
import BlockFormats
import BlockLayout
import BlockModel
import Markup
import Testing

@testable import Workbench

/// Bookmarks: an event of our own that is recorded, undone, redone, exchanged and kept like Blockly's.
@MainActor @Suite struct BookmarkTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"text_print","id":"first","x":10,"y":10,"next":{"block":{"type":"text_print","id":"second",
        "somebodys":{"key":1}}}}]}}
    """

  @Test(arguments: ProgramFormat.allCases) func settingRenamingAndRemovingAreSteps(format: ProgramFormat) throws {
    let scene = try Scene(Self.program, format)
    let (first, second) = (try scene.block("first"), try scene.block("second"))
    try scene.check(
      { #expect(scene.controller.setBookmark("here", of: second) == "set the bookmark “here”") },
      { _ = scene.controller.setBookmark("there <&> \"é\"", of: second) },
      { _ = scene.controller.setBookmark("top", of: first) },
      { #expect(scene.controller.setBookmark("", of: second) == "removed the bookmark “there <&> \"é\"”") },
      { scene.controller.act { scene.coordinator.delete(first, heal: true) } })
    #expect(scene.fired.filter { $0 is BookmarkEvent }.count == 4)
    _ = scene.controller.undo()
    #expect(scene.controller.bookmarkedBlocks.map(\.id) == ["first"])
    #expect(scene.controller.jump(to: first).hasPrefix("“top” · print"))
  }

  @Test func nothingHappensWhenNothingChanges() throws {
    let scene = try Scene(Self.program, .json)
    let first = try scene.block("first")
    #expect(scene.controller.setBookmark("", of: first) == "no bookmark was set")
    _ = scene.controller.setBookmark("a", of: first)
    _ = scene.controller.setBookmark("a", of: first)
    #expect(scene.controller.history.undoCount == 1 && scene.fired.count == 1)
  }

  @Test func aCopyHasNoBookmark() throws {
    let scene = try Scene(Self.program, .json)
    let second = try scene.block("second")
    _ = scene.controller.setBookmark("here", of: second)
    scene.controller.focus(.block(id: "second"))
    _ = scene.controller.duplicateAtCursor()
    #expect(scene.controller.bookmarkedBlocks.map(\.id) == ["second"])
    let copy = try #require(second.nextBlock)
    #expect(copy.unknownParts?.members.map(\.key) == ["somebodys"], "what is not ours is copied")
  }

  @Test func itsJSONIsReadBackAndItsPlaceInTheFileIsAKeyOfOurOwn() throws {
    let scene = try Scene(Self.program, .json)
    _ = scene.controller.setBookmark("here", of: try scene.block("first"))
    let event = try #require(scene.fired.first)
    let text = event.json(in: scene.workspace).text()
    #expect(text.hasPrefix(#"{"type":"mortise_bookmark","group":""#))
    #expect(text.hasSuffix(#","blockId":"first","new":{"name":"here","index":0}}"#))
    let factory = BlocklyEventFactory.withOwnEvents()
    let read = try factory.event(from: try JSONParser.parse(Array(text.utf8)), workspaceID: scene.workspace.id)
    #expect(read?.json(in: scene.workspace).text() == text)
    #expect(String(decoding: scene.bytes, as: UTF8.self).contains(#""mortiseBookmark": "here""#))
  }
}
