/// The longest increasing subsequence of a list of numbers.
package enum IncreasingRun {
  /// Returns the indices of its numbers, in O(n log n).
  package static func indices(of numbers: [Int]) -> [Int] {
    // Patience sorting: the last number of the best run of each length.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      let end = ends.sortedIndex { numbers[$0] >= number }
      if end > 0 { previous[index] = ends[end - 1] }
      if end == ends.count { ends.append(index) } else { ends[end] = index }
    }
    var run: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      run.append(index)
      index = previous[index]
    }
    return run.reversed()
  }
}
