import BlockModel

/// Splits text into tokens. The labels of blocks are split in the same way as programs.
struct Lexer {
  let bytes: [UInt8]
  private let words: WordTable
  private let hasComments: Bool
  private let isTyped: Bool
  private(set) var tokens: [Token] = []
  /// The invalid parts, with their offsets in bytes.
  private(set) var faults: [(offset: Int, cause: String)] = []
  var index = 0
  private var isGlued = false

  /// Splits a whole text.
  /// - Parameters:
  ///   - hasComments: whether `//` begins a comment; otherwise it is two symbols.
  ///   - isTyped: whether texts can be in single quotes and have values in them.
  init(_ bytes: [UInt8], words: WordTable, hasComments: Bool = true, isTyped: Bool = false) {
    self.bytes = bytes
    self.words = words
    self.hasComments = hasComments
    self.isTyped = isTyped
    tokens.reserveCapacity(bytes.count / 5 + 2)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    beginLine()
    while index < bytes.count { readToken() }
    append(.end, from: bytes.count)
  }

  mutating func append(_ kind: Token.Kind, from start: Int, word: Int32 = -1) {
    tokens.append(Token(kind: kind, isGlued: isGlued, word: word, start: Int32(start), end: Int32(index)))
    isGlued = true
  }

  // MARK: - Lines

