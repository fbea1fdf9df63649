/// The layout of JSON text.
public struct JSONStyle: Hashable, Sendable {
  /// The indentation of one level; nil puts everything on one line.
  public var indent: String?
  /// Follows each comma and colon when all text is on one line: `""` as in JSON.stringify, `" "` as in Python.
  public var separatorSpace: String
  /// Ends each line when the text is indented: `\n`, or `\r\n` for files that had it.
  public var lineBreak: String
  /// The deepest level that is indented; nil for no limit.
  public var deepestIndentation: Int?

  /// - Parameter indent: nil for one line; then `lineBreak` and `deepestIndentation` are ignored.
  public init(
    indent: String?, separatorSpace: String = "", lineBreak: String = "\n", deepestIndentation: Int? = nil
  ) {
    self.indent = indent
    self.separatorSpace = separatorSpace
    self.lineBreak = lineBreak
    self.deepestIndentation = deepestIndentation
  }

  /// The layout of JSON.stringify(value).
  public static let compact = JSONStyle(indent: nil)
  /// The layout of JSON.stringify(value, null, 2).
  public static let pretty = JSONStyle(indent: "  ")
}

/// Writes JSON text as JSON.stringify does, at any depth.
public struct JSONWriter: JSONSink {
  private var buffer = ByteBuffer()
  /// The deepest nesting written so far.
  public private(set) var deepest = 0

  private let style: JSONStyle
  private let isPretty: Bool
  private let indent: [UInt8]
  /// The longest indentation so far.
  private var indentation: [UInt8] = []
  private let lineBreak: [UInt8]
  /// The text after a colon, and after a comma without a line break.
  private let colonSpace: [UInt8]
  private let commaSpace: [UInt8]
  private var depth = 0
  private var isFirst = true
  private var followsKey = false

  /// Creates a writer without text. Write one value, and take the text with `takeBytes()`.
  public init(style: JSONStyle = .compact) {
    self.style = style
    isPretty = style.indent != nil
    indent = Array((style.indent ?? "").utf8)
    lineBreak = Array(style.lineBreak.utf8)
    commaSpace = style.indent == nil ? Array(style.separatorSpace.utf8) : []
    colonSpace = style.indent == nil ? commaSpace : [UInt8(ascii: " ")]
  }

  /// Returns an object of the members that `members` writes, as a line of a file.
  public static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(nil, members)
    writer.buffer.append(UInt8(ascii: "\n"))
    return writer.takeBytes()
  }

  /// The length of the text so far, in bytes.
  package var count: Int { buffer.count }

  /// A copy of the text so far.
  public var bytes: [UInt8] { buffer.bytes }

  /// Returns the text without copying it, and removes it from the writer.
  public mutating func takeBytes() -> [UInt8] { buffer.take() }

  /// Reserves memory for text of about this many bytes.
  public mutating func expect(_ count: Int) { buffer.expect(count) }

  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  public mutating func key(_ key: String) {
    separate()
    quote(key)
    buffer.append(UInt8(ascii: ":"))
    if !colonSpace.isEmpty { buffer.append(colonSpace) }
    followsKey = true
  }

  public mutating func string(_ string: String) {
    separate()
    quote(string)
  }

  public mutating func integer(_ integer: Int) { raw(String(integer)) }
  public mutating func number(_ number: Double) { raw(number.isFinite ? NumberText.text(number) : "null") }
  public mutating func numeral(_ text: String, value: Double) { raw(text) }
  public mutating func boolean(_ boolean: Bool) { raw(boolean ? "true" : "false") }
  public mutating func null() { raw("null") }

  private mutating func raw(_ text: String) {
    separate()
    buffer.append(text.utf8)
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    buffer.append(bracket)
    depth += 1
    deepest = max(deepest, depth)
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if !isFirst { breakLine() }
    buffer.append(bracket)
    isFirst = false
  }

  /// Writes the comma and line break before a key or an element.
  @inline(__always) private mutating func separate() {
    if followsKey {
      followsKey = false
      isFirst = false
      return
    }
    guard depth > 0 else { return }
    if !isFirst {
      buffer.append(UInt8(ascii: ","))
      if !commaSpace.isEmpty { buffer.append(commaSpace) }
    }
    isFirst = false
    breakLine()
  }

  @inline(__always) private mutating func breakLine() {
    if isPretty { indentLine() }
  }

  private mutating func indentLine() {
    buffer.append(lineBreak)
    guard depth <= style.deepestIndentation ?? .max else { return }
    let width = depth * indent.count
    while indentation.count < width { indentation += indent }
    buffer.append(indentation[..<width])
  }

  private mutating func quote(_ string: String) {
    let text = string.utf8
    let bytes = text.span
    let plain = buffer.appendQuoted(bytes)
    // Nearly every string is plain.
    if plain < bytes.count { escape(bytes.extracting(plain...)) }
  }

  /// Writes the rest of a text, with escape sequences, and a quotation mark.
  private mutating func escape(_ text: Span<UInt8>) {
    var index = 0
    while index < text.count { index += writeEscaped(text.extracting(index...)) }
    buffer.append(UInt8(ascii: "\""))
  }

  /// Writes the first byte of a text, or the carrier of a lone surrogate, with an escape sequence if it needs one.
  /// - Returns: the number of bytes.
  private mutating func writeEscaped(_ text: Span<UInt8>) -> Int {
    let byte = text[0]
    switch byte {
    case 0xF4:
      if let unit = LoneSurrogate.unit(at: 0, of: text) {
        buffer.append("\\u\(String(unit, radix: 16))".utf8)
        return 4
      }
      buffer.append(byte)
    case 0x08: buffer.append("\\b".utf8)
    case 0x09: buffer.append("\\t".utf8)
    case 0x0A: buffer.append("\\n".utf8)
    case 0x0C: buffer.append("\\f".utf8)
    case 0x0D: buffer.append("\\r".utf8)
    case 0..<0x20:
      buffer.append("\\u00".utf8)
      buffer.append([UInt8(ascii: byte < 0x10 ? "0" : "1"), Self.hexadecimal[Int(byte & 0xF)]])
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): buffer.append([UInt8(ascii: "\\"), byte])
    default: buffer.append(byte)
    }
    return 1
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
}

extension JSONValue {
  /// Returns the value as JSON text.
  public func text(style: JSONStyle = .compact) -> String {
    var writer = JSONWriter(style: style)
    writer.value(self)
    return String(decoding: writer.takeBytes(), as: UTF8.self)
  }
}
