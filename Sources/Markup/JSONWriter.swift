/// How JSON text is laid out.
public struct JSONStyle: Hashable, Sendable {
  /// What one level is indented by, or nil for everything on one line.
  public var indent: String?
  /// Stands behind each comma and colon where everything is on one line: `""` as JSON.stringify, `" "` as Python.
  public var separatorSpace: String
  public var lineBreak: String

  public init(indent: String?, separatorSpace: String = "", lineBreak: String = "\n") {
    self.indent = indent
    self.separatorSpace = separatorSpace
    self.lineBreak = lineBreak
  }

  /// As JSON.stringify(value) writes it.
  public static let compact = JSONStyle(indent: nil)
  /// As JSON.stringify(value, null, 2) writes it.
  public static let pretty = JSONStyle(indent: "  ")
}

/// Writes JSON text as JSON.stringify does, at any depth.
public struct JSONWriter: JSONSink {
  public private(set) var bytes: [UInt8] = []
  /// The deepest nesting that was written.
  public private(set) var deepest = 0

  private let style: JSONStyle
  private let indent: [UInt8]
  private let lineBreak: [UInt8]
  private var depth = 0
  private var isFirst = true
  private var followsKey = false

  public init(style: JSONStyle = .compact) {
    self.style = style
    indent = Array((style.indent ?? "").utf8)
    lineBreak = Array(style.lineBreak.utf8)
  }

  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  public mutating func key(_ key: String) {
    separate()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(contentsOf: style.indent == nil ? style.separatorSpace.utf8 : " ".utf8)
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
    bytes.append(contentsOf: text.utf8)
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

  /// The comma and the line break before a key or an element.
  private mutating func separate() {
    if followsKey {
      followsKey = false
      isFirst = false
      return
    }
    guard depth > 0 else { return }
    if !isFirst {
      bytes.append(UInt8(ascii: ","))
      if style.indent == nil { bytes.append(contentsOf: style.separatorSpace.utf8) }
    }
    isFirst = false
    breakLine()
  }

  private mutating func breakLine() {
    guard style.indent != nil else { return }
    bytes.append(contentsOf: lineBreak)
    for _ in 0..<depth { bytes.append(contentsOf: indent) }
  }

  private mutating func quote(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    // Nearly every string can stand as it is.
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
    var place = 0
    while place < text.count {
      let byte = text[place]
      switch byte {
      case 0xF4:
        if let unit = LoneSurrogate.unit(at: place, of: text) {
          bytes.append(contentsOf: "\\u\(String(unit, radix: 16))".utf8)
          place += 3
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
      place += 1
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
