import BlockLibrary
import BlockModel
import BlockNotation
import SeededTesting
import Testing

/// Text in other languages.
@Suite struct LanguageTests {
  nonisolated static let others = StockBlocks.languages.filter { $0 != "en" }

  private static func library(_ language: String) throws -> NotationLibrary {
    NotationLibrary.of(try StockBlocks.factory(messages: #require(StockBlocks.messages(in: language))))
  }

  @Test(arguments: others) func everyStockBlockIsReadBack(language: String) throws {
    let library = try Self.library(language)
    for type in library.factory.definedTypes {
      for record in [BlockSnapshot(records: [BlockSnapshot.Record(type: type)]), try NotationScene.toolbox(type)] {
        let workspace = Workspace(factory: library.factory, randomness: SeededNumbers(seed: 1))
        library.factory.build(record, in: workspace)
        try check(workspace, library, "\(language) \(type)")
      }
    }
  }

  @Test(arguments: others) func randomProgramsAreReadBack(language: String) throws {
    let library = try Self.library(language)
    for seed in Seeds.first(20) {
      let program = try RandomProgram.workspace(seed: seed, factory: library.factory, size: 4)
      try check(program, library, "\(language) \(seed)")
    }
  }

  private func check(_ workspace: Workspace, _ library: NotationLibrary, _ context: String) throws {
    let text = NotationScene.text(workspace, library)
    do {
      let again = try NotationScene.read(text, library)
      #expect(
        (NotationScene.picture(workspace) == NotationScene.picture(again)) as Bool, "\(context):\n\(text.prefix(2000))")
    } catch {
      Issue.record("\(context): \(error)\n\(text.prefix(2000))")
    }
  }

  /// A text that names no language is English, or what its reader speaks.
  @Test func aTextWithoutLanguageIsEnglish() throws {
    let german = try Self.library("de")
    let text = "@language(\"de\")\n\nsetze x auf 1\n"
    for source in ["set x to 1\n", "setze x auf 1\n"] {
      #expect(NotationScene.text(try NotationScene.read(source, german), german) == text)
    }
    #expect(throws: NotationError.self) { try NotationScene.read("sett x tto 1\n", german) }
  }

  /// The first line names the language of the words; the blocks are those of the reader's language.
  @Test func theFirstLineNamesTheLanguage() throws {
    let english = try NotationScene.library()
    let german = try Self.library("de")
    let text = """
      @language("de")

      wiederhole 3 mal
        falls x > 3
          schreibe "groß"
        sonst
          setze x auf Länge von "ab"

      """
    let program = try NotationScene.read(text, english)
    #expect(NotationScene.text(program, german) == text)
    #expect(
      NotationScene.text(program, english) == """
        repeat 3 times
          if x > 3
            print "groß"
          else
            set x to length of "ab"

        """)
    #expect(program.factory === english.factory)
  }

  @Test func anUnknownLanguageIsAMistake() throws {
    let library = try NotationScene.library()
    #expect {
      try NotationScene.read("@language(\"xx\")\n\nprint 1\n", library)
    } throws: {
      "\($0)" == "1:1: unknown language “xx”; known languages: en, de, es, fr"
    }
  }
}
