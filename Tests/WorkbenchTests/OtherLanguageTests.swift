import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import FileTesting
import MortiseFiles
import Testing
import WorkbenchTesting

@testable import Workbench

/// Files in other languages, whose lines can be read as notation but aren't written as such; and files with nothing in
/// them.
@MainActor @Suite struct OtherLanguageTests {
  private let folder: TemporaryFolder
  nonisolated private static let python = "print(\"hi\")\nx = 5\nprint(x)\n"

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, _ name: String) throws {
    try FileSaver.save(Array(text.utf8), to: folder.file(name))
  }

  private func read(_ name: String) -> String {
    String(decoding: (try? FileReader.read(folder.file(name)).bytes) ?? [], as: UTF8.self)
  }

  private func open(_ name: String) throws -> WorkbenchController {
    WorkbenchController(
      document: try Document.open(folder.file(name), factory: try StockBlocks.factory(), seed: 1),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
  }

  private func addBlock(_ controller: WorkbenchController) {
    controller.perform(.paste(text: "print \"new\""))
    #expect(controller.isModified)
  }

  private func save(_ controller: WorkbenchController, as name: String? = nil) throws {
    let job = try #require(controller.saveJob(as: name.map(folder.file)))
    controller.didSave(job, try job.write())
  }

  @Test(arguments: [
    ("p.rb", python), ("p.RB", python), ("p.txt", python), ("p", "x = 1\n"), ("p.txt", "print(1);\n"),
    ("p.js", "print \"a\"\n"), ("lib/p.lua", ""),
  ])
  func itIsNeverOverwritten(_ name: String, _ text: String) throws {
    let file = name.split(separator: "/").last.map { String($0) } ?? name
    try write(text, file)
    let controller = try open(file)
    try save(controller)
    #expect(read(file) == text, "what is unchanged may be saved")
    addBlock(controller)
    #expect(throws: FileError.self) { try save(controller) }
    #expect(read(file) == text)
    try save(controller, as: "saved.blocktext")
    #expect(read("saved.blocktext").contains("print \"new\"") && read(file) == text)
    addBlock(controller)
    try save(controller)
    #expect(read(file) == text)
  }

  @Test func aNewFileIsNot() throws {
    let controller = try open("new.py")
    addBlock(controller)
    #expect(throws: FileError.self) { try save(controller) }
    #expect(controller.readOnlyReason(savingAs: folder.file("other.lua")) != nil)
    try save(controller, as: "new.xml")
    #expect(!FileSystem.exists(folder.file("new.py")))
  }

  /// What was read as notation and is notation stays so, whatever its name is.
  @Test(arguments: [
    ("p.txt", "print \"a\"\n\nshout()\n\nto shout()\n  print \"x = 5\"\n"), ("p.blocktext", python), ("p", "print 5\n"),
  ])
  func notationIsWritten(_ name: String, _ text: String) throws {
    try write(text, name)
    let controller = try open(name)
    addBlock(controller)
    try save(controller)
    #expect(read(name).contains("print \"new\""))
  }

  /// The scripts of some apps have blocks beside their code.
  @Test func anAppsScriptIsWritten() throws {
    try write("log(1)\n//<xml><block type=\"math_number\" id=\"n\"></block></xml>", "script.js")
    let controller = try open("script.js")
    addBlock(controller)
    #expect(controller.readOnlyReason() == nil)
  }

  @Test(arguments: [("p.xml", "<xml"), ("p.json", "{"), ("p.blocktext", "print"), ("p", "<xml")])
  func aBlankFileIsAnEmptyProgram(_ name: String, _ beginning: String) throws {
    for blanks in ["", " \n\t\r\n"] {
      try write(blanks, name)
      let controller = try open(name)
      #expect(controller.workspace.isEmpty && !controller.isModified)
      addBlock(controller)
      try save(controller)
      #expect(read(name).hasPrefix(beginning))
      controller.perform(.undo)
      try save(controller)
      #expect(read(name) == blanks, "what was read is written again")
    }
  }

  /// An app's file is more than a program.
  @Test func aBlankFileOfAnAppIsRefused() throws {
    try write("", "p.aia")
    #expect(throws: OpenError.self) { try open("p.aia") }
  }
}
