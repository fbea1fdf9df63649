extension RandomAccessCollection {
  /// Returns the index of the first element of a sorted collection that is after a place; the end if there is none.
  @inlinable package func sortedIndex(where isBehind: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if isBehind(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}
