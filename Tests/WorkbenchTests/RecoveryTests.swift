import BlockEvents
import BlockLayout
import BlockLibrary
import FileTesting
import Testing

@testable import Workbench

/// Unsaved work of an earlier time stays until the person has done something about it.
@MainActor @Suite struct RecoveryTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("program.xml")
    try FileSaver.save(Array(#"<xml><block type="text_print" x="8" y="32"></block></xml>"#.utf8), to: path)
    try RecoveryFile.write(
      Array(#"<xml><block type="math_number" x="8" y="32"></block></xml>"#.utf8), for: path, stamp: nil)
  }

  private func controller(_ document: Document) -> WorkbenchController {
    WorkbenchController(
      document: document, toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
  }

  private func opened() throws -> WorkbenchController {
    controller(try Document.open(path, factory: try StockBlocks.factory()))
  }

  @Test func savingKeepsWhatWasNotOpened() throws {
    let controller = try opened()
    controller.perform(.toggleDisabled)
    guard case .saved = controller.save() else { return #expect(Bool(false), "not saved") }
    #expect(try RecoveryFile.find(for: path) != nil)
  }

  @Test func savingWhatWasOpenedRemovesIt() throws {
    let first = try opened()
    let recovery = try #require(first.recovery())
    let controller = first.replacing(document: try first.recoveredDocument(recovery))
    controller.markModified()
    guard case .saved = controller.save() else { return #expect(Bool(false), "not saved") }
    #expect(try RecoveryFile.find(for: path) == nil)
    #expect(String(decoding: try FileReader.read(path).bytes, as: UTF8.self).contains("math_number"))
  }

  @Test func throwingItAwayRemovesIt() throws {
    let controller = try opened()
    controller.discardRecovery()
    #expect(try RecoveryFile.find(for: path) == nil)
  }
}
