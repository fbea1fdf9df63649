import BlockLibrary
import BlockModel
import MortiseScreen
import SeededTesting
import Testing

@testable import BlockLayout

/// Stacks at the same position are shown below each other, at the first free one.
@MainActor @Suite struct PlacementTests {
  /// A program of values and small stacks at a few positions, many of them at the same one.
  private func workspace(seed: UInt64, count: Int) throws -> Workspace {
    var random = SeededGenerator(seed: seed)
    let workspace = Workspace(factory: try StockBlocks.factory())
    for index in 0..<count {
      let types = ["math_number", "logic_compare", "controls_if", "text_print", "controls_repeat"]
      var record = BlockSnapshot.Record(type: types[Int(random.next() % 5)])
      record.id = "b\(index)"
      record.position = WorkspacePoint(
        x: Double(random.next() % 3) * 8 * Double(random.next() % 12),
        y: Double(random.next() % 2 * random.next() % 9) * 32)
      _ = workspace.factory.build(BlockSnapshot(records: [record]), in: workspace)
    }
    return workspace
  }

  @Test(arguments: Seeds.first(6)) func stacksAreShownAtTheFirstFreePosition(seed: UInt64) throws {
    let workspace = try workspace(seed: seed, count: 150)
    let layout = WorkspaceLayout(
      workspace: workspace, style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 60))
    let rects = Dictionary(uniqueKeysWithValues: layout.stacks.map { ($0.first?.block.id ?? "", $0.rect) })
    // Each stack in program order is moved down row by row until it is free.
    var placed: [Rect] = []
    for block in workspace.topBlocks {
      let shown = try #require(rects[block.id])
      var rect = Rect(origin: StackPlacement.cell(of: block.position), size: shown.size)
      while placed.contains(where: { touches($0, rect) }) { rect.origin.y += 1 }
      #expect(rect == shown, "seed \(seed), block \(block.id)")
      placed.append(shown)
    }
  }

  private func touches(_ other: Rect, _ rect: Rect) -> Bool {
    other.intersects(
      rect.inset(columns: -StackPlacement.margin.columns, rows: -StackPlacement.margin.rows))
  }

  /// This would take half a minute if each stack were compared with all those before it.
  @Test func tenThousandStacksAtOnePositionArePlacedQuickly() throws {
    let workspace = Workspace(factory: try StockBlocks.factory())
    let records = (0..<10_000).map { index in
      var record = BlockSnapshot.Record(type: "math_number")
      record.id = "n\(index)"
      record.position = WorkspacePoint(x: 16, y: 32)
      return record
    }
    for record in records { _ = workspace.factory.build(BlockSnapshot(records: [record]), in: workspace) }
    let layout = WorkspaceLayout(
      workspace: workspace, style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 60))
    #expect(layout.bounds.height == 19_999)
  }
}
