import Markup

/// Converts a program of Open Roberta's to Blockly's XML. Open Roberta makes the blocks of a stack siblings in
/// `instance` and `statement`; inputs that repeat are in `repetitions`, and hidden fields are `hide`.
struct OpenRobertaReader {
  private var writer = XMLWriter(style: .compact)
  /// The parts to write; the last one is next.
  private var work: [Work] = []

  private enum Work {
    /// The remaining children of a block, or of `repetitions` in it.
    case parts(XMLNodes)
    /// A stack from this block on, with its position if it is a top-level one.
    case stack([XMLElement], from: Int, position: [XMLAttribute])
    /// The rest of a stack, nested in the block before it.
    case next([XMLElement], from: Int)
    case end
  }

  /// Returns a program.
  mutating func program(_ set: XMLElement) -> [UInt8] {
    writer.begin("xml")
    writer.attribute("xmlns", "https://developers.google.com/blockly/xml")
    for node in set.nodes {
      switch node {
      case .element(let instance) where instance.name == "instance":
        let position = instance.attributes.filter { ["x", "y"].contains($0.name) }
        work.append(.stack(OpenRobertaDialect.blocks(in: instance), from: 0, position: position))
        while let next = work.popLast() { write(next) }
      case .comment(let text):
        if let comment = OpenRobertaDialect.comment(in: text) { writer.element(comment) }
      default: break
      }
    }
    writer.end()
    return writer.bytes
  }

  private mutating func write(_ next: Work) {
    switch next {
    case .end: writer.end()
    case .stack(let blocks, let index, let position):
      guard index < blocks.count else { return }
      let block = blocks[index]
      writer.begin(block.name)
      for attribute in Array(block.attributes) + position where attribute.name != OpenRobertaDialect.inTask {
        writer.attribute(attribute.name, attribute.value)
      }
      work += [.end, .next(blocks, from: index + 1), .parts(block.nodes)]
    case .next(let blocks, let index):
      guard index < blocks.count else { return }
      writer.begin("next")
      work += [.end, .stack(blocks, from: index, position: [])]
    case .parts(var nodes):
      guard let node = nodes.next() else { return }
      work.append(.parts(nodes))
      if case .element(let element) = node { write(element) }
    }
  }

  private mutating func write(_ part: XMLElement) {
    switch part.name {
    case "value":
      begin(part)
      // A block that covers a shadow follows it.
      work += OpenRobertaDialect.blocks(in: part).reversed().map { .stack([$0], from: 0, position: []) }
    case "statement":
      begin(part)
      work.append(.stack(OpenRobertaDialect.blocks(in: part), from: 0, position: []))
    case "repetitions": work.append(.parts(part.nodes))
    case "hide":
      writer.element(
        "field", attributes: [XMLAttribute("name", part[attribute: "name"] ?? "")], text: part[attribute: "value"] ?? ""
      )
    default: writer.element(part)
    }
  }

  private mutating func begin(_ input: XMLElement) {
    writer.begin(input.name)
    writer.attribute("name", input[attribute: "name"] ?? "")
    work.append(.end)
  }
}
