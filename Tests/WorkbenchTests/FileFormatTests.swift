import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockNotation
import FileTesting
import MortiseFiles
import Testing
import WorkbenchTesting

@testable import Workbench

/// A format of an app's own.
@MainActor @Suite struct FileFormatTests {
  private let folder: TemporaryFolder
  private let extensions: ProgramExtensions

  init() throws {
    folder = try TemporaryFolder()
    var extensions = ProgramExtensions()
    extensions.formats.all.append(NumbersFormat())
    self.extensions = extensions
  }

  private func write(_ text: String, to name: String) throws {
    try FileSaver.save(Array(text.utf8), to: folder.file(name))
  }

  private func read(_ name: String) throws -> String {
    String(decoding: try FileReader.read(folder.file(name)).bytes, as: UTF8.self)
  }

  private func open(_ name: String) throws -> WorkbenchController {
    WorkbenchController(
      document: try Document.open(
        folder.file(name), factory: try StockBlocks.factory(), formats: extensions.formats),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager(),
      extensions: extensions)
  }

  @discardableResult private func save(_ controller: WorkbenchController, as name: String? = nil) throws -> String {
    let job = try #require(controller.saveJob(as: name.map { folder.file($0) }, overwrites: true))
    return controller.didSave(job, try job.write())
  }

  private func changeFirst(of controller: WorkbenchController, to text: String) throws {
    let block = try #require(controller.workspace.topBlocks.first)
    controller.perform(.setField(FieldLocation(blockID: block.id, name: "NUM"), input: text))
  }

  @Test func aProgramIsOpenedEditedAndSaved() throws {
    try write("1\n2\n", to: "a.numbers")
    let controller = try open("a.numbers")
    #expect(controller.document.style.format.name == "numbers")
    try changeFirst(of: controller, to: "7")
    try save(controller)
    #expect(try read("a.numbers") == "7\n2\n")
  }

  @Test func theExtensionConvertsOnSaving() throws {
    try write("print 1\n\n(5)\n", to: "a.blocktext")
    let controller = try open("a.blocktext")
    #expect(try save(controller, as: "a.numbers") == "saved a.numbers; only numbers are kept")
    #expect(try read("a.numbers") == "5\n")
    #expect(controller.document.style.format.name == "numbers")
    try save(controller, as: "b.xml")
    #expect(try open("b.xml").document.style.format.name == "xml")
  }

  @Test func aMistakeHasItsPosition() throws {
    try write("1\nx\n", to: "a.numbers")
    #expect {
      _ = try open("a.numbers")
    } throws: {
      ("\($0)") == "\(folder.file("a.numbers")):2:1: “x” isn't a number"
    }
  }

  @Test func aFolderListsItsFiles() throws {
    try write("1\n", to: "a.numbers")
    func programs(_ formats: FileFormats) throws -> [String] {
      try ProgramFolder(at: folder.path, recentFiles: nil, formats: formats).programs
    }
    #expect(try programs(extensions.formats) == ["a.numbers"])
    #expect(try programs(.standard) == [])
    #expect(extensions.formats.extensionList == ".xml, .json, .blocktext or .numbers")
  }
}
