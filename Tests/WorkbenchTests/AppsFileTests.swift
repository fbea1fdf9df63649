import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockNotation
import FileTesting
import MortiseFiles
import ProgramContainers
import Synchronization
import Testing
import WorkbenchTesting

@testable import Workbench

/// Programs in a file of an app that has several: each is saved without touching the others.
@MainActor @Suite struct AppsFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("flows.json")
    try write(one: "1", two: "2")
  }

  private static func xml(_ text: String) -> String {
    #""<xml><block type=\"text\" id=\"a\" x=\"0\" y=\"0\"><field name=\"TEXT\">\#(text)</field></block></xml>""#
  }

  private func file(one: String, two: String, rest: String = "{}") -> String {
    #"[{"name":"one","workspaceXml":\#(Self.xml(one))},{"name":"a/b","workspaceXml":\#(Self.xml(two))},\#(rest)]"#
  }

  private func write(one: String, two: String, rest: String = "{}") throws {
    try FileSaver.save(Array(file(one: one, two: two, rest: rest).utf8), to: path)
  }

  private var saved: String { String(decoding: (try? FileReader.read(path).bytes) ?? [], as: UTF8.self) }

  private func open(_ name: String) throws -> WorkbenchController {
    WorkbenchController(
      document: try Document.open("\(path)#program=\(name)", factory: try StockBlocks.factory()),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
  }

  private func set(_ text: String, in controller: WorkbenchController) {
    controller.perform(.setField(FieldLocation(blockID: "a", name: "TEXT"), input: text))
  }

  private func save(_ controller: WorkbenchController) throws {
    let job = try #require(controller.saveJob())
    controller.didSave(job, try job.write())
  }

  @Test func bothAreSavedInTurn() throws {
    let (one, two) = (try open("one"), try open("a%2Fb"))
    #expect(one.document.location == "\(path)#program=one" && two.document.location == "\(path)#program=a%2Fb")
    #expect(one.document.programNames == ["one", "a/b"])
    set("5", in: one)
    try save(one)
    set("6", in: two)
    try save(two)
    #expect(saved == file(one: "5", two: "6"))
    // What the app changes around them stays, also when everything is undone.
    try write(one: "5", two: "6", rest: "[7]")
    one.perform(.undo)
    try save(one)
    #expect(saved == file(one: "1", two: "6", rest: "[7]"))
    set("8", in: two)
    try save(two)
    #expect(saved == file(one: "1", two: "8", rest: "[7]"))
  }

  @Test func aProgramThatSomebodyChangedIsNotOverwritten() throws {
    let one = try open("one")
    set("5", in: one)
    try write(one: "9", two: "2")
    let job = try #require(one.saveJob())
    let error = #expect(throws: FileError.self) { try job.write() }
    #expect(error?.cause == .changedOnDisk && saved == file(one: "9", two: "2"))
  }

  @Test func theFirstIsOpenedIfNoneIsNamed() throws {
    let factory = try StockBlocks.factory()
    #expect(throws: OpenError.self) { try Document.open(path, factory: factory) }
    #expect(try Document.open(path, opensFirst: true, factory: factory).location == "\(path)#program=one")
    #expect(throws: OpenError.self) { try Document.open("\(path)#program=two", factory: factory) }
  }

  @Test func aFileWithTheMarkInItsNameIsAFile() throws {
    let odd = folder.file("a#program=b")
    try FileSaver.save(Array("<xml></xml>".utf8), to: odd)
    #expect(ProgramPath(odd) == ProgramPath(file: odd, program: nil))
    #expect(ProgramPath("\(path)#program=x%20y") == ProgramPath(file: path, program: "x y"))
    #expect(ProgramPath("\(path)#program=x%20y").text == "\(path)#program=x%20y")
  }

  /// Both may take as long as reading the program.
  @Test func programsAreFoundAndCodeIsMadeOnce() throws {
    let flows = #"[{"name":"one","func":"old","workspaceXml":\#(Self.xml("1"))},{"workspaceXml":\#(Self.xml("2"))}]"#
    try FileSaver.save(Array(flows.utf8), to: path)
    let known = try #require(
      ContainerFormat.all.lazy.compactMap { $0 as? ContainerFormat }.first { $0.name == "nodered" })
    let (found, made) = (Counter(), Counter())
    var format = ContainerFormat(CountingContainer(container: known.container, count: found))
    format.generators = { _, _ in
      made.add()
      return nil
    }
    let document = try Document.open(
      path, opensFirst: true, factory: try StockBlocks.factory(), formats: FileFormats([BlocklyFormat.xml, format]))
    let controller = WorkbenchController(
      document: document, toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
    #expect(controller.codeState == .unknown && controller.document.programNames == ["one", "2"])
    #expect(found.value == 1 && made.value == 1)
    set("5", in: controller)
    let job = try #require(controller.saveJob())
    #expect(controller.formatOfOldCode() != nil && !job.hasNewCode)
    #expect(found.value == 1 && made.value == 2)
    let file = try job.write()
    let count = found.value
    controller.didSave(job, file)
    #expect(controller.codeState == .unknown && found.value == count && made.value == 2)
    #expect(saved == flows.replacing("TEXT\\\">1", with: "TEXT\\\">5"))
  }
}

private nonisolated final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}

/// A container that counts how often programs are looked for.
private nonisolated struct CountingContainer: Container {
  let container: any Container
  let count: Counter
  var name: String { container.name }
  var app: String { container.app }
  var fileExtensions: [String] { container.fileExtensions }
  var code: EmbeddedCodeUse { container.code }
  var language: String? { container.language }

  func content(of file: [UInt8]) throws -> ContainerContent? {
    count.add()
    return try container.content(of: file)
  }
}
