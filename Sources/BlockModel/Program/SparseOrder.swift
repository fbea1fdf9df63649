/// How far apart the orders of things are that are added one after the other, so that others find their place between.
let sparseOrderStep: Int64 = 1 << 20

/// Arrays that are sorted by an order that every element carries.
extension Array {
  /// Where an element with this order belongs; behind equal ones.
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

  /// An order that puts a new element at a place; nil for the end.
  func order(forIndex index: Int, by path: KeyPath<Element, Int64>) -> Int64? {
    guard index < count else { return nil }
    let behind = self[Swift.max(0, index)][keyPath: path]
    guard index > 0 else { return behind - sparseOrderStep }
    let before = self[index - 1][keyPath: path]
    return before + (behind - before) / 2
  }
}

extension Array where Element: AnyObject {
  /// The place of an element.
  func index(of element: Element, by path: KeyPath<Element, Int64>) -> Int? {
    var index = sortedInsertionIndex(of: element[keyPath: path], by: path) - 1
    while index >= 0, self[index][keyPath: path] == element[keyPath: path] {
      if self[index] === element { return index }
      index -= 1
    }
    return nil
  }
}
