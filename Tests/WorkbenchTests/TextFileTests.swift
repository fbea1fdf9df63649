import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import FileTesting
import MortiseFiles
import Testing
import WorkbenchTesting

@testable import Workbench

/// Programs whose files are text.
@MainActor @Suite struct TextFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("a.blocktext") }

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String) throws { try FileSaver.save(Array(text.utf8), to: path) }

  private func read(_ name: String = "a.blocktext") -> String {
    String(decoding: (try? FileReader.read(folder.file(name)).bytes) ?? [], as: UTF8.self)
  }

  private func open(_ name: String = "a.blocktext", seed: UInt64 = 1) throws -> WorkbenchController {
    WorkbenchController(
      document: try Document.open(folder.file(name), factory: try StockBlocks.factory(), seed: seed),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
  }

  private func open(text: String) throws -> WorkbenchController {
    try write(text)
    return try open()
  }

  /// Changes the first text from “a” to another.
  private func change(_ controller: WorkbenchController, to text: String = "b") throws {
    let blocks = controller.workspace.topBlocks.flatMap { Array($0.descendants()) }
    let block = try #require(blocks.first { $0.firstField(withName: "TEXT") != nil })
    controller.perform(.setField(FieldLocation(blockID: block.id, name: "TEXT"), input: text))
    #expect(controller.isModified)
  }

  /// The style of a file is kept: ids and positions are written where the file had them.
  @Test(arguments: [
    "print \"a\"\n",
    "\u{FEFF}repeat 3 times\r\n  print \"a\"\r\n",
    "print \"a\" @at(10, 20)\n",
    "print (\"a\" @id(\"value\")) @id(\"print\")\n",
    "@variables x @id(\"x\")\n\nset x to (\"a\" @id(\"v\")) @id(\"s\")\n",
    "print \"a\"\n\nprint \"c\"\n",
    "// A remark.\n\nprint \"a\"\n",
    "// A remark.\n@at(5, 6)\n\nprint \"a\" @at(10, 20)\n",
    "@file({\"format\":\"json\",\"endsInLineBreak\":false})\n\nprint \"a\" @at()\n",
    "print \"a\" // behind it\n",
  ])
  func aChangeKeepsTheRestOfTheText(text: String) throws {
    let controller = try open(text: text)
    #expect(controller.bytes().bytes == Array(text.utf8))
    try change(controller)
    try controller.save()
    #expect(!controller.isModified)
    var expected = text.replacing("\"a\"", with: "\"b\"")
    if text.contains(" // behind it") { expected = "// behind it\nprint \"b\"\n" }
    #expect(read() == expected)
    // What was read comes back exactly when everything is undone.
    controller.perform(.undo)
    #expect(controller.isModified)
    try controller.save()
    #expect(read() == text)
  }

  /// A text may have any name, and lines that end with CRLF.
  @Test(arguments: ["notes.txt", "notes", "notes.xml"]) func aTextIsKnownByItsContent(name: String) throws {
    let text = "repeat 0x3C times\r\n  print \"a\"\r\n"
    try FileSaver.save(Array(text.utf8), to: folder.file(name))
    let controller = try open(name)
    #expect(controller.document.style.format.name == "text")
    try change(controller)
    try controller.save()
    #expect(read(name).unicodeScalars.elementsEqual(text.replacing("\"a\"", with: "\"b\"").unicodeScalars))
  }

  /// A text in another form than the writer's stays as it is until something is changed.
  @Test func anUnchangedTextKeepsItsBytes() throws {
    let text = "if true {\n\n   print( \"a\" )}\n"
    let controller = try open(text: text)
    try controller.save()
    #expect(read() == text)
    try change(controller)
    try controller.save()
    #expect(read() == "if true\n  print \"b\"\n")
  }

  @Test func newBlocksGetIDsOnlyWhereTheTextHasThem() throws {
    for (text, hasIDs) in [("print \"a\"\n", false), ("print (\"a\" @id(\"v\")) @id(\"p\")\n", true)] {
      let controller = try open(text: text)
      controller.perform(.duplicate)
      try controller.save()
      #expect(read().split(separator: "\n").count == 2)
      #expect((read().components(separatedBy: "@id(").count == 5) == hasIDs)
    }
  }

  @Test func aNewTextBeginsEmpty() throws {
    let controller = try open("new.blocktext")
    #expect(controller.document.style.format.name == "text" && controller.workspace.blocks.isEmpty)
    controller.perform(.paste(text: #"<block type="text_print"/>"#))
    try controller.save()
    #expect(read("new.blocktext") == "print _\n")
  }

  @Test func anEmptyTextIsAnEmptyProgram() throws {
    let controller = try open(text: "")
    #expect(controller.workspace.blocks.isEmpty)
    #expect(controller.bytes().bytes.isEmpty)
  }

  @Test func savingUnderAnotherNameConverts() throws {
    let controller = try open(text: "print \"a\"\n\nprint \"c\"\n")
    try controller.save(as: folder.file("b.xml"))
    #expect(controller.document.style.format.name == "xml")
    #expect(read("b.xml").contains("<field name=\"TEXT\">a</field>"))
    try change(controller)
    try controller.save()
    #expect(read("b.xml").contains("<field name=\"TEXT\">b</field>") && read() == "print \"a\"\n\nprint \"c\"\n")
    try controller.save(as: folder.file("c.json"))
    #expect(read("c.json").hasPrefix("{"))
    let job = try #require(controller.saveJob(as: folder.file("d.BLOCKTEXT")))
    #expect(controller.didSave(job, try job.write()) == "saved d.BLOCKTEXT; the text has no ids and positions")
    #expect(read("d.BLOCKTEXT") == "print \"b\"\n\nprint \"c\"\n")
    #expect(try open("d.BLOCKTEXT").workspace.blocks.count == 4)
  }

  /// A text that says which file it comes from becomes that file again.
  @Test func aTextWithALayoutBecomesItsFile() throws {
    let controller = try open(
      text: "@file({\"format\":\"xml\",\"prologue\":\"<!-- mine -->\\n\"})\n\nprint \"a\" @at(10, 20)\n")
    try controller.save(as: folder.file("b.xml"))
    #expect(read("b.xml").hasPrefix("<!-- mine -->\n<xml"))
  }

  @Test func everyMistakeIsTold() throws {
    try write("set x 5\nprint \"a\"\nprint )\n")
    let error = #expect(throws: OpenError.self) { try open() }
    #expect(
      error?.description == """
        there are 2 mistakes
        \(path):1:7: “5” doesn't fit here; expected “to” or “=”
        \(path):3:7: “)” doesn't fit here; expected a value
        """)
    try write("print )\n")
    let single = #expect(throws: OpenError.self) { try open() }
    #expect(single?.description == "\(path):1:7: “)” doesn't fit here; expected a value")
    #expect(read() == "print )\n")
  }

  /// Recovery and recordings depend on it.
  @Test func theSameSeedGivesTheSameIDs() throws {
    let text = "set x to 5\nprint x\n\nto f with: a\n  print a\n\nf with: a 3\n\n// A remark.\n"
    let first = try open(text: text)
    let (second, other) = (try open(seed: 1), try open(seed: 2))
    func ids(_ controller: WorkbenchController) -> [String] {
      controller.workspace.topBlocks.flatMap { $0.descendants().map(\.id) } + controller.workspace.comments.map(\.id)
    }
    #expect(ids(first) == ids(second) && ids(first) != ids(other))
    #expect(first.document.loadingMark == second.document.loadingMark)
    #expect(first.workspace.variables.all.map(\.id) == other.workspace.variables.all.map(\.id))
  }
}

extension String {
  fileprivate func components(separatedBy text: String) -> [String] { split(separator: text).map(String.init) }
}
