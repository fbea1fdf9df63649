import Markup

/// Alignments of two lists: pairs of indices that increase on both sides.
nonisolated enum ListAlignment {
  typealias Pair = (old: Int, new: Int)

  /// Returns the longest selection of the pairs that increases on both sides.
  /// - Parameter pairs: in the order of their old indices.
  static func increasing(_ pairs: [Pair]) -> [Pair] {
    IncreasingRun.indices(of: pairs.map(\.new)).map { pairs[$0] }
  }

  /// The maximum number of comparisons for an exact alignment.
  private static let mostComparisons = 250_000

  /// Aligns equal elements. The alignment is as long as possible for lists of usual lengths.
  static func equal(_ old: [Int], _ new: [Int]) -> [Pair] {
    var pairs: [Pair] = []
    var pending: [(old: Range<Int>, new: Range<Int>)] = [(0..<old.count, 0..<new.count)]
    while let (oldRange, newRange) = pending.popLast() {
      var (own, others) = (oldRange, newRange)
      while let first = own.first, let other = others.first, old[first] == new[other] {
        pairs.append((first, other))
        (own, others) = (own.dropFirst(), others.dropFirst())
      }
      while let last = own.last, let other = others.last, old[last] == new[other] {
        pairs.append((last, other))
        (own, others) = (own.dropLast(), others.dropLast())
      }
      if own.isEmpty || others.isEmpty { continue }
      let anchors = increasing(unique(old, own, new, others))
      if anchors.isEmpty {
        pairs +=
          own.count * others.count <= mostComparisons
          ? longest(old, own, new, others)
          : shortest(old, own, new, others) ?? first(old, own, new, others)
        continue
      }
      var (start, otherStart) = (own.lowerBound, others.lowerBound)
      for anchor in anchors {
        pending.append((start..<anchor.old, otherStart..<anchor.new))
        pairs.append(anchor)
        (start, otherStart) = (anchor.old + 1, anchor.new + 1)
      }
      pending.append((start..<own.upperBound, otherStart..<others.upperBound))
    }
    return pairs.sorted { $0.old < $1.old }
  }

  /// The pairs of elements that occur once on each side.
  private static func unique(_ old: [Int], _ own: Range<Int>, _ new: [Int], _ others: Range<Int>) -> [Pair] {
    func uniqueIndices(_ list: [Int], _ range: Range<Int>) -> [Int: Int] {
      var indices: [Int: Int] = [:]
      for index in range where indices.updateValue(index, forKey: list[index]) != nil { indices[list[index]] = -1 }
      return indices
    }
    let (ownIndices, otherIndices) = (uniqueIndices(old, own), uniqueIndices(new, others))
    return own.compactMap { index in
      guard ownIndices[old[index]] == index, let other = otherIndices[old[index]], other >= 0 else { return nil }
      return (index, other)
    }
  }

  /// The longest alignment of equal elements.
  private static func longest(_ old: [Int], _ own: Range<Int>, _ new: [Int], _ others: Range<Int>) -> [Pair] {
    best(own.count, others.count) { old[own.lowerBound + $0] == new[others.lowerBound + $1] ? 1 : 0 }
      .map { (own.lowerBound + $0.old, others.lowerBound + $0.new) }
  }

  /// The maximum number of edits between long lists that are aligned exactly.
  private static let mostEdits = 1_000

  /// Aligns long lists that differ little with the fewest edits: insertions, deletions and replacements, so that
  /// replacements keep their place (Ukkonen's algorithm). Nil if they differ much.
  private static func shortest(_ old: [Int], _ own: Range<Int>, _ new: [Int], _ others: Range<Int>) -> [Pair]? {
    let (width, height) = (own.count, others.count)
    guard abs(width - height) <= mostEdits else { return nil }
    /// For each number of edits, the furthest index in `old` that each diagonal reaches: -edits, …, edits. -1 for
    /// none.
    var steps: [[Int]] = []
    for edits in 0...mostEdits {
      var reached = Array(repeating: -1, count: 2 * edits + 1)
      for diagonal in -edits...edits {
        var x = edits == 0 ? 0 : start(steps[edits - 1], diagonal, edits - 1, width, height)
        if x < 0 { continue }
        while x < width, x - diagonal < height, old[own.lowerBound + x] == new[others.lowerBound + x - diagonal] {
          x += 1
        }
        reached[diagonal + edits] = x
      }
      steps.append(reached)
      let last = width - height
      if abs(last) <= edits, reached[last + edits] == width {
        return backtrack(steps, width, height).map { (own.lowerBound + $0.old, others.lowerBound + $0.new) }
      }
    }
    return nil
  }

  /// The index in `old` at which a diagonal begins after one more edit; -1 for none.
  private static func start(_ reached: [Int], _ diagonal: Int, _ edits: Int, _ width: Int, _ height: Int) -> Int {
    func x(_ diagonal: Int) -> Int { abs(diagonal) <= edits ? reached[diagonal + edits] : -1 }
    func checked(_ x: Int) -> Int { x >= 0 && x <= width && (0...height).contains(x - diagonal) ? x : -1 }
    let replacement = x(diagonal) < 0 ? -1 : checked(x(diagonal) + 1)
    let deletion = x(diagonal - 1) < 0 ? -1 : checked(x(diagonal - 1) + 1)
    return max(replacement, deletion, checked(x(diagonal + 1)))
  }

  /// The equal elements on the path with the fewest edits.
  private static func backtrack(_ steps: [[Int]], _ width: Int, _ height: Int) -> [Pair] {
    var pairs: [Pair] = []
    var (x, diagonal) = (width, width - height)
    for edits in steps.indices.reversed() {
      let begin = edits == 0 ? 0 : start(steps[edits - 1], diagonal, edits - 1, width, height)
      while x > begin {
        x -= 1
        pairs.append((x, x - diagonal))
      }
      guard edits > 0 else { break }
      let before = steps[edits - 1]
      func reached(_ diagonal: Int) -> Int { abs(diagonal) < edits ? before[diagonal + edits - 1] : -1 }
      if reached(diagonal) >= 0, reached(diagonal) + 1 == begin {
        x = begin - 1
      } else if reached(diagonal - 1) >= 0, reached(diagonal - 1) + 1 == begin {
        (x, diagonal) = (begin - 1, diagonal - 1)
      } else {
        diagonal += 1
      }
    }
    return pairs
  }

  /// Aligns each element with the next equal one.
  private static func first(_ old: [Int], _ own: Range<Int>, _ new: [Int], _ others: Range<Int>) -> [Pair] {
    var positions: [Int: [Int]] = [:]
    for index in others.reversed() { positions[new[index], default: []].append(index) }
    var pairs: [Pair] = []
    var next = others.lowerBound
    for index in own {
      while let position = positions[old[index]]?.last, position < next { positions[old[index]]?.removeLast() }
      guard let position = positions[old[index]]?.popLast() else { continue }
      // Far jumps would leave nothing for the elements in between.
      if position - next > max(16, index - own.lowerBound) { continue }
      pairs.append((index, position))
      next = position + 1
    }
    return pairs
  }

  /// Aligns similar elements, so that the sum of their similarities is as high as possible for lists of usual
  /// lengths.
  /// - Parameter similarity: 0 for elements that can't be aligned.
  static func similar(_ oldCount: Int, _ newCount: Int, _ similarity: (Int, Int) -> Int) -> [Pair] {
    if oldCount * newCount <= 2_500 { return best(oldCount, newCount, similarity) }
    var pairs: [Pair] = []
    var next = 0
    for index in 0..<oldCount {
      let position = (next..<min(next + 50, newCount)).max { similarity(index, $0) < similarity(index, $1) }
      guard let position, similarity(index, position) > 0 else { continue }
      pairs.append((index, position))
      next = position + 1
    }
    return pairs
  }

  /// The alignment with the highest sum of weights.
  private static func best(_ oldCount: Int, _ newCount: Int, _ weight: (Int, Int) -> Int) -> [Pair] {
    let width = newCount + 1
    var weights = Array(repeating: 0, count: oldCount * newCount)
    var sums = Array(repeating: 0, count: (oldCount + 1) * width)
    for old in (0..<oldCount).reversed() {
      for new in (0..<newCount).reversed() {
        let own = weight(old, new)
        weights[old * newCount + new] = own
        let with = own > 0 ? own + sums[(old + 1) * width + new + 1] : 0
        sums[old * width + new] = max(with, sums[(old + 1) * width + new], sums[old * width + new + 1])
      }
    }
    var pairs: [Pair] = []
    var (old, new) = (0, 0)
    while old < oldCount, new < newCount {
      let own = weights[old * newCount + new]
      if own > 0, sums[old * width + new] == own + sums[(old + 1) * width + new + 1] {
        pairs.append((old, new))
        (old, new) = (old + 1, new + 1)
      } else if sums[old * width + new] == sums[(old + 1) * width + new] {
        old += 1
      } else {
        new += 1
      }
    }
    return pairs
  }
}
