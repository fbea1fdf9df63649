import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import CorpusFiles
import Markup
import SeededTesting
import Testing

/// A program's text is read back as the same program, with and without ids and places.
@Suite struct RoundTripTests {
  @Test func everyStockBlockIsReadBack() throws {
    let library = try NotationScene.library()
    for type in library.factory.definedTypes {
      for record in [BlockSnapshot(records: [BlockSnapshot.Record(type: type)]), try NotationScene.toolbox(type)] {
        let workspace = Workspace(factory: library.factory, randomness: SeededNumbers(seed: 1))
        library.factory.build(record, in: workspace)
        Self.check(workspace, library, type)
      }
    }
  }

  @Test(arguments: Seeds.first(5)) func randomProgramsAreReadBack(part: UInt64) throws {
    let library = try NotationScene.library()
    for seed in part * 50..<part * 50 + 50 {
      let program = try RandomProgram.workspace(seed: seed, factory: library.factory, size: 4)
      Self.check(program, library, "seed \(seed)")
    }
  }

  private static let corpus = Result { NotationLibrary.of(try Corpus.factory()) }

  @Test(arguments: Corpus.programs(andOthersIn: "blockly-tests", "makecode", "older"))
  func programsOfOtherAppsAreReadBack(path: String) throws {
    let library = try Self.corpus.get()
    let program = try ProgramReader.read(Corpus.bytes(of: path), factory: library.factory)
    Self.check(program.workspace, library, path)
  }

  @Test(arguments: Corpus.files(in: "examples")) func examplesAreReadBack(path: String) throws {
    let library = try NotationScene.library()
    let program = try ProgramReader.read(Corpus.bytes(of: path), factory: library.factory)
    Self.check(program.workspace, library, path)
  }

  /// JSON can't hold every number that people write.
  @Test(arguments: ["1e999", "-1e999", "1e-999", "007", "1e3", "1.50", "-0"]) func anyNumberCanBeSaved(number: String)
    throws
  {
    let library = try NotationScene.library()
    let text = NotationScene.text(try NotationScene.read("print \(number)", library), library, [])
    for format in [ProgramFormat.json, .xml] {
      let file = ProgramWriter.write(try NotationScene.read(text, library), style: .pretty(format)).bytes
      let saved = try ProgramReader.read(file, factory: library.factory).workspace
      #expect(NotationScene.text(saved, library, []) == text, "\(format)")
    }
  }

  /// A sign before a number belongs to the number, unless there are parentheses.
  @Test(arguments: ["-(3 ^ 2)", "-3 ^ 2", "-(3 ^ 2 ^ 2)", "-x ^ 2", "-(3)", "-(3 × 2)", "-(3 ^ 2) × 2"])
  func signsStayWhereTheyAre(value: String) throws {
    let library = try NotationScene.library()
    let text = NotationScene.text(try NotationScene.read("print \(value)", library), library, [])
    #expect(text.split(separator: "\n").contains("print \(value)"), "\(text)")
  }

  private static func check(_ workspace: Workspace, _ library: NotationLibrary, _ context: String) {
    for options: NotationOptions in [[], [.ids, .places]] {
      let text = NotationScene.text(workspace, library, options)
      do {
        let again = try NotationScene.read(text, library)
        expectSame(NotationScene.picture(workspace), NotationScene.picture(again), context, text)
        if options != [] { expectSame(NotationScene.files(workspace), NotationScene.files(again), context, text) }
        #expect(NotationScene.text(again, library, options) == text, "\(context)")
      } catch {
        Issue.record("\(context): \(error)\n\(text.prefix(3000))")
      }
    }
  }

  private static func expectSame(_ left: [String], _ right: [String], _ context: String, _ text: String) {
    // Compared as UTF-8: Swift considers canonically equivalent texts equal.
    guard
      let index = (0..<max(left.count, right.count)).first(where: { index in
        guard index < left.count, index < right.count else { return true }
        return !left[index].utf8.elementsEqual(right[index].utf8)
      })
    else { return }
    func part(_ lines: [String]) -> String { index < lines.count ? String(lines[index].prefix(2000)) : "nothing" }
    Issue.record("\(context): \(part(left))\nis not\n\(part(right))\n\(text.prefix(3000))")
  }
}
