/// A sorted list of numbers. Cheap when numbers are added at the end and removed from the start, which is the common
/// case.
struct ReadyList {
  private var numbers: [Int] = []
  /// The index of the first number. Earlier ones have been removed.
  private var start = 0

  var first: Int? { start < numbers.count ? numbers[start] : nil }

  mutating func insert(_ number: Int) {
    let position = position(of: number)
    guard position == numbers.count || numbers[position] != number else { return }
    numbers.insert(number, at: position)
  }

  mutating func remove(_ number: Int) {
    let position = position(of: number)
    guard position < numbers.count, numbers[position] == number else { return }
    if position > start {
      numbers.remove(at: position)
    } else {
      start += 1
      if start == numbers.count {
        numbers.removeAll(keepingCapacity: true)
        start = 0
      }
    }
  }

  /// Returns the index of a number, or the index at which it would be inserted.
  private func position(of number: Int) -> Int {
    var (low, high) = (start, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
