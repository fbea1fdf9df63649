/// The layout of JSON text.
public struct JSONStyle: Hashable, Sendable {
  /// The indentation of one level; nil puts everything on one line.
  public var indent: String?
  /// Follows each comma and colon when all text is on one line: `""` as in JSON.stringify, `" "` as in Python.
  public var separatorSpace: String
  public var lineBreak: String
  /// The deepest level that is indented; nil for no limit.
  public var deepestIndentation: Int?

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
  public private(set) var bytes: [UInt8] = []
  /// The deepest nesting written so far.
  public private(set) var deepest = 0

  private let style: JSONStyle
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

  public init(style: JSONStyle = .compact) {
    self.style = style
    indent = Array((style.indent ?? "").utf8)
    lineBreak = Array(style.lineBreak.utf8)
    commaSpace = style.indent == nil ? Array(style.separatorSpace.utf8) : []
    colonSpace = style.indent == nil ? commaSpace : [UInt8(ascii: " ")]
  }

  /// Reserves memory for text of about this many bytes.
  public mutating func expect(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  public mutating func key(_ key: String) {
    separate()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
    if !colonSpace.isEmpty { bytes.append(contentsOf: colonSpace) }
    followsKey = true
  }

  public mutating func string(_ string: String) {
    separate()
    quote(string)
  }

  public mutating func integer(_ integer: Int) { raw(String(integer)) }
  public mutating func number(_ number: Double) { raw(number.isFinite ? NumberText.text(number) : "null") }
  public mutating func boolean(_ boolean: Bool) { raw(boolean ? "true" : "false") }
  public mutating func null() { raw("null") }

  private mutating func raw(_ text: String) {
    separate()
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth += 1
    deepest = max(deepest, depth)
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if !isFirst { breakLine() }
    bytes.append(bracket)
    isFirst = false
  }

  /// Writes the comma and line break before a key or an element.
  private mutating func separate() {
    if followsKey {
      followsKey = false
      isFirst = false
      return
    }
    guard depth > 0 else { return }
    if !isFirst {
      bytes.append(UInt8(ascii: ","))
      if !commaSpace.isEmpty { bytes.append(contentsOf: commaSpace) }
    }
    isFirst = false
    breakLine()
  }

  private mutating func breakLine() {
    guard style.indent != nil else { return }
    bytes.append(contentsOf: lineBreak)
    guard depth <= style.deepestIndentation ?? .max else { return }
    let width = depth * indent.count
    while indentation.count < width { indentation += indent }
    bytes.append(contentsOf: indentation[..<width])
  }

  private mutating func quote(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    // Nearly every string needs no escaping.
    var string = string
    string.withUTF8 { text in
      // 0xF4 may begin a lone surrogate.
      let isPlain = text.allSatisfy {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != 0xF4
      }
      if isPlain { bytes.append(contentsOf: text) } else { escape(text) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      switch byte {
      case 0xF4:
        if let unit = LoneSurrogate.unit(at: index, of: text) {
          bytes.append(contentsOf: "\\u\(String(unit, radix: 16))".utf8)
          index += 3
        } else {
          bytes.append(byte)
        }
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x20...: bytes.append(byte)
      case 0x08: bytes.append(contentsOf: "\\b".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0C: bytes.append(contentsOf: "\\f".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      default:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(contentsOf: [UInt8(ascii: byte < 0x10 ? "0" : "1"), Self.hexadecimal[Int(byte & 0xF)]])
      }
      index += 1
    }
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
}

extension JSONValue {
  /// The value as JSON text.
  public func text(style: JSONStyle = .compact) -> String {
    var writer = JSONWriter(style: style)
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
