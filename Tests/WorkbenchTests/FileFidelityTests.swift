import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import CorpusFiles
import FileTesting
import MortiseFiles
import Testing
import WorkbenchTesting

@testable import Workbench

/// What a user sees in git after editing: no changes if nothing was changed, otherwise only the changed block's lines.
@MainActor @Suite struct FileFidelityTests {
  /// An edit of one field leaves the numbers in the others as they are, also for others who get the events.
  @Test func numbersKeepTheirForm() throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"languageVersion":0,"blocks":[
        {"type":"math_number","id":"hex","x":0,"y":0,"fields":{"NUM":"0x3C"}},
        {"type":"math_arithmetic","id":"sum","x":0,"y":90,"inputs":{
          "A":{"block":{"type":"math_number","id":"half","fields":{"NUM":"1.50"}}}}},
        {"type":"text","id":"text","x":0,"y":190,"fields":{"TEXT":"q"}}]}}
      """, .xml)
    func set(_ id: String, _ name: String, _ input: String) {
      scene.controller.perform(.setField(FieldLocation(blockID: id, name: name), input: input))
    }
    func saved() -> String { String(decoding: scene.bytes, as: UTF8.self) }
    try scene.check(
      { set("text", "TEXT", "r") },
      {
        scene.controller.perform(.focus(.block(id: "half")))
        scene.controller.perform(.delete)
      },
      {
        #expect(saved().contains(">0x3C<"))
        set("hex", "NUM", "61")
      })
    #expect(saved().contains(">61<") && !saved().contains("0x3C"))
    #expect(try scene.controller.history.undo() && scene.controller.history.undo())
    #expect(saved().contains(">0x3C<") && saved().contains(">1.50<"))
  }

  /// What an app keeps behind the program is saved with it, also in the other format.
  @Test func whatFollowsTheProgramIsSaved() throws {
    let folder = try TemporaryFolder()
    let epilogue = "\r\n<Extra/>\r\n\r\n"
    let file = #"<xml><block type="text" id="a" x="0" y="0"><field name="TEXT">x</field></block></xml>"# + epilogue
    try FileSaver.save(Array(file.utf8), to: folder.file("a.blk"))
    let controller = try Self.open(folder.file("a.blk"))
    controller.perform(.setField(FieldLocation(blockID: "a", name: "TEXT"), input: "y"))
    try controller.save()
    #expect(try FileReader.read(folder.file("a.blk")).bytes == Array(file.replacing(">x<", with: ">y<").utf8))
    try controller.save(as: folder.file("a.json"))
    try controller.save(as: folder.file("b.xml"))
    let end = Array("</xml>\r\n<Extra/>".utf8)
    #expect(try FileReader.read(folder.file("b.xml")).bytes.dropLast().suffix(end.count) == end[...])
  }

  @Test(arguments: Corpus.programs(andOthersIn: "blockly-tests", "makecode", "older"))
  func savingAnUnchangedProgramKeepsTheBytes(path: String) throws {
    let bytes = try FileReader.read(path).bytes
    let controller = try Self.open(path)
    #expect(controller.bytes().bytes == bytes)
    // The same after an edit is undone.
    guard let block = controller.workspace.topBlocks.first else { return }
    controller.perform(.focus(.block(id: block.id)))
    controller.perform(.toggleDisabled)
    #expect(controller.bytes().bytes != bytes)
    controller.perform(.undo)
    #expect(controller.bytes().bytes == bytes)
  }

  @Test(arguments: Corpus.programs())
  func aChangedFieldChangesOneLine(path: String) throws {
    let before = try Self.lines(path)
    let controller = try Self.open(path)
    let blocks = controller.workspace.topBlocks.flatMap { $0.descendants() }
    let block = try #require(blocks.first { $0.type == "math_number" || $0.type == "text" })
    let field = try #require(block.onlyField)
    controller.perform(.setField(FieldLocation(blockID: block.id, name: try #require(field.name)), input: "4711"))
    let after = Self.lines(of: controller)
    #expect(after.count == before.count)
    #expect(zip(before, after).filter { $0 != $1 }.count == 1)
  }

  @Test(arguments: Corpus.programs())
  func aBlockThatIsInsertedMovedOrDeletedChangesItsOwnLines(path: String) throws {
    let before = try Self.lines(path)
    let controller = try Self.open(path)
    let blocks = controller.workspace.topBlocks.flatMap { $0.descendants() }
    let statement = try #require(
      blocks.first { $0.previousConnection != nil && $0.parent != nil && $0.nextBlock != nil })
    controller.perform(.focus(.block(id: statement.id)))
    // Inserted: the new lines are the block's own, and those that nest it.
    controller.perform(.duplicate)
    let inserted = Self.lines(of: controller)
    let copy = try #require(controller.cursorBlock)
    #expect(Self.newLines(inserted, since: before).subtracting(Self.ownLines(of: copy, like: path)).isEmpty)
    #expect(Self.newLines(before, since: inserted).isEmpty)
    // Moved within the stack: no new lines.
    _ = controller.perform(.beginDrag(takesStack: false, by: .keyboard)).refusal
    controller.draggedBlock(by: .keyboard)?.move(.by(1))
    controller.perform(.drop(by: .keyboard))
    let moved = Self.lines(of: controller)
    #expect(Self.newLines(moved, since: inserted).isEmpty && Self.newLines(inserted, since: moved).isEmpty)
    // Deleted: the original lines.
    controller.perform(.delete)
    #expect(Self.lines(of: controller) == before)
  }

  // MARK: - Helpers

  private static func open(_ path: String) throws -> WorkbenchController {
    WorkbenchController(
      document: try Document.open(path, factory: try Corpus.factory()), toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
  }

  private static func lines(_ path: String) throws -> [String] {
    String(decoding: try FileReader.read(path).bytes, as: UTF8.self).components
  }

  private static func lines(of controller: WorkbenchController) -> [String] {
    String(decoding: controller.bytes().bytes, as: UTF8.self).components
  }

  /// The lines, without indentation and commas, that occur more often in `lines` than in `old`.
  private static func newLines(_ lines: [String], since old: [String]) -> Set<String> {
    var counts: [String: Int] = [:]
    for line in lines { counts[line.bare, default: 0] += 1 }
    for line in old { counts[line.bare, default: 0] -= 1 }
    return Set(counts.filter { $0.value > 0 }.keys)
  }

  /// The lines of a block, and those that nest it in another.
  private static func ownLines(of block: Block, like path: String) -> Set<String> {
    let format: ProgramFormat = path.hasSuffix("json") ? .json : .xml
    guard let home = block.workspace else { return [] }
    let alone = Workspace(factory: home.factory)
    for variable in home.variables.all {
      alone.variables.add(id: variable.id, name: variable.name, type: variable.type)
    }
    home.factory.build(BlockSnapshot(of: block, followers: false), in: alone)
    let text = String(decoding: ProgramWriter.write(alone, style: .pretty(format)).bytes, as: UTF8.self)
    return Set(text.components.map(\.bare)).union(["<next>", "</next>", "\"next\": {", "\"block\": {", "}", "},"])
  }
}

extension String {
  fileprivate var components: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

  /// The line without what depends on its position.
  fileprivate var bare: String {
    let text = drop { $0 == " " }
    return String(text.hasSuffix(",") ? text.dropLast() : text)
  }
}
