/// The layout of XML text.
public struct XMLStyle: Hashable, Sendable {
  /// The indentation of one level (may be empty, with line breaks); nil puts everything on one line.
  public var indent: String?
  /// Ends each line when the text is indented: `\n`, or `\r\n` for files that had it.
  public var lineBreak: String
  /// Whether an empty element is written as `<a/>`; Blockly writes `<a></a>`.
  public var closesEmptyElements: Bool
  /// The deepest level that is indented; nil for no limit.
  public var deepestIndentation: Int?

  /// - Parameter indent: nil for one line; then `lineBreak` and `deepestIndentation` are ignored.
  public init(
    indent: String?, lineBreak: String = "\n", closesEmptyElements: Bool = false, deepestIndentation: Int? = nil
  ) {
    self.indent = indent
    self.lineBreak = lineBreak
    self.closesEmptyElements = closesEmptyElements
    self.deepestIndentation = deepestIndentation
  }

  /// The layout of Blockly's Xml.domToText.
  public static let compact = XMLStyle(indent: nil)
  /// The layout of Blockly's Xml.domToPrettyText.
  public static let pretty = XMLStyle(indent: "  ")
}

/// Writes XML text as Blockly does, at any depth. The layout never changes an element's text.
public struct XMLWriter: XMLSink {
  /// The text so far, in UTF-8.
  public private(set) var bytes: [UInt8] = []
  /// The deepest nesting written so far.
  public private(set) var deepest = 0

  private let style: XMLStyle
  private let indent: [UInt8]
  /// The longest indentation so far.
  private var indentation: [UInt8] = []
  private let lineBreak: [UInt8]
  private var open: [(name: String, holdsElements: Bool, holdsText: Bool)] = []
  private var tagIsOpen = false

  /// Creates a writer without text. Begin and end one element, and take the text from `bytes`.
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
    guard open.count <= style.deepestIndentation ?? .max else { return }
    let width = open.count * indent.count
    while indentation.count < width { indentation += indent }
    bytes.append(contentsOf: indentation[..<width])
  }

  /// Writes control characters as references, as Blockly does, although XML forbids them.
  private mutating func escape(_ text: String, inAttribute: Bool) {
    let utf8 = text.utf8
    let text = utf8.span
    for index in text.indices {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\"") where inAttribute: bytes.append(contentsOf: "&quot;".utf8)
      case 0x0A where !inAttribute: bytes.append(byte)
      case 0..<0x20: reference(UInt32(byte))
      case 0xBE...0xBF where index > 1 && text[index - 1] == 0xBF && text[index - 2] == 0xEF:
        // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
        bytes.removeLast(2)
        reference(0xFF40 + UInt32(byte))
      case 0x80...0xBF where index > 2:
        bytes.append(byte)
        if let unit = LoneSurrogate.unit(at: index - 3, of: text) {
          bytes.removeLast(4)
          reference(UInt32(unit))
        }
      default: bytes.append(byte)
      }
    }
  }

  private mutating func reference(_ value: UInt32) { bytes.append(contentsOf: "&#\(value);".utf8) }
}

extension XMLElement {
  /// Returns the element as compact XML text.
  public func xmlText() -> String {
    var writer = XMLWriter(style: .compact)
    writer.element(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
