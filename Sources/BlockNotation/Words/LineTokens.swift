/// The tokens of a line of any language. A text is one token, even if it has values in it, and so is the beginning of a
/// text that isn't closed; signs of comments are symbols.
struct LineTokens {
  let line: String
  private let bytes: [UInt8]
  private let tokens: [Token]
  /// The brackets that are open after each token; negative if more are closed.
  let depths: [Int]

  init(_ line: String, words: WordTable = WordTable()) {
    self.line = line
    bytes = Array(line.utf8)
    tokens = Self.joiningTexts(Lexer(bytes, words: words, hasComments: false, isTyped: true).tokens)
    var (depth, depths) = (0, [Int]())
    for token in tokens {
      if token.kind == .symbol {
        switch bytes[Int(token.start)] {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
      depths.append(depth)
    }
    self.depths = depths
  }

  /// Joins the tokens of each text with values in it.
  private static func joiningTexts(_ tokens: [Token]) -> [Token] {
    var joined: [Token] = []
    // The beginnings of the open texts: values may have texts in them.
    var open: [Int32] = []
    for token in tokens where token.kind != .line && token.kind != .end {
      if open.isEmpty { joined.append(token) }
      switch token.kind {
      case .formatBegin: open.append(token.start)
      case .formatEnd: open.removeLast()
      case .fault where open.last == token.start:
        open.removeLast()
        if open.isEmpty { joined[joined.count - 1].kind = .fault }
      default: break
      }
      joined[joined.count - 1].end = max(token.end, joined[joined.count - 1].end)
    }
    return joined
  }

  var indices: Range<Int> { tokens.indices }

  subscript(index: Int) -> Token { tokens[index] }

  /// Whether a text isn't closed.
  var endsInText: Bool { tokens.contains { $0.kind == .fault && bytes[Int($0.start)] != UInt8(ascii: "@") } }

  /// The sign that a token is; nil for any other token.
  func sign(_ index: Int) -> Character? {
    tokens.indices.contains(index) && tokens[index].kind == .symbol ? text(index).first : nil
  }

  /// Whether a token is a sign, which nothing separates from the same sign before it: `//`.
  func isDouble(_ sign: Character, at index: Int) -> Bool {
    self.sign(index) == sign && self.sign(index - 1) == sign && tokens[index].isGlued
  }

  func text(_ index: Int) -> String {
    String(decoding: bytes[Int(tokens[index].start)..<Int(tokens[index].end)], as: UTF8.self)
  }

  /// Returns the text of some tokens, with what is between them.
  func text(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    return String(decoding: bytes[Int(tokens[first].start)..<Int(tokens[last].end)], as: UTF8.self)
  }

  /// The place in the line where a token begins.
  func start(of index: Int) -> String.Index { line.utf8.index(line.startIndex, offsetBy: Int(tokens[index].start)) }

  /// Returns the bracket that a closing one closes; nil if there is none.
  func opening(of index: Int) -> Int? {
    tokens[..<index].indices.last { depths[$0] == depths[index] + 1 && ($0 == 0 ? 0 : depths[$0 - 1]) == depths[index] }
  }

  /// Returns the parts of a range of tokens between signs that are outside of all brackets.
  func parts(of range: Range<Int>, separatedBy separators: Set<Character>) -> [Range<Int>] {
    let outside = range.lowerBound == 0 ? 0 : depths[range.lowerBound - 1]
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where depths[index] == outside {
      guard let sign = sign(index), separators.contains(sign) else { continue }
      parts.append(start..<index)
      start = index + 1
    }
    return parts + [start..<range.upperBound]
  }

  /// Returns the line with other texts between some tokens.
  /// - Parameter separator: returns the text before a token; nil to keep it.
  func joining(_ separator: (Int) -> String?) -> String {
    var result: [UInt8] = []
    var end = 0
    for index in tokens.indices.dropFirst() {
      guard let text = separator(index) else { continue }
      result += bytes[end..<Int(tokens[index - 1].end)] + Array(text.utf8)
      end = Int(tokens[index].start)
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  /// Returns the line with other characters outside of texts.
  func mappingOutsideTexts(_ change: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView()
    var end = 0
    func append(upTo next: Int) {
      result += String(decoding: bytes[end..<next], as: UTF8.self).unicodeScalars.map(change)
    }
    for token in tokens where [.text, .formatBegin, .name, .fault].contains(token.kind) {
      append(upTo: Int(token.start))
      result += String(decoding: bytes[Int(token.start)..<Int(token.end)], as: UTF8.self).unicodeScalars
      end = Int(token.end)
    }
    append(upTo: bytes.count)
    return String(result)
  }

  /// Returns the line with other texts in place of some tokens.
  /// - Parameter change: returns the new text of a token; nil to keep it.
  func replacing(_ change: (Int) -> String?) -> String {
    var result: [UInt8] = []
    var end = 0
    for index in tokens.indices {
      guard let text = change(index) else { continue }
      result += bytes[end..<Int(tokens[index].start)] + Array(text.utf8)
      end = Int(tokens[index].end)
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }
}

/// The parts of a line of another language that continue, end or comment it.
struct LineSigns {
  /// The number of parentheses and square brackets that stay open; negative if more are closed.
  private(set) var depth = 0
  /// The semicolons outside of all brackets.
  private(set) var semicolons: [String.Index] = []
  /// The start of a comment; nil if there is none.
  private(set) var comment: String.Index?
  private(set) var slashes: String.Index?
  var hasSlashes: Bool { slashes != nil }
  /// Whether a body follows, after a colon or brace outside of brackets.
  private(set) var opensBody = false
  /// Whether a string isn't closed.
  private(set) var endsInText = false
  /// Whether the line ends in a backslash, so that the next line continues it.
  private(set) var goesOn = false
  private(set) var endsInComma = false

  /// - Parameter divides: whether `//` divides; otherwise it begins a comment.
  init(_ line: String, divides: Bool = false) {
    let tokens = LineTokens(line)
    for index in tokens.indices {
      switch tokens.sign(index) {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case ":" where depth == 0, "{", "}": opensBody = true
      case ";" where depth == 0: semicolons.append(tokens.start(of: index))
      case "/" where !divides && tokens.isDouble("/", at: index):
        slashes = tokens.start(of: index - 1)
        return
      case "#":
        comment = tokens.start(of: index)
        return
      default: break
      }
    }
    endsInText = tokens.endsInText
    let last = tokens.sign(tokens.indices.upperBound - 1)
    goesOn = last == "\\" && line.last == "\\"
    endsInComma = last == ","
  }
}
