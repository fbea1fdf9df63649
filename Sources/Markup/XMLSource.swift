/// The parts of an XML text with their places, for text that `XMLParser` accepts. Texts stay as they are written, with
/// references and the quotes of attributes.
///
/// expat reports where elements begin, but not the places of attributes, white space and end tags, so this finds them
/// itself.
package struct XMLSource {
  /// An element, a text, a comment or an instruction.
  package struct Node: SourceNode {
    package enum Kind { case element, text, remark }

    package var kind: Kind
    /// The byte range of the whole part.
    package var range: Range<Int>
    /// The start tag of an element.
    package var head = 0..<0
    /// The end tag of an element; empty if the start tag closes it.
    package var tail = 0..<0
    /// The index of the element around it; -1 for the root.
    package var parent: Int
    /// The index after its last descendant.
    package var end: Int
  }

  /// An attribute.
  package struct Attribute {
    package var name: ArraySlice<UInt8>
    /// The value between the quotes.
    package var value: Range<Int>
    /// The whole attribute, with the white space before it.
    package var range: Range<Int>
  }

  package let bytes: [UInt8]
  /// The root and its descendants, in the order of the text.
  package private(set) var nodes: [Node] = []

  /// - Parameter depth: the nesting up to which parts are listed; that of the root is 0.
  /// - Returns: nil if the text has no root, or doesn't end it.
  package init?(_ bytes: [UInt8], depth: Int = .max) {
    self.bytes = bytes
    guard scan(to: depth) else { return nil }
  }

  private static let (less, greater, slash, quote, apostrophe) = (
    UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "'")
  )

  private mutating func scan(to depth: Int) -> Bool {
    /// The open elements; -1 for those that aren't listed.
    var open: [Int] = []
    var position = 0
    while position < bytes.count {
      let parent = open.count > depth ? nil : open.last
      guard bytes[position] == Self.less else {
        let end = bytes[position...].firstIndex(of: Self.less) ?? bytes.count
        if let parent { add(.text, position..<end, in: parent) }
        position = end
        continue
      }
      guard let end = endOfMarkup(at: position) else { return false }
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
        let isText = bytes[position..<end].starts(with: "<![CDATA[".utf8)
        if let parent { add(isText ? .text : .remark, position..<end, in: parent) }
      } else if next == Self.slash {
        guard let index = open.popLast() else { return false }
        if index >= 0 {
          nodes[index].tail = position..<end
          nodes[index].range = nodes[index].range.lowerBound..<end
          nodes[index].end = nodes.count
        }
        if open.isEmpty { return true }
      } else {
        let isClosed = bytes[end - 2] == Self.slash
        if open.isEmpty || parent != nil {
          nodes.append(
            Node(
              kind: .element, range: position..<end, head: position..<end, tail: end..<end, parent: parent ?? -1,
              end: nodes.count + 1))
        }
        if !isClosed {
          open.append(open.isEmpty || parent != nil ? nodes.count - 1 : -1)
        } else if open.isEmpty {
          return true
        }
      }
      position = end
    }
    return false
  }

  private mutating func add(_ kind: Node.Kind, _ range: Range<Int>, in parent: Int) {
    nodes.append(Node(kind: kind, range: range, parent: parent, end: nodes.count + 1))
  }

  /// The beginnings and ends of markup without attributes.
  private static let others = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]

  private func endOfMarkup(at start: Int) -> Int? {
    if start + 1 < bytes.count, [UInt8(ascii: "!"), UInt8(ascii: "?")].contains(bytes[start + 1]) {
      for (beginning, end) in Self.others where bytes[start...].starts(with: beginning.utf8) {
        return bytes[(start + beginning.utf8.count)...].firstRange(ofText: end)?.upperBound
      }
    }
    var position = start + 1
    var open: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      if let quote = open {
        if byte == quote { open = nil }
      } else if byte == Self.quote || byte == Self.apostrophe {
        open = byte
      } else if byte == Self.greater {
        return position + 1
      }
      position += 1
    }
    return nil
  }

  // MARK: - Parts

  /// Returns the name of an element, as it is written.
  package func name(of index: Int) -> ArraySlice<UInt8> {
    let head = nodes[index].head.dropFirst()
    return bytes[head].prefix { !Self.isBlank($0) && $0 != Self.slash && $0 != Self.greater }
  }

  /// Whether an element has an end tag.
  package func hasTail(_ index: Int) -> Bool { !nodes[index].tail.isEmpty }

  /// Returns the range of the text between the tags of an element.
  package func inner(of index: Int) -> Range<Int> { nodes[index].head.upperBound..<nodes[index].tail.lowerBound }

  /// Returns the attributes of an element, in their order.
  package func attributes(of index: Int) -> [Attribute] {
    var attributes: [Attribute] = []
    let head = nodes[index].head
    var position = name(of: index).endIndex
    while position < head.upperBound {
      let start = position
      while position < head.upperBound, Self.isBlank(bytes[position]) { position += 1 }
      let name = bytes[position..<head.upperBound].prefix {
        !Self.isBlank($0) && $0 != UInt8(ascii: "=") && $0 != Self.greater && $0 != Self.slash
      }
      guard !name.isEmpty, let quote = bytes[name.endIndex..<head.upperBound].firstIndex(where: Self.isQuote),
        let end = bytes[(quote + 1)..<head.upperBound].firstIndex(of: bytes[quote])
      else { break }
      attributes.append(Attribute(name: name, value: quote + 1..<end, range: start..<end + 1))
      position = end + 1
    }
    return attributes
  }

  /// Returns the value of an attribute, as it is written; nil if there is none.
  package func value(_ name: String, of index: Int) -> ArraySlice<UInt8>? {
    attributes(of: index).first { $0.name.elementsEqual(name.utf8) }.map { bytes[$0.value] }
  }

  /// Whether a node is white space.
  package func isBlank(_ index: Int) -> Bool {
    nodes[index].kind == .text && bytes[nodes[index].range].allSatisfy(Self.isBlank)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
  private static func isQuote(_ byte: UInt8) -> Bool { byte == quote || byte == apostrophe }
}
