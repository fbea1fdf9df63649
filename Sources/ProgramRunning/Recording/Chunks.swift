/// A growing sequence that loses its beginning: in chunks, so that neither copies the rest. Indices stay what they are.
struct Chunks<Element> {
  private static var shift: Int { 12 }
  private static var mask: Int { 1 << shift - 1 }

  private var chunks: [ContiguousArray<Element>] = []
  /// The index of the first element of the first chunk.
  private var offset = 0
  private(set) var startIndex = 0
  private(set) var endIndex = 0

  var count: Int { endIndex - startIndex }
  var isEmpty: Bool { startIndex == endIndex }

  /// The memory in use, in bytes.
  var bytes: Int { chunks.reduce(0) { $0 + $1.capacity } * MemoryLayout<Element>.stride }

  @inline(__always) subscript(index: Int) -> Element {
    get { chunks[(index - offset) >> Self.shift][(index - offset) & Self.mask] }
    set { chunks[(index - offset) >> Self.shift][(index - offset) & Self.mask] = newValue }
  }

  var last: Element? { isEmpty ? nil : self[endIndex - 1] }

  @inline(__always) mutating func append(_ element: Element) {
    if (endIndex - offset) & Self.mask == 0 {
      chunks.append([])
      // The first one may stay small.
      if endIndex > offset { chunks[chunks.count - 1].reserveCapacity(1 << Self.shift) }
    }
    chunks[chunks.count - 1].append(element)
    endIndex += 1
  }

  /// Removes what is before an index.
  mutating func dropFirst(to index: Int) {
    if index <= startIndex { return }
    let dropped = (min(index, endIndex) - offset) >> Self.shift
    chunks.removeFirst(min(dropped, chunks.count))
    offset += dropped << Self.shift
    startIndex = min(index, endIndex)
    if chunks.count == 1, startIndex > offset, count < (1 << Self.shift) / 4 {
      // What is left of a short sequence shall not keep what was before.
      var rest = Chunks()
      for index in startIndex..<endIndex { rest.append(self[index]) }
      rest.begin(at: startIndex)
      self = rest
    }
  }

  /// Gives the first element of a new sequence another index.
  mutating func begin(at index: Int) {
    (offset, startIndex, endIndex) = (index, index, index + count)
  }

  mutating func removeLast() {
    chunks[chunks.count - 1].removeLast()
    if chunks[chunks.count - 1].isEmpty { chunks.removeLast() }
    endIndex -= 1
  }

  /// Returns the first index for which a condition doesn't hold, of elements for which it holds first and then no more.
  func firstIndex(whereNot condition: (Element) -> Bool) -> Int {
    firstIndex(in: startIndex..<endIndex, whereNot: { condition(self[$0]) })
  }

  /// The same for a condition on the index.
  func firstIndex(in range: Range<Int>, whereNot condition: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Calls a function with the elements in a range, a chunk at a time.
  func forEachPart(in range: Range<Int>, _ body: (Int, UnsafeBufferPointer<Element>) -> Void) {
    var index = range.lowerBound
    while index < range.upperBound {
      let chunk = (index - offset) >> Self.shift
      let first = (index - offset) & Self.mask
      let count = min(range.upperBound - index, (1 << Self.shift) - first)
      chunks[chunk].withUnsafeBufferPointer {
        body(index, UnsafeBufferPointer(rebasing: $0[first..<first + count]))
      }
      index += count
    }
  }
}

extension Chunks: Sendable where Element: Sendable {}
