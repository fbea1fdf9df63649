import BlockFormats
import BlockModel
import Markup

/// A container that writes a program in another dialect than Blockly's, stack by stack.
protocol DialectContainer: Container {}

/// Finds a program's unchanged stacks, for dialects that can write the same block in more ways than Blockly's XML.
enum UnchangedStacks {
  /// Returns Blockly's XML for a program with the original's form of the stacks that didn't change, and what it says of
  /// inputs in a line where that is usual for the block, which Blockly leaves out.
  /// - Parameters:
  ///   - program: as it is written now.
  ///   - original: as it was read.
  static func restored(in program: [UInt8], from original: [UInt8], factory: BlockFactory) -> [UInt8] {
    guard let read = try? ProgramReader.read(original, factory: factory) else { return program }
    let unchanged = ProgramWriter.write(read.workspace, style: read.style).bytes
    if program == unchanged { return original }
    guard let roots = try? [program, unchanged, original].map({ try XMLParser.parse($0) }) else { return program }
    let stacks = roots.dropFirst().map { $0.elements.filter(isStack) }
    guard stacks[0].count == stacks[1].count else { return program }
    var originals: [String: [XMLElement]] = [:]
    for (unchanged, original) in zip(stacks[0], stacks[1]).reversed() {
      originals[unchanged.xmlText(), default: []].append(original)
    }
    let inline = inlineProperties(of: roots[2], without: inlineProperties(of: roots[1]))
    var writer = XMLWriter(style: .compact)
    writer.begin(roots[0].qualifiedName)
    for attribute in roots[0].attributes { writer.attribute(attribute.name, attribute.value) }
    for node in roots[0].nodes {
      if case .element(let element) = node, isStack(element), let original = originals[element.xmlText()]?.popLast() {
        writer.element(original)
      } else {
        write(node, inline, to: &writer)
      }
    }
    writer.end()
    return writer.bytes
  }

  private static let inline = "inline"

  /// What blocks say of their inputs, by id, where Blockly leaves it out.
  private static func inlineProperties(
    of root: XMLElement, without others: [String: String] = [:]
  ) -> [String: String] {
    var properties: [String: String] = [:]
    var work = [root]
    while let element = work.popLast() {
      work += element.elements
      guard let id = element[attribute: "id"], others[id] == nil else { continue }
      properties[id] = element[attribute: inline]
    }
    return properties
  }

  private static func write(_ node: XMLElement.Node, _ inline: [String: String], to writer: inout XMLWriter) {
    /// What is still to be written; nil ends an element.
    var work: [XMLElement.Node?] = [node]
    while let next = work.popLast() {
      guard case .element(let element)? = next else {
        if let next { writer.node(next) } else { writer.end() }
        continue
      }
      writer.begin(element.qualifiedName)
      for attribute in element.attributes { writer.attribute(attribute.name, attribute.value) }
      if element[attribute: Self.inline] == nil, let value = inline[element[attribute: "id"] ?? ""] {
        writer.attribute(Self.inline, value)
      }
      work.append(nil)
      work += Array(element.nodes).reversed().map(Optional.some)
    }
  }

  private static func isStack(_ element: XMLElement) -> Bool {
    ["block", "shadow", "comment"].contains(element.name)
  }
}
