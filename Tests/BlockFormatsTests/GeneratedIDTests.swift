import BlockModel
import SeededTesting
import Testing

/// Ids that stand in apps' templates are no references there.
@Suite struct GeneratedIDTests {
  private func hasBraces(_ id: String) -> Bool { id.contains("{{") || id.contains("}}") }

  @Test(arguments: Seeds.first(1)) func idsHaveNoDoubleBraces(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ids = Set((0..<10_000).map { _ in BlocklyID.random(using: &random) })
    #expect(ids.count == 10_000)
    #expect(!ids.contains(where: hasBraces), "seed \(seed)")
    #expect(ids.allSatisfy { $0.utf8.count == 20 })
    #expect(!(0..<10_000).contains { hasBraces(BlocklyID.derived(from: "\($0)")) })
  }
}
