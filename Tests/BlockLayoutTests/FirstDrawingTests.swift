import BlockLibrary
import BlockModel
import MortiseScreen
import Testing

@testable import BlockLayout

/// What was measured last is drawn first, without being read from the blocks again.
@MainActor @Suite struct FirstDrawingTests {
  private let area = Rect(x: 0, y: 0, width: 60, height: 200)

  /// Stacks of numbered values, more than keep what was measured.
  private func layout() throws -> WorkspaceLayout {
    let workspace = Workspace(factory: try StockBlocks.factory())
    for number in 0..<90 {
      var record = BlockSnapshot.Record(type: "math_number")
      record.id = "b\(number)"
      record.fields = [FieldRecord(name: "NUM", state: .number(Double(number)))]
      record.position = WorkspacePoint(x: 0, y: Double(number) * 32)
      _ = workspace.factory.build(BlockSnapshot(records: [record]), in: workspace)
    }
    return WorkspaceLayout(
      workspace: workspace, style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 60))
  }

  private func numbers(in layout: WorkspaceLayout) -> [String] {
    layout.visibleBlocks(in: area).flatMap(\.sections).flatMap { _, section, _ -> [String] in
      guard case .line(let tokens, _) = section else { return [] }
      return tokens.map { $0.token.text.filter { $0 != " " } }.filter { !$0.isEmpty }
    }
  }

  private func setNumber(_ number: Double, at id: String, in layout: WorkspaceLayout) throws {
    let block = try #require(layout.workspace.blocks[id])
    block.firstField(withName: "NUM")?.load(.number(number), variables: layout.workspace.variables)
    layout.changed(block)
  }

  @Test func allIsDrawn() throws {
    let layout = try layout()
    let all = (0..<90).map(String.init)
    #expect(numbers(in: layout).sorted() == all.sorted() && numbers(in: layout).sorted() == all.sorted())
  }

  @Test func whatChangesBeforeTheFirstDrawingIsDrawn() throws {
    let layout = try layout()
    for id in ["b0", "b89"] { try setNumber(700, at: id, in: layout) }
    #expect(numbers(in: layout).count { $0 == "700" } == 2)
  }

  @Test func laterDrawingsReadTheBlocksAgain() throws {
    let layout = try layout()
    _ = numbers(in: layout)
    // The layout doesn't know of it.
    let block = try #require(layout.workspace.blocks["b0"])
    block.firstField(withName: "NUM")?.load(.number(7), variables: layout.workspace.variables)
    #expect(numbers(in: layout).count { $0 == "7" } == 2)
    // What isn't in the area of a drawing is forgotten, too.
    let other = try self.layout()
    _ = other.visibleBlocks(in: Rect(x: 0, y: 199, width: 1, height: 1))
    let first = try #require(other.workspace.blocks["b0"])
    first.firstField(withName: "NUM")?.load(.number(7), variables: other.workspace.variables)
    #expect(numbers(in: other).count { $0 == "7" } == 2)
  }
}
