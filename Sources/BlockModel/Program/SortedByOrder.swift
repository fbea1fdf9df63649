/// Searches arrays that are sorted by an order number of their elements.
extension Array {
  /// Returns the index at which to insert an element with this order number, after equal ones.
  func sortedInsertionIndex(of order: Int64, by path: KeyPath<Element, Int64>) -> Int {
    if let last, last[keyPath: path] <= order { return count }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle][keyPath: path] <= order { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Array where Element: AnyObject {
  /// Returns the index of an element; nil if it is not in the array.
  func index(of element: Element, by path: KeyPath<Element, Int64>) -> Int? {
    var index = sortedInsertionIndex(of: element[keyPath: path], by: path) - 1
    while index >= 0, self[index][keyPath: path] == element[keyPath: path] {
      if self[index] === element { return index }
      index -= 1
    }
    return nil
  }
}
