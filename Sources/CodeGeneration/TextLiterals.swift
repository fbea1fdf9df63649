/// How text becomes a literal.
final class TextLiterals {
  /// A part of a text that is replaced.
  struct Escape {
    var text: [UInt8]
    var by: String
    /// The quotation mark of the literals in which it is replaced; nil for all.
    var quote: UInt8?
  }

  /// What is replaced, by its first byte.
  private var escapes: [[Escape]] = Array(repeating: [], count: 256)
  /// Whether something that begins with a byte is replaced, by its value.
  private(set) var isEscaped = Array(repeating: false, count: 256)
  var quote = UInt8(ascii: "'")
  /// Taken instead of `quote` for texts that contain that but not this.
  var otherQuote: UInt8?
  /// What stands between the lines of a text of several lines, with its order.
  var lineSeparator: Code = ""
  var lineOrder = Order(0)
  var atom = Order(0)
  /// What code must contain to have `lineOrder`.
  var lineOperator = ""

  func add(_ escape: Escape) {
    guard let first = escape.text.first else { return }
    escapes[Int(first)].append(escape)
    isEscaped[Int(first)] = true
  }

  /// Returns what is replaced at a place of a text; nil for nothing.
  func escape(of bytes: UnsafeBufferPointer<UInt8>, at index: Int, between mark: UInt8) -> Escape? {
    for escape in escapes[Int(bytes[index])] where escape.quote == nil || escape.quote == mark {
      if escape.text.count == 1 || bytes[index...].starts(with: escape.text) { return escape }
    }
    return nil
  }
}
