/// Caches values by recurring strings, such as block types, without hashing their text.
///
/// A reader shares one string among all its occurrences, so the bits of the string itself serve as the hash. Equal
/// strings with other bits are cached separately.
struct StringCache<Value> {
  private var entries: [(key: String, value: Value)?] = []
  /// The size of a slot's index in bits.
  private static var slotBits: UInt64 { 6 }

  /// Returns the cached value for a string, else the one that `make` returns.
  mutating func value(for key: String, make: () -> Value) -> Value {
    if entries.isEmpty { entries = Array(repeating: nil, count: 1 << Self.slotBits) }
    let (low, high) = unsafeBitCast(key, to: (UInt64, UInt64).self)
    let hash = (low ^ high &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    let slot = Int(truncatingIfNeeded: hash >> (64 - Self.slotBits))
    if let entry = entries[slot], entry.key == key { return entry.value }
    let value = make()
    entries[slot] = (key, value)
    return value
  }
}

/// A cache of the block types that a factory knows, for readers.
package struct KnownTypes {
  private let factory: BlockFactory
  private var known = StringCache<Bool>()

  package init(of factory: BlockFactory) { self.factory = factory }

  package mutating func contains(_ type: String) -> Bool { known.value(for: type) { factory.knows(type) } }
}
