import Markup

/// Searches arrays that are sorted by an order number of their elements.
extension Array {
  /// Returns the index at which to insert an element with this order number, after equal ones.
  func sortedInsertionIndex(of order: Int64, by number: (Element) -> Int64) -> Int {
    if let last, number(last) <= order { return count }
    return sortedIndex { number($0) > order }
  }
}

extension Array where Element: AnyObject {
  /// Returns the index of an element; nil if it is not in the array.
  func index(of element: Element, by number: (Element) -> Int64) -> Int? {
    var index = sortedInsertionIndex(of: number(element), by: number) - 1
    while index >= 0, number(self[index]) == number(element) {
      if self[index] === element { return index }
      index -= 1
    }
    return nil
  }
}
