import CasePlaying
import MortiseScreen
import Testing
import Workbench

@testable import TerminalUI

@Suite struct CommandReferenceTests {
  @Test func everyCommandHasHelp() {
    #expect(CommandReference().sections.count >= 15)
    for section in CommandReference().sections {
      #expect(!section.title.isEmpty && !section.rows.isEmpty)
      for row in section.rows {
        // Refactorings are in the list of one key.
        let isListed = RefactoringKind(rawValue: row.name) != nil
        #expect(row.keys.isEmpty == isListed, "\(section.title): \(row.help)")
        #expect(row.keys.allSatisfy { !$0.isEmpty }, "\(section.title): \(row.help)")
        #expect(!row.help.isEmpty, "\(section.title): \(row.keys)")
      }
    }
    let titles = CommandReference().sections.map(\.title)
    #expect(Set(titles).count == titles.count)
  }

  /// Settings change keys by the names of table and command.
  @Test func namesAreUnique() {
    let names = CommandReference().tables.map(\.name)
    #expect(Set(names).count == names.count, "\(names.sorted())")
    for table in CommandReference().tables {
      #expect(Set(table.commandNames).count == table.commandNames.count, "\(table.name)")
    }
  }

  @Test func theDocumentationIsTheTable() throws {
    let path = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/docs"
    let documented = try #require(CaseFolder(path: path).text(of: "keys.md"))
    #expect(
      TextDifference.of(documented, CommandReference().markdown) == nil, "docs/keys.md is what “mortise keys” prints")
  }
}

@Suite struct FirstScreenTests {
  /// The first screen has the keys to begin with, what is possible here, and the way to the rest, without scrolling.
  @Test(arguments: [Size(width: 80, height: 24), Size(width: 200, height: 50)], ["", "<Down>", "<Down><Right>"])
  func itNeedsNoScrolling(size: Size, keys: String) throws {
    let rows = try CommandScene(size: size).play([keys + "?"])[0].screen
    let first = FirstKeys.rows(CanvasMode.canvasCommands).map(\.words)
    #expect(first.count == 10)
    for words in first + ["Possible here: ", "Duplicate", "Space goes on to all keys", "finds any command"] {
      #expect(rows.contains { $0.contains(words) }, "\(words)\n\(rows.joined(separator: "\n"))")
    }
  }

  @Test func spaceGoesOnToAllKeys() throws {
    let rows = try CommandScene().play(["?<Space>"])[0].screen
    #expect(rows.contains { $0.contains("On the canvas: moving around") }, "\(rows)")
  }
}
