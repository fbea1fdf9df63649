import BlockFormats
import BlockLibrary
import BlockModel
import CorpusFiles
import Testing

/// A change of the program changes only the lines concerned.
@Suite struct LineDiffTests {
  static let files = Corpus.programs()

  private static func lines(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The lines between the common start and the common end.
  private static func changed(_ before: [Substring], _ after: [Substring]) -> (old: [Substring], new: [Substring]) {
    let start = zip(before, after).prefix { $0 == $1 }.count
    let limit = min(before.count, after.count) - start
    let end = zip(before.reversed(), after.reversed()).prefix(limit).prefix { $0 == $1 }.count
    return (Array(before[start..<(before.count - end)]), Array(after[start..<(after.count - end)]))
  }

  @Test(arguments: files) func aFieldChangesOneLine(path: String) throws {
    let bytes = Corpus.bytes(of: path)
    let program = try FormatBench.read(bytes, factory: Corpus.factory())
    let workspace = program.workspace
    let before = Self.lines(bytes)
    var count = 0
    for block in workspace.blocks.values.sorted(by: { $0.id < $1.id }) where block.type == "math_number" {
      guard let field = block.firstField(withName: "NUM"), let old = field.state else { continue }
      field.load(.number(424_242), variables: workspace.variables)
      let (removed, new) = Self.changed(before, Self.lines(FormatBench.write(program)))
      #expect(removed.count == 1 && new.count == 1)
      field.load(old, variables: workspace.variables)
      count += 1
      if count == 4 { break }
    }
    #expect(FormatBench.write(program) == bytes)
  }

  @Test(arguments: files) func aDeletedTopLevelBlockRemovesOnlyItsLines(path: String) throws {
    let bytes = Corpus.bytes(of: path)
    let program = try FormatBench.read(bytes, factory: Corpus.factory())
    let workspace = program.workspace
    let before = Self.lines(bytes)
    guard workspace.topBlocks.count > 2 else { return }
    let block = workspace.topBlocks[1]
    let snapshot = BlockSnapshot(of: block)
    let index = workspace.topLevelIndex(of: block)
    workspace.remove(block)
    let (removed, new) = Self.changed(before, Self.lines(FormatBench.write(program)))
    #expect(new.isEmpty)
    let ids = removed.count { $0.contains("\"\(block.id)\"") || $0.contains("\"\(block.id.escapedForXML)\"") }
    #expect(ids == 1)

    workspace.factory.build(snapshot, in: workspace, at: index)
    #expect(FormatBench.write(program) == bytes)
  }

  @Test(arguments: files) func aMovedStackChangesOneLine(path: String) throws {
    let bytes = Corpus.bytes(of: path)
    let program = try FormatBench.read(bytes, factory: Corpus.factory())
    guard let block = program.workspace.topBlocks.first else { return }
    block.position = WorkspacePoint(x: block.position.x, y: 4321)
    let (removed, new) = Self.changed(Self.lines(bytes), Self.lines(FormatBench.write(program)))
    #expect(removed.count == 1 && new.count == 1)
  }
}

extension String {
  fileprivate var escapedForXML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
