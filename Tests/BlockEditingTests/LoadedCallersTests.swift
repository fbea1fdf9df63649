import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import Testing

@testable import Workbench

/// A file with calls of functions that it doesn't define.
@MainActor @Suite struct LoadedCallersTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"procedures_callnoreturn","id":"a","x":10,"y":10,"extraState":{"name":"draw","params":["size"]},
        "next":{"block":{"type":"procedures_callnoreturn","id":"b","extraState":{"name":"Draw","params":["size"]}}}},
      {"type":"procedures_callreturn","id":"c","x":10,"y":200,"extraState":{"name":"area"}}]}}
    """

  @Test func theFunctionsAreMadeAndTheFileStaysAsItIsUntilSomethingIsChanged() throws {
    let bytes = Array(Self.program.utf8)
    let manager = EventManager()
    let controller = WorkbenchController(
      document: try Document(bytes: bytes, path: "p.json", factory: try StockBlocks.factory()),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: manager)
    #expect(controller.definedProcedures == ["draw", "area"])
    let definitions = ProcedureBlocks.definitions(in: controller.workspace)
    #expect(definitions.map(\.type) == ["procedures_defnoreturn", "procedures_defreturn"])
    #expect((definitions[0].mutator as? MutatorProcedureDefinition)?.parameters.map(\.name) == ["size"])
    // The definitions that are added can't be undone and needn't be saved.
    #expect(!controller.isModified && controller.history.undoCount == 0 && controller.bytes().bytes == bytes)
    controller.perform(.focus(.block(id: "c")))
    controller.perform(.toggleDisabled)
    #expect(String(decoding: controller.bytes().bytes, as: UTF8.self).contains("procedures_defnoreturn"))
    controller.perform(.undo)
    #expect(controller.bytes().bytes == bytes && manager.currentGroupID == nil)
  }
}
