/// The encoding of a recorded `RunValue` in 8 bytes: a number as it is, anything else in the payload of a NaN. A recording
/// has millions of them.
struct StoredValue: Hashable {
  let bits: UInt64

  enum Kind: UInt64 {
    case nothing = 1
    case truth
    case integer
    /// The number of a text.
    case text
    /// The number of a list.
    case list
    /// The number of a text that describes something else.
    case other
    case missing
    /// No value at all: the variable doesn't exist.
    case unbound
    /// A list or a long text by the program's own number.
    case reference
    /// In a log: the beginning of the values of a list.
    case mark
  }

  /// The bits of values other than numbers: quiet NaNs with the sign. A number that is NaN is stored as the one below.
  private static let boxed: UInt64 = 0xFFF8_0000_0000_0000
  private static let quietNaN: UInt64 = 0x7FF8_0000_0000_0000

  static let nothing = StoredValue(.nothing)
  static let missing = StoredValue(.missing)
  static let unbound = StoredValue(.unbound)
  static let mark = StoredValue(.mark)
  /// Integers that are stored as such.
  static let integers = -(1 << 42)..<(1 << 42)

  init(bits: UInt64) { self.bits = bits }

  @inline(__always) init(_ kind: Kind, _ payload: UInt64 = 0) {
    bits = Self.boxed | kind.rawValue << 43 | payload & ((1 << 43) - 1)
  }

  init(_ truth: Bool) { self.init(.truth, truth ? 1 : 0) }

  /// - Parameter integer: one of `integers`.
  @inline(__always) init(_ integer: Int) { self.init(.integer, UInt64(bitPattern: Int64(integer))) }

  @inline(__always) init(_ number: Double) { bits = number.isNaN ? Self.quietNaN : number.bitPattern }

  /// The kind; nil for a number.
  @inline(__always) var kind: Kind? {
    bits & Self.boxed == Self.boxed ? Kind(rawValue: bits >> 43 & 0xF) : nil
  }

  var payload: Int { Int(bits & ((1 << 43) - 1)) }

  var number: Double { Double(bitPattern: bits) }

  /// The integer of a value of this kind.
  @inline(__always) var integer: Int { Int(Int64(bitPattern: bits << 21) >> 21) }

  @inline(__always) var isInteger: Bool { bits >> 43 == Self.boxed >> 43 | Kind.integer.rawValue }
}
