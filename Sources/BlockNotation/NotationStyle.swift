import BlockFormats
import Markup

/// The style of a program's text, as found in its file.
public struct NotationStyle: Hashable, Sendable {
  /// The optional contents of the text besides the program itself.
  public var options: NotationOptions = []
  /// Whether the text states the layout of the file that it was made from (`@file`).
  var statesLayout = false
  /// The language of its words; nil for the language of the program's blocks.
  var language: String?
  var lineBreak = "\n"
  var hasByteOrderMark = false

  /// Creates the style of a new text.
  public init() {}

  /// Finds the style of a text.
  init(of parser: NotationParser) {
    let bytes = parser.lexer.bytes
    language = parser.library.language
    hasByteOrderMark = bytes.starts(with: Self.byteOrderMark)
    if let first = bytes.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }),
      bytes[first] == UInt8(ascii: "\r")
    {
      lineBreak = first + 1 < bytes.count && bytes[first + 1] == UInt8(ascii: "\n") ? "\r\n" : "\r"
    }
    statesLayout = parser.header.contains {
      AttributeText.name(of: parser.tokens[$0.lowerBound], in: bytes) == "file"
    }
    if statesLayout { options.insert(.places) }
    var mentionsIDs = false
    var declaresIDs = false
    for range in parser.header {
      for token in parser.tokens[range.dropFirst()] where token.kind == .attribute {
        if AttributeText.name(of: token, in: bytes) == "id" { declaresIDs = true }
      }
    }
    var attributes = parser.attributes.map(\.token)
    for case .comment(_, let tokens) in parser.items { attributes += tokens }
    for number in attributes {
      let token = parser.tokens[number]
      switch AttributeText.name(of: token, in: bytes) {
      case "id": options.insert(.ids)
      case "at": options.insert(.places)
      case "mutation": mentionsIDs = true
      default: break
      }
    }
    // The ids of variables are also written where mutations mention them.
    if declaresIDs, !mentionsIDs { options.insert(.ids) }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns a text with this style's line breaks and byte order mark.
  func dressed(_ text: consuming [UInt8]) -> [UInt8] {
    if lineBreak == "\n", !hasByteOrderMark { return text }
    var result = hasByteOrderMark ? Self.byteOrderMark : []
    result.reserveCapacity(text.count + text.count / 16)
    // Line breaks within texts are escaped.
    for byte in text {
      if byte == UInt8(ascii: "\n") { result.append(contentsOf: lineBreak.utf8) } else { result.append(byte) }
    }
    return result
  }
}

/// The optional contents of a text besides the program itself.
public struct NotationOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The ids of blocks, variables and comments.
  public static let ids = NotationOptions(rawValue: 1)
  /// The positions of stacks and comments, and the layout of the file that the program was read from.
  public static let places = NotationOptions(rawValue: 2)
  /// The names of variables where the notation would have their ids, for texts that people read and that are compared.
  package static let names = NotationOptions(rawValue: 4)
}
