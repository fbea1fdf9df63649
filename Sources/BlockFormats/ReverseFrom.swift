extension Array {
  /// Reverses the elements from `start` on. `reverse()` of a slice copies it.
  @inline(__always) mutating func reverse(from start: Int) {
    var (low, high) = (start, count - 1)
    while low < high {
      swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }
}
