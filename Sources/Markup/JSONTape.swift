/// A JSON document whose values are tape indices, for readers of whole programs: visiting a value neither counts
/// references nor creates strings. Texts and key indices point into the document's memory, so keep one of its values
/// alive while you use them.
public struct JSONTape {
  @usableFromInline let storage: JSONStorage
  // Copied from the storage, to spare an indirection.
  @usableFromInline let words: UnsafePointer<UInt64>
  @usableFromInline let strings: UnsafePointer<UInt8>

  /// Creates a view of the document that contains `value`.
  public init(of value: JSONValue) {
    storage = value.storage
    words = storage.tape
    strings = storage.strings
  }

  /// Returns the value at a tape index, which must be that of a value, as a `JSONValue` that keeps the document alive.
  public func value(at index: Int) -> JSONValue { JSONValue(storage: storage, index: index) }

  /// Whether the value at a tape index is an object; only objects have `keys(ofObjectAt:)`.
  @inlinable @inline(__always) public func isObject(at index: Int) -> Bool {
    TapeEntry.kind(words[index]) == TapeEntry.object
  }

  /// Returns the bytes of a string; nil for any other kind.
  @inlinable @inline(__always) public func text(at index: Int) -> JSONText? {
    TapeEntry.kind(words[index]) == TapeEntry.string ? key(at: index) : nil
  }

  /// Returns the bytes of a key, whose value is at the next index.
  @inlinable @inline(__always) public func key(at index: Int) -> JSONText {
    JSONText(start: strings + TapeEntry.payload(words[index]))
  }

  /// Returns the indices of an object's keys, in text order; empty for any other kind.
  @inlinable @inline(__always) public func keys(ofObjectAt index: Int) -> JSONKeyIndices {
    let word = words[index]
    let end = TapeEntry.kind(word) == TapeEntry.object ? TapeEntry.end(word) - 1 : index + 1
    return JSONKeyIndices(words: words, index: index + 1, end: end)
  }
}

/// The tape indices of an object's keys.
public struct JSONKeyIndices: Sequence, IteratorProtocol {
  @usableFromInline let words: UnsafePointer<UInt64>
  @usableFromInline var index: Int
  @usableFromInline let end: Int

  @inlinable @inline(__always) init(words: UnsafePointer<UInt64>, index: Int, end: Int) {
    self.words = words
    self.index = index
    self.end = end
  }

  @inlinable @inline(__always) public mutating func next() -> Int? {
    guard index < end else { return nil }
    let key = index
    index = TapeEntry.end(ofValueAt: key + 1, words)
    return key
  }
}
