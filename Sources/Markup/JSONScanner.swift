/// A slow, thorough scan of JSON text. It does what simdjson does not: locates errors and values, and reads integers
/// beyond 64 bits and lone surrogates.
struct JSONScanner {
  private let bytes: [UInt8]
  private var offset = 0
  /// The index that the next token's entry would have on simdjson's tape.
  private var tapeIndex = 1
  /// The ranges that simdjson rejects, each with a replacement that it accepts, in text order.
  private var rewrites: [(range: Range<Int>, text: String)] = []

  /// An exponent that, appended to an integer beyond 64 bits, makes it a number that simdjson accepts.
  static let exponent = "e-00"

  private struct Fault: Error {
    var offset: Int
    var cause: String
  }

  private enum Token {
    case begin(isObject: Bool)
    case end(isObject: Bool)
    case string, scalar, colon, comma, finish

    var hasTapeIndex: Bool {
      switch self {
      case .begin, .string, .scalar: true
      case .end, .colon, .comma, .finish: false
      }
    }
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: JSONParser.byteOrderMark) { offset = JSONParser.byteOrderMark.count }
  }

  /// Returns the text with all valid JSON that simdjson rejects replaced by JSON that it accepts. Every value keeps its
  /// tape index.
  /// - Throws: `MarkupError` at the first position where the text is not JSON.
  static func acceptable(_ bytes: [UInt8]) throws(MarkupError) -> [UInt8] {
    var scanner = JSONScanner(bytes)
    do throws(Fault) {
      try scanner.checkText()
      try scanner.walk { _, _ in true }
    } catch {
      throw MarkupError(position: SourcePosition(offset: error.offset, in: bytes), cause: error.cause)
    }
    return scanner.rewritten
  }

  private var rewritten: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 2 * rewrites.count)
    var end = 0
    for (range, text) in rewrites {
      result += bytes[end..<range.lowerBound]
      result += text.utf8
      end = range.upperBound
    }
    return result + bytes[end...]
  }

  /// Returns the source positions of the values with these tape indices.
  static func positions(of indices: [Int], in bytes: [UInt8]) -> [Int: SourcePosition] {
    let requested = Set(indices)
    var found: [Int: Int] = [:]
    var scanner = JSONScanner(bytes)
    try? scanner.walk { index, offset in
      if requested.contains(index) { found[index] = offset }
      return found.count < requested.count
    }
    let positions = SourcePosition.positions(ofOffsets: Array(found.values), in: bytes)
    return found.compactMapValues { positions[$0] }
  }

  /// Returns the byte ranges of the values with these tape indices.
  static func ranges(of indices: [Int], in bytes: [UInt8]) -> [Int: Range<Int>] {
    var rest = Set(indices)
    var found: [Int: Range<Int>] = [:]
    var open: [(index: Int, start: Int)] = []
    var scanner = JSONScanner(bytes)
    func find(_ index: Int, _ range: Range<Int>) {
      if rest.remove(index) != nil { found[index] = range }
    }
    while !rest.isEmpty {
      scanner.skipSpace()
      let (start, index) = (scanner.offset, scanner.tapeIndex)
      guard let token = try? scanner.nextToken() else { break }
      switch token {
      case .begin: open.append((index, start))
      case .end:
        guard let begun = open.popLast() else { return found }
        find(begun.index, begun.start..<scanner.offset)
      case .string, .scalar: find(index, start..<scanner.offset)
      case .colon, .comma: break
      case .finish: return found
      }
    }
    return found
  }

  private func checkText() throws(Fault) {
    guard let faultOffset = TextEncoding.firstFault(inUTF8: bytes) else { return }
    throw Fault(offset: faultOffset, cause: TextEncoding.cause(ofInvalid: bytes[faultOffset]))
  }

  private func hexadecimal(_ byte: UInt8) -> String { "0x" + String(byte, radix: 16, uppercase: true) }

  /// Passes every token's tape index and byte offset to `visit`, and stops when it returns false.
  /// - Throws: `Fault` at the first error.
  private mutating func walk(_ visit: (_ index: Int, _ offset: Int) -> Bool) throws(Fault) {
    enum Expected { case value, valueOrEnd, keyOrEnd, key, colon, commaOrEnd, finish }
    var expected = Expected.value
    var open: [(isObject: Bool, offset: Int)] = []
    while true {
      skipSpace()
      let start = offset
      let index = tapeIndex
      let token = try nextToken()
      func fault(_ cause: String) -> Fault { Fault(offset: start, cause: cause) }
      switch (expected, token) {
      case (.value, .begin(let isObject)), (.valueOrEnd, .begin(let isObject)):
        open.append((isObject, start))
        expected = isObject ? .keyOrEnd : .valueOrEnd
      case (.value, .string), (.value, .scalar), (.valueOrEnd, .string), (.valueOrEnd, .scalar):
        expected = open.isEmpty ? .finish : .commaOrEnd
      case (.keyOrEnd, .string), (.key, .string): expected = .colon
      case (.colon, .colon): expected = .value
      case (.commaOrEnd, .comma): expected = open.last?.isObject == true ? .key : .value
      case (.keyOrEnd, .end(true)), (.valueOrEnd, .end(false)):
        open.removeLast()
        expected = open.isEmpty ? .finish : .commaOrEnd
      case (.commaOrEnd, .end(let isObject)) where open.last?.isObject == isObject:
        open.removeLast()
        expected = open.isEmpty ? .finish : .commaOrEnd
      case (.finish, .finish): return
      case (.finish, _): throw fault("there is more text after the end of the JSON value")
      case (_, .finish):
        guard let last = open.last else { throw fault("the file contains no JSON value") }
        let position = SourcePosition(offset: last.offset, in: bytes)
        throw fault("the text ends before the \(last.isObject ? "{" : "[") of line \(position.line) is closed")
      case (.colon, _): throw fault("a colon is missing after the key")
      case (.key, _), (.keyOrEnd, _): throw fault("a key in double quotes is missing")
      case (.commaOrEnd, _): throw fault("a comma or \(open.last?.isObject == true ? "}" : "]") is missing")
      case (.value, _), (.valueOrEnd, _): throw fault("a value is missing")
      }
      // Colons, commas and ends have no index of their own.
      if token.hasTapeIndex, !visit(index, start) { return }
    }
  }

  private mutating func skipSpace() {
    while offset < bytes.count, Self.isSpace(bytes[offset]) { offset += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  private mutating func nextToken() throws(Fault) -> Token {
    guard offset < bytes.count else { return .finish }
    let byte = bytes[offset]
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      advance()
      return .begin(isObject: byte == UInt8(ascii: "{"))
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      advance()
      return .end(isObject: byte == UInt8(ascii: "}"))
    case UInt8(ascii: ":"):
      offset += 1
      return .colon
    case UInt8(ascii: ","):
      offset += 1
      return .comma
    case UInt8(ascii: "\""):
      try skipString()
      return .string
    default:
      try skipScalar()
      return .scalar
    }
  }

  private mutating func advance() {
    offset += 1
    tapeIndex += 1
  }

  private mutating func skipString() throws(Fault) {
    let start = offset
    offset += 1
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      if bytes[offset] < 0x20 {
        throw Fault(offset: offset, cause: "a control character (\(hexadecimal(bytes[offset]))) in a string")
      }
      if bytes[offset] == UInt8(ascii: "\\") { try skipEscape() } else { offset += 1 }
    }
    guard offset < bytes.count else { throw Fault(offset: start, cause: "the string is not closed") }
    advance()
  }

  private mutating func skipEscape() throws(Fault) {
    let start = offset
    offset += 2
    guard start + 1 < bytes.count else { return }
    switch bytes[start + 1] {
    case UInt8(ascii: "u"):
      guard let unit = hexadecimalUnit(at: offset) else {
        throw Fault(offset: start, cause: "\\u needs four hexadecimal digits")
      }
      offset += 4
      guard unit & 0xF800 == 0xD800 else { return }
      let isPair =
        unit & 0xFC00 == 0xD800 && bytes[offset...].starts(with: "\\u".utf8)
        && hexadecimalUnit(at: offset + 2).map { $0 & 0xFC00 == 0xDC00 } == true
      if isPair {
        offset += 6
      } else {
        rewrites.append((start..<offset, String(LoneSurrogate.carrier(of: unit))))
      }
    case let byte where !"\"\\/bfnrt".utf8.contains(byte):
      throw Fault(offset: start, cause: "unknown escape in a string")
    default: break
    }
  }

  private func hexadecimalUnit(at offset: Int) -> UInt16? {
    guard offset + 4 <= bytes.count else { return nil }
    let digits = bytes[offset..<offset + 4]
    guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func skipScalar() throws(Fault) {
    let start = offset
    while offset < bytes.count, !" \n\r\t,:]}[{\"".utf8.contains(bytes[offset]) { offset += 1 }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if ["true", "false", "null"].contains(text) {
      tapeIndex += 1
      return
    }
    guard Self.isNumber(bytes[start..<offset]) else {
      throw Fault(offset: start, cause: "“\(text.prefix(20))” isn't a JSON value")
    }
    let isWhole = !text.contains { ".eE".contains($0) }
    if !isWhole || Int64(text) == nil && UInt64(text) == nil {
      guard Double(text)?.isFinite == true else {
        throw Fault(offset: start, cause: "the number \(text.prefix(24)) is out of range")
      }
      // With an exponent, simdjson reads it as a double.
      if isWhole { rewrites.append((offset..<offset, Self.exponent)) }
    }
    tapeIndex += 2
  }

  /// Whether the text matches JSON's number grammar.
  static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    func dropDigits() -> Int {
      let digits = rest.prefix(while: isDigit).count
      rest = rest.dropFirst(digits)
      return digits
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = dropDigits()
    if whole == 0 || startsWithZero && whole > 1 { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      if dropDigits() == 0 { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
      if dropDigits() == 0 { return false }
    }
    return rest.isEmpty
  }
}
