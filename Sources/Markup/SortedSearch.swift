extension RandomAccessCollection {
  /// Returns the first index of a sorted collection whose element is behind a place; the end if there is none.
  @inlinable package func sortedIndex(where isBehind: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if isBehind(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}
