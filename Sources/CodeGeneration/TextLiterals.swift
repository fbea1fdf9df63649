/// The syntax of text literals.
final class TextLiterals {
  /// A part of a text that is replaced.
  struct Escape {
    var text: [UInt8]
    var by: String
    /// The quotation mark of the literals in which it is replaced; nil for all.
    var quote: UInt8?
  }

  /// The replaced parts of texts, by their first byte.
  private var escapes: [[Escape]] = Array(repeating: [], count: 256)
  /// Whether a byte begins a replaced part, by the byte's value.
  private(set) var isEscaped = Array(repeating: false, count: 256)
  var quote = UInt8(ascii: "'")
  /// Used instead of `quote` for texts that contain `quote` but not this.
  var otherQuote: UInt8?
  /// The code between the lines of a text of several lines.
  var lineSeparator: Code = ""
  var lineOrder = Order(0)
  var atom = Order(0)
  /// The text that code must contain to have `lineOrder`.
  var lineOperator = ""

  func add(_ escape: Escape) {
    guard let first = escape.text.first else { return }
    escapes[Int(first)].append(escape)
    isEscaped[Int(first)] = true
  }

  /// Returns the part that is replaced at an index of a text; nil for none.
  func escape(of bytes: UnsafeBufferPointer<UInt8>, at index: Int, between mark: UInt8) -> Escape? {
    for escape in escapes[Int(bytes[index])] where escape.quote == nil || escape.quote == mark {
      if escape.text.count == 1 || bytes[index...].starts(with: escape.text) { return escape }
    }
    return nil
  }
}
