/// A definition's message cut into words, line breaks and references to its arguments: `count %1 by %2`.
enum MessagePart: Hashable {
  case text(String)
  case argument(Int)
  case lineBreak

  /// Cuts a message. `%%` is a percent sign; a line break ends a row, as Blockly has it since version 10.
  static func parts(of message: String) -> [MessagePart] {
    var parts: [MessagePart] = []
    var text = ""
    func trimmed() -> String { text.trimmingSpaces }
    func flush() {
      if !trimmed().isEmpty { parts.append(.text(trimmed())) }
      text = ""
    }
    var rest = message[...]
    while let character = rest.popFirst() {
      switch character {
      case "%":
        if rest.first == "%" {
          rest.removeFirst()
          text.append("%")
          continue
        }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits) else {
          text.append("%")
          continue
        }
        rest = rest.dropFirst(digits.count)
        flush()
        parts.append(.argument(number))
      case "\n", "\r\n":
        flush()
        parts.append(.lineBreak)
      default: text.append(character)
      }
    }
    flush()
    return parts
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmingSpaces: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
