import BlockLayout
import BlockLibrary
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// How the stock toolbox's entries read in a list.
@MainActor @Suite struct ToolboxEntriesTests {
  private func lists() throws -> [(name: String, items: [ToolboxItem])] {
    let scene = try WorkbenchScene(#"{"blocks":{"blocks":[{"type":"controls_if","id":"if"}]}}"#, .json)
    let toolbox = try ToolboxReader.readKnown(StockBlocks.toolbox, messages: StockBlocks.messages)
    let contents = ToolboxContents(workspace: scene.workspace)
    return toolbox.categories.map { ($0.name, contents.items(of: $0)) } + [
      ("all", contents.blocks(in: toolbox).map(\.item))
    ]
  }

  @Test func entriesOfAListAreDistinguishable() throws {
    for list in try lists() {
      let repeated = Dictionary(grouping: list.items, by: \.label).filter { $0.value.count > 1 }.keys
      #expect(repeated.isEmpty, "\(list.name)")
    }
  }

  @Test func entriesHaveNoInternalNames() throws {
    for list in try lists() {
      for item in list.items {
        guard case .insert(let snapshot) = item.action, let type = snapshot.records.first?.type else { continue }
        let isNamed = type.contains("_") && item.label.contains(type.replacing("_", with: " "))
        #expect(!isNamed, "\(item.label)")
      }
    }
  }

  /// What lines offer is kept from line to line, but follows the program.
  @Test func linesOfferVariablesAndFunctionsAsTheyAre() throws {
    let scene = try WorkbenchScene(
      #"{"blocks":{"blocks":[{"type":"procedures_defnoreturn","id":"def","fields":{"NAME":"dance"}}]},"#
        + #""variables":[{"name":"total","id":"v"}]}"#, .json)
    let toolbox = try ToolboxReader.readKnown(StockBlocks.toolbox, messages: StockBlocks.messages)
    let offered = LineToolbox()
    func labels() -> Set<String> { Set(offered.entries(toolbox, in: scene.workspace).map(\.label)) }
    let before = labels()
    func offers(_ name: String) -> Bool { labels().contains { $0.contains(name) } }
    #expect(offers("total") && offers("dance"))
    let variable = try #require(scene.workspace.variables.all.first)
    scene.workspace.variables.rename(variable, to: "sum")
    #expect(offers("sum") && !offers("total"))
    let name = try #require(try scene.block("def").firstField(withName: "NAME"))
    name.load(.text("jump"), variables: scene.workspace.variables)
    #expect(offers("jump") && !offers("dance"))
    scene.workspace.variables.rename(variable, to: "total")
    name.load(.text("dance"), variables: scene.workspace.variables)
    #expect(labels() == before)
  }

  @Test(arguments: [
    ("say hello", "say h", true), ("say hello", "hellos", false), ("saé hello", "sa", true),
    ("sae\u{301} x", "ae", false),
    ("caf\u{E9}", "cafe\u{301}", true), ("x", "", true), ("", "x", false),
  ]) func typedWordsAreFoundAsCharacters(text: String, typed: String, isFound: Bool) {
    #expect(text.hasPart(typed) == isFound)
    #expect(text.hasPart(typed) == (typed.isEmpty || text.contains(typed)))
  }
}
