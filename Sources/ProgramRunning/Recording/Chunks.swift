import Markup

/// A sequence that grows at its end and loses its beginning. It is stored in chunks, so that neither copies the rest.
/// Indices stay valid.
struct Chunks<Element> {
  private static var shift: Int { 12 }
  private static var size: Int { 1 << shift }
  private static var mask: Int { size - 1 }

  /// The full chunks, and the last one.
  private var chunks: [ContiguousArray<Element>] = []
  private var tail: ContiguousArray<Element> = []
  /// The index of the first element of the first chunk.
  private var offset = 0
  private(set) var startIndex = 0
  private(set) var endIndex = 0

  var count: Int { endIndex - startIndex }
  var isEmpty: Bool { startIndex == endIndex }

  /// The memory in use, in bytes.
  var bytes: Int { (chunks.count * Self.size + tail.capacity) * MemoryLayout<Element>.stride }

  @inline(__always) subscript(index: Int) -> Element {
    get {
      let position = index - offset
      return position >> Self.shift < chunks.count
        ? chunks[position >> Self.shift][position & Self.mask] : tail[position & Self.mask]
    }
    set {
      let position = index - offset
      if position >> Self.shift < chunks.count {
        chunks[position >> Self.shift][position & Self.mask] = newValue
      } else {
        tail[position & Self.mask] = newValue
      }
    }
  }

  var last: Element? { isEmpty ? nil : self[endIndex - 1] }

  @inline(__always) mutating func append(_ element: Element) {
    tail.append(element)
    endIndex += 1
    if tail.count == Self.size { beginChunk() }
  }

  private mutating func beginChunk() {
    chunks.append(tail)
    tail = []
    // The first one may stay small.
    tail.reserveCapacity(Self.size)
  }

  /// Removes the elements before an index.
  mutating func dropFirst(to index: Int) {
    if index <= startIndex { return }
    startIndex = min(index, endIndex)
    let dropped = min((startIndex - offset) >> Self.shift, chunks.count)
    chunks.removeFirst(dropped)
    offset += dropped << Self.shift
    if chunks.isEmpty, startIndex > offset, count < Self.size / 4 {
      // The rest of a short sequence must not keep the memory of the removed elements.
      tail = ContiguousArray(tail[(startIndex - offset)...])
      offset = startIndex
    }
  }

  /// Gives the first element of a new sequence another index.
  mutating func begin(at index: Int) {
    (offset, startIndex, endIndex) = (index, index, index + count)
  }

  /// Returns the first index for which a condition doesn't hold. It must hold for all elements before, and for none
  /// after.
  func firstIndex(whereNot condition: (Element) -> Bool) -> Int {
    (startIndex..<endIndex).sortedIndex { !condition(self[$0]) }
  }

  /// Calls a function with the elements in a range, a chunk at a time.
  func forEachPart(in range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) -> Void) {
    var index = range.lowerBound
    while index < range.upperBound {
      let chunk = (index - offset) >> Self.shift
      let first = (index - offset) & Self.mask
      let count = min(range.upperBound - index, Self.size - first)
      (chunk < chunks.count ? chunks[chunk] : tail).withUnsafeBufferPointer {
        body(UnsafeBufferPointer(rebasing: $0[first..<first + count]))
      }
      index += count
    }
  }
}

extension Chunks: Sendable where Element: Sendable {}
