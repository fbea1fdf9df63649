import BlockFormats
import BlockModel
import BlockNotation
import CorpusFiles
import Testing

/// A text that is read onto an older version of its program keeps the ids and positions of what did not change.
@Suite struct KeptIdentityTests {
  private let library: NotationLibrary
  private let old: Workspace

  init() throws {
    library = try NotationScene.library()
    old = try ProgramReader.read(Corpus.bytes(of: "Tests/Programs/fizzbuzz.xml"), factory: library.factory).workspace
  }

  private func read(_ change: (String) -> String) throws -> Workspace {
    let text = change(NotationScene.text(old, library))
    return try NotationReader.read(Array(text.utf8), library: library, onto: old).workspace
  }

  @Test func anUnchangedTextGivesTheSameFiles() throws {
    let again = try read { $0 }
    #expect(NotationScene.files(again) == NotationScene.files(old))
  }

  @Test func aChangedFieldKeepsAllIDs() throws {
    let again = try read { $0.replacing("\"FizzBuzz\"", with: "\"Both\"") }
    #expect(Set(again.blocks.keys) == Set(old.blocks.keys))
    #expect(NotationScene.files(again)[0] == NotationScene.files(old)[0].replacing("FizzBuzz", with: "Both"))
  }

  @Test func insertedAndRemovedStatementsLeaveTheOthers() throws {
    let longer = try read { $0.replacing("print \"done\"", with: "print \"almost\"\nprint \"done\"") }
    #expect(Set(longer.blocks.keys).isSuperset(of: old.blocks.keys))
    #expect(longer.blocks.count == old.blocks.count + 2)
    let shorter = try read { $0.replacing("\nprint \"done\"", with: "") }
    #expect(Set(shorter.blocks.keys).isSubset(of: old.blocks.keys))
    #expect(shorter.topBlocks.map(\.position) == old.topBlocks.map(\.position))
  }

  @Test func movedStacksKeepTheirPlaces() throws {
    let again = try read { text in
      text.split(separator: "\n\n").reversed().joined(separator: "\n\n")
    }
    #expect(again.topBlocks.map(\.id) == old.topBlocks.map(\.id).reversed())
    #expect(again.topBlocks.map(\.position) == old.topBlocks.map(\.position).reversed())
  }
}
