import SeededTesting
import Testing

@testable import ProgramDiff

struct ListAlignmentTests {
  /// Pairs increase on both sides, and join equal elements.
  private func check(_ pairs: [ListAlignment.Pair], _ old: [Int], _ new: [Int]) -> Bool {
    pairs.allSatisfy { old[$0.old] == new[$0.new] }
      && zip(pairs, pairs.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new }
  }

  @Test(arguments: Seeds.first(40)) func alignmentsAreValid(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = (0..<Int.random(in: 0...(seed % 4 == 0 ? 900 : 60), using: &random)).map { _ in
      Int.random(in: 0...5, using: &random)
    }
    var new = old
    for _ in 0..<Int.random(in: 0...10, using: &random) {
      let index = Int.random(in: 0...new.count, using: &random)
      if Bool.random(using: &random) || new.isEmpty {
        new.insert(Int.random(in: 0...5, using: &random), at: index)
      } else {
        new.remove(at: min(index, new.count - 1))
      }
    }
    let pairs = ListAlignment.equal(old, new)
    #expect(check(pairs, old, new), "seed \(seed)")
    #expect(pairs.count >= max(old.count, new.count) - 20, "seed \(seed)")
  }

  /// In a long list of equal elements, those that were replaced stand between those that stayed.
  @Test func replacedElementsOfALongListAreFound() {
    let old = Array(repeating: 1, count: 5_000)
    var new = old
    for index in stride(from: 7, to: new.count, by: 100) { new[index] = 2 }
    new.insert(3, at: 2_500)
    new.remove(at: 4_000)
    let pairs = ListAlignment.equal(old, new)
    #expect(check(pairs, old, new))
    #expect(pairs.count >= 4_948)
    #expect(pairs.filter { $0.old == $0.new }.count > 3_400)
  }

  /// Lists that differ much are aligned somehow, in time.
  @Test func listsThatDifferMuch() {
    let old = (0..<20_000).map { $0 % 7 }
    let new = (0..<20_000).map { $0 * 31 % 11 }
    #expect(check(ListAlignment.equal(old, new), old, new))
  }
}
