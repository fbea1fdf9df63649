import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import CorpusFiles
import Markup
import Testing

@Suite struct RoundTripTests {
  @Test func everyStockBlockIsReadBack() throws {
    let library = try NotationScene.library()
    for type in library.factory.definedTypes {
      for toolbox in [false, true] {
        let workspace = Workspace(factory: library.factory, randomness: SeededNumbers(seed: 1))
        var snapshot = BlockSnapshot(records: [BlockSnapshot.Record(type: type)])
        if toolbox { snapshot = StockToolbox.snapshot(of: type) ?? snapshot }
        library.factory.build(snapshot, in: workspace)
        check(workspace, library, "\(type)")
      }
    }
  }

  @Test(.enabled(if: Corpus.isThere, "no corpus"))
  func everyCorpusFileIsReadBack() throws {
    let library = NotationLibrary(factory: try Corpus.factory())
    for path in Corpus.programs("blockly-12.3", "blockly-tests", "makecode", "older", "code") {
      guard let program = try? ProgramReader.read(Corpus.bytes(of: path), factory: library.factory) else { continue }
      check(program.workspace, library, path)
    }
  }

  private func check(_ workspace: Workspace, _ library: NotationLibrary, _ context: String) {
    for options: NotationOptions in [[], [.ids, .places]] {
      let text = NotationScene.text(workspace, library, options)
      do {
        let again = try NotationScene.read(text, library)
        let (expected, found) = (NotationScene.picture(workspace), NotationScene.picture(again))
        if expected != found {
          let index = zip(expected, found).prefix { $0 == $1 }.count
          Issue.record("\(context): \(expected.dropFirst(index).first ?? "-")\n is not\n \(found.dropFirst(index).first ?? "-")\n\(text.prefix(3000))")
        }
        if options != [] {
          for (expected, found) in zip(NotationScene.files(workspace), NotationScene.files(again)) where expected != found {
            let common = zip(expected.utf8, found.utf8).prefix { $0 == $1 }.count
            func part(_ text: String) -> String { String(decoding: text.utf8.dropFirst(max(0, common - 60)).prefix(160), as: UTF8.self) }
            Issue.record("\(context): \(part(expected))\n is not\n \(part(found))\n\(text.prefix(3000))")
          }
        }
      } catch {
        Issue.record("\(context): \(error)\n\(text.prefix(3000))")
      }
    }
  }
}

/// Blocks as the toolbox makes them.
enum StockToolbox {
  static func snapshot(of type: String) -> BlockSnapshot? {
    guard let root = try? JSONParser.parse(StockBlocks.toolbox) else { return nil }
    var pending = [root]
    while let item = pending.popLast() {
      if let contents = item["contents"] { pending += Array(contents.elements) }
      if item["type"]?.string == type { return try? BlockReader.snapshot(json: item) }
    }
    return nil
  }
}
