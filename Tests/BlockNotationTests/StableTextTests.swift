import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import CorpusFiles
import Markup
import SeededTesting
import Testing

/// The text of `mortise show`: equal for equal programs, and near for near ones.
struct StableTextTests {
  private let factory: BlockFactory
  private let library: NotationLibrary

  init() throws {
    library = try NotationScene.library()
    factory = library.factory
  }

  private func text(_ bytes: [UInt8]) throws -> String {
    StableText.text(of: try read(bytes), library: library)
  }

  private func read(_ bytes: [UInt8]) throws -> Workspace {
    try ProgramReader.read(bytes, factory: factory, randomness: SystemRandomNumberGenerator()).workspace
  }

  private func written(_ workspace: Workspace, _ format: ProgramFormat) -> [UInt8] {
    ProgramWriter.write(workspace, style: .pretty(format)).bytes
  }

  /// The program with other ids and places, and its stacks in another order.
  private func shuffled(_ workspace: Workspace, _ generator: inout SeededGenerator) throws -> [UInt8] {
    var ids = Set(workspace.blocks.keys)
    ids.formUnion(workspace.variables.all.map(\.id))
    ids.formUnion(workspace.comments.map(\.id))
    let json = try JSONParser.parse(written(workspace, .json))
    var mapper = StringMapper { ids.contains($0) ? "other " + $0 : $0 }
    mapper.value(json)
    let result = try read(Array(mapper.builder.finish().text().utf8))
    for top in result.topBlocks.shuffled(using: &generator) {
      top.position = WorkspacePoint(x: Double.random(in: 0...500, using: &generator).rounded(), y: 7)
      result.reorder(top, to: 0)
    }
    return written(result, Bool.random(using: &generator) ? .json : .xml)
  }

  @Test func equalProgramsHaveEqualTexts() throws {
    var generator = SeededGenerator(seed: 3)
    for path in Corpus.programs() {
      guard let workspace = try? read(Corpus.bytes(of: path)) else { continue }
      let own = StableText.text(of: workspace, library: library)
      for format in [ProgramFormat.xml, .json] {
        let text = try text(written(workspace, format))
        if text != own { Issue.record("\(path) as \(format): \(difference(own, text))") }
      }
      let other = try text(try shuffled(workspace, &generator))
      if other != own { Issue.record("\(path) shuffled: \(difference(own, other))") }
    }
  }

  /// A changed number or text changes one line; in the first line of a stack, it may also change the order of stacks that
  /// begin with the same type.
  @Test func aChangedFieldChangesOneLine() throws {
    var count = 0
    for path in Corpus.programs() {
      guard let workspace = try? read(Corpus.bytes(of: path)) else { continue }
      let own = StableText.text(of: workspace, library: library)
      for block in workspace.blocks.values.sorted(by: { $0.id < $1.id }).prefix(20) {
        guard let field = block.inputs.flatMap(\.fields).first(where: { $0 is FieldNumber }), let old = field.state
        else {
          continue
        }
        field.load(.number(4711), variables: workspace.variables)
        let text = StableText.text(of: workspace, library: library)
        let (removed, added) = (lines(own).subtracting(lines(text)), lines(text).subtracting(lines(own)))
        #expect(removed.count <= 1 && added.count == 1, "\(path) \(block.type)")
        field.load(old, variables: workspace.variables)
        count += 1
      }
    }
    #expect(count > 50)
  }

  private func lines(_ text: String) -> Set<Substring> { Set(text.split(separator: "\n")) }

  private func difference(_ text: String, _ other: String) -> String {
    let (lines, others) = (text.split(separator: "\n"), other.split(separator: "\n"))
    for (line, other) in zip(lines, others) where line != other { return "\n\(line.prefix(300))\n\(other.prefix(300))" }
    return "\(lines.count) and \(others.count) lines"
  }
}
