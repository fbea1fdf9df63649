/// Receives XML piece by piece, to write a file (`XMLWriter`) or to build an element in memory (`XMLBuilder`).
public protocol XMLSink {
  /// Begins an element, inside the innermost open one.
  mutating func begin(_ name: String)
  /// Writes an attribute of the element just begun, which must still be empty.
  mutating func attribute(_ name: String, _ value: String)
  /// Writes text, unescaped; the sink escapes what XML demands. An empty text writes nothing.
  mutating func text(_ text: String)
  /// Writes a comment, without its brackets; it may not contain `--`.
  mutating func comment(_ text: String)
  /// Writes a processing instruction, without its brackets.
  mutating func instruction(_ text: String)
  /// Ends the innermost open element.
  mutating func end()
}

extension XMLSink {
  /// Writes a whole element, however deep, in one pass.
  public mutating func element(_ element: XMLElement) {
    let storage = element.storage
    var ends: [Int] = []
    for index in element.index..<element.end {
      while let last = ends.last, last <= index {
        end()
        ends.removeLast()
      }
      switch storage.nodes[index].content {
      case .element(let name, let range):
        begin(name)
        for entry in storage.attributes[range] { attribute(entry.name, entry.value) }
        ends.append(storage.nodes[index].end)
      case .text(let part): text(part)
      case .comment(let part): comment(part)
      case .instruction(let part): instruction(part)
      }
    }
    for _ in ends { end() }
  }

  /// Writes a child node of an element.
  public mutating func node(_ node: XMLElement.Node) {
    switch node {
    case .element(let element): self.element(element)
    case .text(let text): self.text(text)
    case .comment(let text): comment(text)
    case .instruction(let text): instruction(text)
    }
  }

  /// Writes an element that contains only text.
  public mutating func element(_ name: String, attributes: [XMLAttribute] = [], text content: String) {
    begin(name)
    for entry in attributes { attribute(entry.name, entry.value) }
    text(content)
    end()
  }
}

/// Builds an `XMLElement` in memory.
public struct XMLBuilder: XMLSink {
  private let storage = XMLStorage()
  private var open: [Int] = []

  /// Creates a builder without an element. Begin and end one, and take it with `finish()`.
  public init() {}

  /// Reserves memory for a document of this size, as copying a growing one takes a tenth of the time of parsing it.
  /// Compact programs have a node for each 32 bytes, and an attribute for each 30. Unused memory is never touched.
  func expect(byteCount: Int) {
    storage.nodes.reserveCapacity(byteCount / 30)
    storage.attributes.reserveCapacity(byteCount / 28)
  }

  public mutating func begin(_ name: String) {
    let hasPrefix = name.utf8.contains(UInt8(ascii: ":"))
    begin(name, attributesFrom: storage.attributes.count, hasPrefix: hasPrefix, offset: 0)
  }

  /// Begins an element with all its attributes.
  /// - Parameters:
  ///   - start: the number of attributes that `add` had added before the first of this element.
  ///   - hasPrefix: whether the name may have a prefix.
  mutating func begin(_ name: String, attributesFrom start: Int, hasPrefix: Bool, offset: Int) {
    if hasPrefix { storage.hasPrefixes = true }
    let attributes = start..<storage.attributes.count
    open.append(storage.nodes.count)
    storage.nodes.append(.init(content: .element(name: name, attributes: attributes), end: 0, offset: offset))
  }

  /// Adds an attribute of the next element to begin.
  mutating func add(_ attribute: XMLAttribute) { storage.attributes.append(attribute) }

  /// The number of attributes so far.
  var attributeCount: Int { storage.attributes.count }

  public mutating func attribute(_ name: String, _ value: String) {
    guard let last = storage.nodes.last, case .element(let element, let range) = last.content else { return }
    storage.attributes.append(XMLAttribute(name, value))
    let widened = range.lowerBound..<storage.attributes.count
    storage.nodes[storage.nodes.count - 1].content = .element(name: element, attributes: widened)
  }

  public mutating func text(_ text: String) {
    if !text.isEmpty { leaf(.text(text), offset: 0) }
  }

  public mutating func comment(_ text: String) { leaf(.comment(text), offset: 0) }
  public mutating func instruction(_ text: String) { leaf(.instruction(text), offset: 0) }

  mutating func leaf(_ content: XMLStorage.Content, offset: Int) {
    if case .text = content {} else { storage.hasRemarks = true }
    storage.nodes.append(.init(content: content, end: storage.nodes.count + 1, offset: offset))
  }

  public mutating func end() {
    let start = open.removeLast()
    storage.nodes[start].end = storage.nodes.count
  }

  /// Records where the root ends in the source.
  func endSource(at offset: Int) { storage.sourceEnd = offset }

  var hasOpenElements: Bool { !open.isEmpty }

  /// The name of the innermost open element.
  var innermostName: String? { open.last.map { XMLElement(storage: storage, index: $0).qualifiedName } }

  /// Whether the innermost open element is still empty.
  var innermostIsEmpty: Bool { open.last == storage.nodes.count - 1 }

  /// Returns the finished element. Exactly one must have been begun and ended.
  public func finish() -> XMLElement {
    precondition(open.isEmpty && !storage.nodes.isEmpty, "an unfinished XML element")
    return XMLElement(storage: storage, index: 0)
  }
}

extension XMLElement {
  /// Returns an element with the content that `fill` writes.
  public static func building(_ name: String, _ fill: (inout XMLBuilder) -> Void = { _ in }) -> XMLElement {
    var builder = XMLBuilder()
    builder.begin(name)
    fill(&builder)
    builder.end()
    return builder.finish()
  }
}
