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
}
