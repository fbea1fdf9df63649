/// The storage of an XML document: its nodes in document order, each with the index just past its subtree.
///
/// The list is flat, so a document of any depth is walked, copied and freed without recursion. It never changes once an
/// `XMLElement` refers to it.
final class XMLStorage: @unchecked Sendable {
  enum Content {
    case element(name: String, attributes: Range<Int>)
    case text(String)
    case comment(String)
    case instruction(String)
  }

  struct Node {
    var content: Content
    /// The index just past this node's subtree.
    var end: Int
    /// The byte offset of the node in the source.
    var offset: Int
  }

  var nodes: [Node] = []
  var attributes: [XMLAttribute] = []
  /// Whether any element's name has a prefix.
  var hasPrefixes = false
  /// Whether there are comments or instructions.
  var hasRemarks = false
  /// The byte offset just past the root in the source.
  var sourceEnd = 0
}

/// An attribute of an XML element.
public struct XMLAttribute: Hashable, Sendable {
  /// The name with its prefix, as written.
  public var name: String
  /// The value, with references such as `&amp;` resolved.
  public var value: String

  /// Creates an attribute for a new element; its value is not escaped.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// An XML element of any depth: an index in a flat, shared, immutable list of nodes.
public struct XMLElement: Sendable {
  /// A child node of an element.
  public enum Node: Sendable {
    /// A child element.
    case element(XMLElement)
    /// Text between elements, with its references resolved.
    case text(String)
    /// The text between `<!--` and `-->`.
    case comment(String)
    /// A processing instruction: the text between `<?` and `?>`.
    case instruction(String)
  }

  let storage: XMLStorage
  let index: Int

  init(storage: XMLStorage, index: Int) {
    self.storage = storage
    self.index = index
  }

  /// The element's name without its prefix. This is the name that Blockly compares.
  public var name: String {
    let whole = qualifiedName
    guard storage.hasPrefixes, let colon = whole.utf8.lastIndex(of: UInt8(ascii: ":")) else { return whole }
    return String(whole[whole.index(after: colon)...])
  }

  /// The element's name as written, with its prefix.
  public var qualifiedName: String {
    if case .element(let name, _) = storage.nodes[index].content { name } else { "" }
  }

  /// The attributes, in source order.
  public var attributes: ArraySlice<XMLAttribute> {
    if case .element(_, let range) = storage.nodes[index].content { storage.attributes[range] } else { [] }
  }

  /// The value of the attribute with this name; nil if the element has none.
  public subscript(attribute name: String) -> String? {
    guard case .element(_, let range) = storage.nodes[index].content else { return nil }
    for position in range where storage.attributes[position].name == name { return storage.attributes[position].value }
    return nil
  }

  var end: Int { storage.nodes[index].end }

  /// The byte offset of the element in the source.
  public var offset: Int { storage.nodes[index].offset }

  /// The byte offset just past the root that the element belongs to.
  public var sourceEnd: Int { storage.sourceEnd }

  /// The number of comments and instructions directly in the element.
  public var remarkCount: Int {
    guard storage.hasRemarks else { return 0 }
    return nodes.reduce(0) { count, node in
      switch node {
      case .comment, .instruction: count + 1
      case .element, .text: count
      }
    }
  }

  /// The child nodes, in order.
  public var nodes: XMLNodes { XMLNodes(storage: storage, index: index + 1, end: end) }

  /// The child elements, in order.
  public var elements: some Sequence<XMLElement> {
    nodes.lazy.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// Whether any child is an element; texts and comments don't count.
  public var hasElements: Bool {
    var node = index + 1
    while node < end {
      if case .element = storage.nodes[node].content { return true }
      node = storage.nodes[node].end
    }
    return false
  }

  /// The number of nodes: the element itself and everything in it, however deep.
  public var size: Int { end - index }

  /// Whether the element has neither children nor attributes.
  public var isEmpty: Bool { end == index + 1 && attributes.isEmpty }

  /// The text of the element's own text nodes, joined.
  public var text: String {
    var text = ""
    for case .text(let part) in nodes { text = text.isEmpty ? part : text + part }
    return text
  }

  /// A copy in its own storage, which does not keep the source document alive.
  public var detached: XMLElement {
    var builder = XMLBuilder()
    builder.element(self)
    return builder.finish()
  }
}

extension XMLElement.Node {
  /// A copy in its own storage.
  public var detached: XMLElement.Node {
    if case .element(let element) = self { .element(element.detached) } else { self }
  }
}

/// The child nodes of an XML element.
public struct XMLNodes: Sequence, IteratorProtocol, Sendable {
  let storage: XMLStorage
  var index: Int
  let end: Int

  public mutating func next() -> XMLElement.Node? {
    guard index < end else { return nil }
    let current = index
    index = storage.nodes[current].end
    switch storage.nodes[current].content {
    case .element: return .element(XMLElement(storage: storage, index: current))
    case .text(let text): return .text(text)
    case .comment(let text): return .comment(text)
    case .instruction(let text): return .instruction(text)
    }
  }
}

extension XMLElement: Equatable {
  /// Compares names, attributes, text and order; ignores source offsets.
  public static func == (left: XMLElement, right: XMLElement) -> Bool {
    guard left.end - left.index == right.end - right.index else { return false }
    for offset in 0..<(left.end - left.index) {
      let a = left.storage.nodes[left.index + offset]
      let b = right.storage.nodes[right.index + offset]
      guard a.end - left.index == b.end - right.index else { return false }
      switch (a.content, b.content) {
      case (.element(let name, let range), .element(let other, let otherRange)):
        guard name == other, left.storage.attributes[range] == right.storage.attributes[otherRange]
        else { return false }
      case (.text(let text), .text(let other)), (.comment(let text), .comment(let other)),
        (.instruction(let text), .instruction(let other)):
        guard text == other else { return false }
      default: return false
      }
    }
    return true
  }
}
