/// Code, as a text. A program's texts become code only by the initialisers for names and numbers here, and by the
/// methods of `CodeArena` for literals and comments.
struct Code: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
  let text: String

  private init(made text: String) { self.text = text }

  /// Code from Mortise's own source.
  init(stringLiteral: StaticString) { text = stringLiteral.description }

  /// Code of a generator's data, or of the user's options; never a text of a program.
  init(generator text: String) { self.text = text }

  /// A text of a program that the user has allowed; see `GenerationOptions.allowedCode`.
  init(allowed text: String) { self.text = text }

  /// A number as ECMAScript writes it.
  init(_ number: Double, as form: NumberForm = .plain) { text = form.text(number) }

  init(_ integer: Int) { text = String(integer) }

  /// A name: letters, digits and underscores; characters beyond ASCII as the digits of their percent-encoding.
  init(name: String) {
    if name.isEmpty {
      text = "unnamed"
      return
    }
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "_"))
        if Self.isEncoded(byte) {
          let digits = Array(String(byte, radix: 16, uppercase: true).utf8)
          bytes += digits.count == 1 ? [UInt8(ascii: "0")] + digits : digits
        }
      }
    }
    if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[0]) { bytes = Array("my_".utf8) + bytes }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether ECMAScript's `encodeURI` replaces a byte.
  private static func isEncoded(_ byte: UInt8) -> Bool {
    byte > 0x7E || byte < 0x20 || "\"%<>[\\]^`{|}".utf8.contains(byte)
  }

  var isEmpty: Bool { text.isEmpty }

  static func < (left: Code, right: Code) -> Bool { left.text < right.text }

  static func + (left: Code, right: Code) -> Code { Code(made: left.text + right.text) }

  static func += (left: inout Code, right: Code) { left = left + right }

  /// Whether code can be in a text literal with values in it: with a quotation mark, a line break or an escape in it, it
  /// can't in each version of a language.
  func fits(in syntax: FormatSyntax) -> Bool {
    text.utf8.allSatisfy { $0 != syntax.quote && $0 != UInt8(ascii: "\\") && $0 >= UInt8(ascii: " ") }
  }

  /// Returns the code of a text literal without its quotation marks, as a part of a literal with values in it, where
  /// doubled signs stand for those around values.
  func insideLiteral(of syntax: FormatSyntax) -> Code {
    var result = String(text.dropFirst().dropLast())
    for sign in [syntax.beforeValue.text, syntax.afterValue.text] { result = result.replacing(sign, with: sign + sign) }
    return Code(made: result)
  }

  /// Returns the code with other code in place of each `%1`.
  func replacingPlace(with other: Code) -> Code { Code(made: text.replacing("%1", with: other.text)) }

  /// Returns the code without a line break at its beginning.
  func withoutFirstBreak() -> Code {
    text.utf8.first == UInt8(ascii: "\n") ? Code(made: String(text.dropFirst())) : self
  }

  /// Returns the code in an arena from `start` on.
  static func generated(_ arena: CodeArena, from start: Int) -> Code {
    Code(made: arena.string(from: start))
  }
}

extension Sequence<Code> {
  func joined(separator: Code) -> Code {
    var result: Code?
    for code in self { result = result.map { $0 + separator + code } ?? code }
    return result ?? ""
  }
}
