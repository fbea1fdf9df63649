/// The values of a JSON text with their keys, places and blanks, for text that `JSONParser` accepts. simdjson provides
/// none of these, and `JSONScanner` only the ranges of requested values.
package struct JSONSource {
  /// A value, or a member of an object with its key.
  package struct Node: SourceNode {
    package enum Kind { case object, array, scalar }

    package var kind: Kind
    /// The key of a member with its quotes; empty for an element of an array.
    package var key: Range<Int>
    /// The value, in bytes.
    package var range: Range<Int>
    /// The white space before the key or value.
    package var lead: Range<Int>
    /// The white space before the comma that follows; empty if none does.
    package var trail = 0..<0
    /// The white space before the closing bracket.
    package var close = 0..<0
    /// The index of the object or array around it; -1 for the root.
    package var parent: Int
    /// The index after its last descendant.
    package var end: Int

    /// The whole member, or the value.
    package var start: Int { key.isEmpty ? range.lowerBound : key.lowerBound }
  }

  package let bytes: [UInt8]
  /// The root and its descendants, in the order of the text.
  package private(set) var nodes: [Node] = []

  /// - Parameter depth: the nesting up to which values are listed; that of the root is 0.
  /// - Returns: nil if the text isn't an object or an array, or doesn't end it.
  package init?(_ bytes: [UInt8], depth: Int = .max) {
    self.bytes = bytes
    guard scan(to: depth) else { return nil }
  }

  private mutating func scan(to depth: Int) -> Bool {
    /// The open objects and arrays; -1 for those that aren't listed.
    var open: [Int] = []
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var (key, lead) = (0..<0, position..<position)
    /// The value that ended last; -1 for one that isn't listed.
    var last = -1
    while position < bytes.count {
      let start = position
      while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
      if position == bytes.count { return false }
      let blank = start..<position
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if key.isEmpty { lead = blank }
        let isListed = open.count <= depth
        if isListed {
          let kind: Node.Kind = bytes[position] == UInt8(ascii: "{") ? .object : .array
          add(kind, position..<position + 1, key, lead, in: open.last)
        }
        open.append(isListed ? nodes.count - 1 : -1)
        (key, position) = (0..<0, position + 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard let index = open.popLast() else { return false }
        last = index
        if index >= 0 {
          nodes[index].close = blank
          nodes[index].range = nodes[index].range.lowerBound..<position + 1
          nodes[index].end = nodes.count
        }
        position += 1
        if open.isEmpty { return true }
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if bytes[position] == UInt8(ascii: ","), last >= 0 { nodes[last].trail = blank }
        position += 1
      default:
        guard let parent = open.last, let end = endOfScalar(at: position) else { return false }
        if parent < 0 {
          (last, position) = (-1, end)
          continue
        }
        if nodes[parent].kind == .object, key.isEmpty {
          (key, lead) = (position..<end, blank)
        } else {
          if open.count <= depth { add(.scalar, position..<end, key, key.isEmpty ? blank : lead, in: parent) }
          (key, last) = (0..<0, open.count <= depth ? nodes.count - 1 : -1)
        }
        position = end
      }
    }
    return false
  }

  private mutating func add(
    _ kind: Node.Kind, _ range: Range<Int>, _ key: Range<Int>, _ lead: Range<Int>, in parent: Int?
  ) {
    nodes.append(
      Node(kind: kind, key: key, range: range, lead: lead, parent: parent ?? -1, end: nodes.count + 1))
  }

  private func endOfScalar(at start: Int) -> Int? {
    var position = start
    guard bytes[start] == UInt8(ascii: "\"") else {
      while position < bytes.count, !Self.isBlank(bytes[position]), !Self.isMark(bytes[position]) { position += 1 }
      return position > start ? position : nil
    }
    position += 1
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\\") {
        position += 2
      } else if bytes[position] == UInt8(ascii: "\"") {
        return position + 1
      } else {
        position += 1
      }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  private static func isMark(_ byte: UInt8) -> Bool {
    [UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(byte)
  }

  // MARK: - Parts

  /// Returns the key of a member with its quotes; empty for others.
  package func key(of index: Int) -> ArraySlice<UInt8> { bytes[nodes[index].key] }

  /// Returns the text of a value.
  package func text(of index: Int) -> ArraySlice<UInt8> { bytes[nodes[index].range] }

  /// Returns the member of an object with a key; nil if there is none.
  package func member(_ key: String, of index: Int) -> Int? {
    guard nodes[index].kind == .object else { return nil }
    return nodes.children(of: index).first { self.key(of: $0).dropFirst().dropLast().elementsEqual(key.utf8) }
  }
}