  /// Whether a line ends at an index: with `\n`, or with `\r` alone.
  private func isLineBreak(_ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "\n")
      || bytes[index] == UInt8(ascii: "\r") && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
  }

  /// Reads the indentation of the next line that isn't blank.
  private mutating func beginLine() {
    var isAfterBlank = false
    var start = index
    var width = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "): width += 1
      case UInt8(ascii: "\t"): width += 8 - width % 8
      case UInt8(ascii: "\r") where !isLineBreak(index): break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        isAfterBlank = true
        start = index + 1
        width = 0
      default:
        isGlued = isAfterBlank
        append(.line, from: start, word: Int32(width))
        isGlued = false
        return
      }
      index += 1
    }
  }

  // MARK: - Tokens

  mutating func readToken() {
    let start = index
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "\n"):
      index += 1
      beginLine()
    case UInt8(ascii: "\r") where isLineBreak(index):
      index += 1
      beginLine()
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
      index += 1
      isGlued = false
    case UInt8(ascii: "\""): readQuoted(.text)
    // Words may contain an apostrophe: “répéter jusqu'à”.
    case UInt8(ascii: "'") where isTyped && !(isGlued && tokens.last?.kind == .word): readQuoted(.text)
    case UInt8(ascii: "`") where isTyped && holdsValues(at: start): readFormat(from: start, opening: "${")
    case UInt8(ascii: "f") where isTyped && isQuote(at: start + 1),
      UInt8(ascii: "F") where isTyped && isQuote(at: start + 1):
      index += 1
      readFormat(from: start, opening: "{")
    case UInt8(ascii: "r") where isTyped && isQuote(at: start + 1),
      UInt8(ascii: "R") where isTyped && isQuote(at: start + 1):
      readRaw()
    case UInt8(ascii: "`"): readQuoted(.name)
    case UInt8(ascii: "@"): readAttribute()
    case UInt8(ascii: "/") where hasComments && index + 1 < bytes.count && bytes[index + 1] == byte: readComment()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
    case UInt8(ascii: ".") where index + 1 < bytes.count && bytes[index + 1].isDigit: readNumber()
    default:
      guard byte >= 0x80 || byte.isLetter else {
        index += 1
        append(.symbol, from: start, word: words.number(of: bytes[start..<index]))
        return
      }
      readWord()
    }
  }

  private mutating func readWord() {
    let start = index
    var isWord = false
    scan: while index < bytes.count {
      if bytes[index].isLetter || bytes[index].isDigit {
        index += 1
        isWord = true
        continue
      }
      guard bytes[index] >= 0x80 else { break }
      let (scalar, length) = Self.scalar(at: index, in: bytes)
      switch CharacterKind(scalar) {
      case .letter:
        index += length
        isWord = true
      case .space:
        if isWord { break scan }
        index += length
        isGlued = false
        return
      case .symbol:
        if isWord { break scan }
        index += length
        append(.symbol, from: start, word: words.number(of: bytes[start..<index]))
        return
      }
    }
    append(.word, from: start, word: words.number(of: bytes[start..<index]))
  }

  /// Whether a text is a number that can be written unchanged, perhaps with a sign.
  static func isNumber(_ text: String) -> Bool {
    let digits = Array(text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...])
    let tokens = Lexer(digits, words: WordTable()).tokens
    return tokens.count == 3 && tokens[1].kind == .number && Int(tokens[1].start) == 0
      && Int(tokens[1].end) == digits.count && FieldNumber.parse(text) != nil
  }

  private mutating func readNumber() {
    let start = index
    // Numbers such as 0x3C and 0b11.
    if bytes[index] == UInt8(ascii: "0"), index + 2 < bytes.count {
      let mark = bytes[index + 1] | 0x20
      let isDigit: (UInt8) -> Bool = mark == UInt8(ascii: "x") ? \.isHexDigit : { $0 | 1 == UInt8(ascii: "1") }
      if mark == UInt8(ascii: "x") || mark == UInt8(ascii: "b"), isDigit(bytes[index + 2]) {
        index += 2
        while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        return append(.number, from: start, word: words.number(of: bytes[start..<index]))
      }
    }
    skipDigits()
    if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "."), bytes[index + 1].isDigit {
      index += 1
      skipDigits()
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      let sign = index + 1 < bytes.count && [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[index + 1]) ? 1 : 0
      if index + 1 + sign < bytes.count, bytes[index + 1 + sign].isDigit {
        index += 1 + sign
        skipDigits()
      }
    }
    append(.number, from: start, word: words.number(of: bytes[start..<index]))
    // `5.` is 5 in other languages; a point before a letter begins a method.
    if isTyped, index < bytes.count, bytes[index] == UInt8(ascii: "."),
      index + 1 == bytes.count || [UInt8(ascii: " "), UInt8(ascii: ")"), UInt8(ascii: ",")].contains(bytes[index + 1])
    {
      index += 1
    }
  }

  private mutating func skipDigits() {
    while index < bytes.count, bytes[index].isDigit { index += 1 }
  }

  private mutating func readQuoted(_ kind: Token.Kind) {
    let start = index
    if skipQuoted() { return append(kind, from: start) }
    let quote = Character(Unicode.Scalar(bytes[start]))
    addFault(from: start, "the text that begins here has no closing \(quote) on its line")
  }

  mutating func addFault(from start: Int, _ cause: String) {
    faults.append((start, cause))
    append(.fault, from: start)
  }

  /// Skips a quoted text.
  /// - Returns: false if the line ends before it does.
  private mutating func skipQuoted() -> Bool {
    let quote = bytes[index]
    index += 1
    while index < bytes.count, !isLineBreak(index) {
      if bytes[index] == quote {
        index += 1
        return true
      }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index, bytes.count)
    return false
  }

  private mutating func readComment() {
    let start = index
    while index < bytes.count, !isLineBreak(index) { index += 1 }
    if bytes[index - 1] == UInt8(ascii: "\r") { index -= 1 }
    append(.comment, from: start)
  }

  private mutating func readAttribute() {
    let start = index
    index += 1
    while index < bytes.count, bytes[index].isLetter || bytes[index].isDigit { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: "(") {
      var depth = 0
      repeat {
        switch bytes[index] {
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        case UInt8(ascii: "\""):
          if !skipQuoted() { depth = -1 } else { index -= 1 }
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): depth = -1
        default: break
        }
        if depth >= 0 { index += 1 }
      } while depth > 0 && index < bytes.count
      if depth != 0 {
        faults.append((start, "the parenthesis of “@\(name(from: start + 1))” isn't closed on its line"))
        return append(.fault, from: start)
      }
    }
    append(.attribute, from: start)
  }

  private func name(from start: Int) -> String {
    String(decoding: bytes[start...].prefix { $0.isLetter || $0.isDigit }, as: UTF8.self)
  }

  // MARK: - Characters

  private enum CharacterKind {
    case letter, space, symbol

    init(_ scalar: Unicode.Scalar) {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
        self = .letter
      case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .surrogate, .privateUse,
        .unassigned:
        self = .space
      default: self = .symbol
      }
    }
  }

  /// Decodes the character at an index of UTF-8 text; U+FFFD, one byte long, for anything else.
  private static func scalar(at index: Int, in bytes: [UInt8]) -> (Unicode.Scalar, length: Int) {
    var decoder = UTF8()
    var iterator = bytes[index...].prefix(4).makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&iterator) { return (scalar, UTF8.width(scalar)) }
    return ("\u{FFFD}", 1)
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var isHexDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }

  /// Whether this is an ASCII letter or `_`.
  var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
  }
}
