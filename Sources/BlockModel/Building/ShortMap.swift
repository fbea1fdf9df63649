extension Array {
  /// Maps an array that rarely has more than two elements, such as the fields of an input. `map` takes longer to prepare
  /// for a short array than to fill it.
  @inline(__always)
  func shortMap<Result>(_ transform: (Element) -> Result) -> [Result] {
    switch count {
    case 0: []
    case 1: [transform(self[0])]
    case 2: [transform(self[0]), transform(self[1])]
    default: map(transform)
    }
  }
}
