import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Opening a program fires what Blockly fires.
@MainActor @Suite struct LoadingEventsTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"controls_if","id":"a","x":10,"y":10,"extraState":{"elseIfCount":1,"hasElse":true},
        "inputs":{"IF0":{"shadow":{"type":"logic_boolean","id":"s","fields":{"BOOL":"TRUE"}}},
          "ELSE":{"block":{"type":"variables_set","id":"v","fields":{"VAR":{"id":"x"}}}}},
        "next":{"block":{"type":"text_print","id":"p"}}},
      {"type":"made_up","id":"u","x":300,"y":10,"fields":{"SIZE":"large"}}]},
    "variables":[{"name":"x","id":"x"},{"name":"unused","id":"y","type":"Colour"}],
    "workspaceComments":[{"id":"c","x":16,"y":96,"width":160,"height":96,"text":"why"}]}
    """

  private final class Log: EventManagerListener {
    var events: [BlocklyEvent] = []
    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) { events.append(event) }
  }

  @Test func allThatWasLoadedIsOneGroupThatUndoDoesNotRevert() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    scene.controller.fireFinishedLoading()
    #expect(
      scene.fired.map(\.type) == [
        "var_create", "var_create", "comment_create", "create", "create", "finished_loading",
      ])
    #expect(Set(scene.fired.map(\.groupID)).count == 1 && scene.fired.first?.groupID != nil)
    #expect(scene.fired.allSatisfy { !$0.recordsUndo })
    #expect(scene.controller.history.undoCount == 0 && !scene.controller.isModified)
    #expect(scene.controller.perform(.undo).refusal != nil && scene.bytes == scene.start)
  }

  @Test(arguments: ProgramFormat.allCases) func aRecordingFillsAnEmptyProgram(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.program, format)
    scene.controller.fireFinishedLoading()
    scene.controller.perform(.focus(.block(id: "p")))
    scene.controller.perform(.delete)
    #expect(scene.bytes != scene.start)
    let text = scene.fired.map { $0.json(in: scene.workspace).text() }.joined(separator: "\n")
    func bytes(_ workspace: Workspace) -> [UInt8] { ProgramWriter.write(workspace, style: .pretty(format)).bytes }

    // Another library may write the recording anew, with blanks.
    for lines in [text, text.replacing("\":", with: "\" : ")].map({ Array($0.utf8) }) {
      let empty = Workspace(factory: try StockBlocks.factory())
      let filling = EventReplay(workspace: empty)
      #expect(filling.apply(lines, named: "e").isEmpty)
      #expect(bytes(empty) == scene.bytes)
      try filling.undo(nil)
      #expect(bytes(empty) == scene.start, "undo never empties a program that was loaded")

      let same = try ProgramReader.read(scene.start, factory: StockBlocks.factory()).workspace
      let replay = EventReplay(workspace: same)
      #expect(replay.apply(lines, named: "e").isEmpty, "what is there already is not made again")
      #expect(bytes(same) == scene.bytes)
    }
  }

  @Test func nothingIsBuiltForListenersThatDoNotWantIt() throws {
    final class Indifferent: EventManagerListener {
      var types: [String] = []
      var wantsLoadingEvents: Bool { false }
      func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) { types.append(event.type) }
    }
    let manager = EventManager()
    let listener = Indifferent()
    manager.addListener(listener)
    let controller = WorkbenchController(
      document: try Document(bytes: Array(Self.program.utf8), path: "p", factory: StockBlocks.factory()),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: manager)
    #expect(!manager.hasLoadingListener)
    controller.fireFinishedLoading()
    #expect(listener.types == ["finished_loading"])
    let log = Log()
    manager.addListener(log)
    controller.fireFinishedLoading()
    #expect(listener.types == ["finished_loading", "finished_loading"])
    #expect(log.events.count == 6)
  }
}
