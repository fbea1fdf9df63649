/// A part of a definition's message, such as `count %1 by %2`: text, a line break or a reference to an argument.
enum MessagePart: Hashable {
  case text(String)
  case argument(Int)
  case lineBreak

  /// Splits a message into parts. `%%` is a percent sign; a line break ends a row, as in Blockly since version 10.
  static func parts(of message: String) -> [MessagePart] {
    var parts: [MessagePart] = []
    var text: [UInt8] = []
    func flush() {
      let label = String(decoding: text, as: UTF8.self).trimmingSpaces
      if !label.isEmpty { parts.append(.text(label)) }
      text.removeAll(keepingCapacity: true)
    }
    let bytes = Array(message.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "%"):
        if index < bytes.count, bytes[index] == byte {
          index += 1
          text.append(byte)
          continue
        }
        let digits = bytes[index...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard let number = Int(String(decoding: digits, as: UTF8.self)) else {
          text.append(byte)
          continue
        }
        index = digits.endIndex
        flush()
        parts.append(.argument(number))
      case UInt8(ascii: "\n"):
        flush()
        parts.append(.lineBreak)
      default: text.append(byte)
      }
    }
    flush()
    return parts
  }
}

extension String {
  /// The text without leading and trailing ASCII white space.
  var trimmingSpaces: String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = utf8.firstIndex(where: { !isSpace($0) }), let last = utf8.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(Substring(utf8[first...last]))
  }
}
