/// How XML text is laid out.
public struct XMLStyle: Hashable, Sendable {
  /// What one level is indented by (possibly nothing, with line breaks), or nil for everything on one line.
  public var indent: String?
  public var lineBreak: String
  /// Whether an element with nothing in it is written `<a/>`; Blockly writes `<a></a>`.
  public var closesEmptyElements: Bool

  public init(indent: String?, lineBreak: String = "\n", closesEmptyElements: Bool = false) {
    self.indent = indent
    self.lineBreak = lineBreak
    self.closesEmptyElements = closesEmptyElements
  }

  /// As Blockly's Xml.domToText writes it.
  public static let compact = XMLStyle(indent: nil)
  /// As Blockly's Xml.domToPrettyText writes it.
  public static let pretty = XMLStyle(indent: "  ")
}

/// Writes XML text as Blockly does, at any depth. Text is never changed by the layout.
public struct XMLWriter: XMLSink {
  public private(set) var bytes: [UInt8] = []
  /// The deepest nesting that was written.
  public private(set) var deepest = 0

  private let style: XMLStyle
  private let indent: [UInt8]
  private let lineBreak: [UInt8]
  private var open: [(name: String, holdsElements: Bool, holdsText: Bool)] = []
  private var tagIsOpen = false

  public init(style: XMLStyle = .compact) {
    self.style = style
    indent = Array((style.indent ?? "").utf8)
    lineBreak = Array(style.lineBreak.utf8)
  }

  public mutating func begin(_ name: String) {
    beginNode()
    bytes.append(UInt8(ascii: "<"))
    bytes.append(contentsOf: name.utf8)
    open.append((name, false, false))
    deepest = max(deepest, open.count)
    tagIsOpen = true
  }

  public mutating func attribute(_ name: String, _ value: String) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: name.utf8)
    bytes.append(contentsOf: "=\"".utf8)
    escape(value, inAttribute: true)
    bytes.append(UInt8(ascii: "\""))
  }

  public mutating func text(_ text: String) {
    guard !text.isEmpty else { return }
    finishTag()
    if let last = open.indices.last { open[last].holdsText = true }
    escape(text, inAttribute: false)
  }

  public mutating func comment(_ text: String) {
    beginNode()
    bytes.append(contentsOf: "<!--\(text)-->".utf8)
  }

  public mutating func instruction(_ text: String) {
    beginNode()
    bytes.append(contentsOf: "<?\(text)?>".utf8)
  }

  public mutating func end() {
    guard let element = open.popLast() else { return }
    if tagIsOpen, style.closesEmptyElements {
      bytes.append(contentsOf: "/>".utf8)
      tagIsOpen = false
      return
    }
    finishTag()
    if element.holdsElements && !element.holdsText { breakLine() }
    bytes.append(contentsOf: "</".utf8)
    bytes.append(contentsOf: element.name.utf8)
    bytes.append(UInt8(ascii: ">"))
  }

  private mutating func beginNode() {
    finishTag()
    guard let last = open.indices.last else { return }
    open[last].holdsElements = true
    if !open[last].holdsText { breakLine() }
  }

  private mutating func finishTag() {
    if tagIsOpen { bytes.append(UInt8(ascii: ">")) }
    tagIsOpen = false
  }

  private mutating func breakLine() {
    guard style.indent != nil else { return }
    bytes.append(contentsOf: lineBreak)
    for _ in open { bytes.append(contentsOf: indent) }
  }

  /// Control characters become references, though XML forbids them, because Blockly writes and reads them so.
  private mutating func escape(_ text: String, inAttribute: Bool) {
    var text = text
    text.withUTF8 { text in
      for place in text.indices {
        let byte = text[place]
        switch byte {
        case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
        case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
        case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
        case UInt8(ascii: "\"") where inAttribute: bytes.append(contentsOf: "&quot;".utf8)
        case 0x0A where !inAttribute: bytes.append(byte)
        case 0..<0x20: reference(UInt32(byte))
        case 0xBE...0xBF where place > 1 && text[place - 1] == 0xBF && text[place - 2] == 0xEF:
          // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
          bytes.removeLast(2)
          reference(0xFF40 + UInt32(byte))
        case 0x80...0xBF where place > 2:
          bytes.append(byte)
          if let unit = LoneSurrogate.unit(at: place - 3, of: text) {
            bytes.removeLast(4)
            reference(UInt32(unit))
          }
        default: bytes.append(byte)
        }
      }
    }
  }

  private mutating func reference(_ value: UInt32) { bytes.append(contentsOf: "&#\(value);".utf8) }
}

extension XMLElement {
  /// The element as compact XML text.
  public func xmlText() -> String {
    var writer = XMLWriter(style: .compact)
    writer.element(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
