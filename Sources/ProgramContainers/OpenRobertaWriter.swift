import Markup

/// Writes a stack of Blockly's XML as Open Roberta does.
struct OpenRobertaWriter {
  private let dialect: OpenRobertaDialect
  /// The attribute `intask`, which says whether the stack runs; nil if the file doesn't use it.
  private let task: String?
  private var writer: XMLWriter
  /// The parts to write; the last one is next.
  private var work: [Work] = []

  private enum Work {
    case block(XMLElement)
    /// A block, and those below it.
    case chain(XMLElement)
    case input(XMLElement)
    case field(XMLElement, type: String)
    case element(XMLElement)
    case begin(String)
    case end
  }

  /// - Parameter depth: the depth of the stack in the file.
  init(_ dialect: OpenRobertaDialect, task: String?, style: XMLStyle, depth: Int) {
    (self.dialect, self.task) = (dialect, task)
    writer = XMLWriter(style: style)
    for _ in 0..<depth { writer.begin("around") }
  }

  /// Returns a stack.
  mutating func stack(_ head: XMLElement) -> [UInt8] {
    let start = writer.bytes.count
    writer.begin("instance")
    for name in ["x", "y"] {
      if let value = head[attribute: name] { writer.attribute(name, Self.rounded(value)) }
    }
    work = [.end, .chain(head)]
    while let next = work.popLast() { write(next) }
    return Array(writer.bytes[start...].drop { $0 != UInt8(ascii: "<") })
  }

  /// The app's coordinates are integers.
  private static func rounded(_ coordinate: String) -> String {
    Double(coordinate).flatMap { Int(exactly: $0.rounded()) }.map { "\($0)" } ?? coordinate
  }

  private mutating func write(_ next: Work) {
    switch next {
    case .end: writer.end()
    case .begin(let name): writer.begin(name)
    case .element(let element): writer.element(element)
    case .field(let field, let type): write(field, ofType: type)
    case .block(let block): write(block)
    case .chain(let block):
      if let next = block.elements.first(where: { $0.name == "next" }).flatMap(Self.content) {
        work.append(.chain(next))
      }
      work.append(.block(block))
    case .input(let input):
      writer.begin(input.name)
      writer.attribute("name", input[attribute: "name"] ?? "")
      work.append(.end)
      if input.name == "value" {
        work += OpenRobertaDialect.blocks(in: input).reversed().map(Work.block)
      } else if let head = Self.content(of: input) {
        work.append(.chain(head))
      }
    }
  }

  /// The block in an input or below a block. The format has no place for a shadow that it covers.
  private static func content(of element: XMLElement) -> XMLElement? {
    let blocks = OpenRobertaDialect.blocks(in: element)
    return blocks.first { $0.name == "block" } ?? blocks.first
  }

  // MARK: - Blocks

  private static let firstAttributes = ["type", "id", "inline", "collapsed", "disabled"]
  private static let lastAttributes = ["deletable", "movable", "editable"]
  private static let otherAttributes = ["x", "y", "disabled-reasons"]

  private mutating func write(_ block: XMLElement) {
    writer.begin(block.name)
    for name in Self.firstAttributes {
      if let value = block[attribute: name] { writer.attribute(name, value) }
      if name == "disabled", block[attribute: "disabled-reasons"] != nil { writer.attribute(name, "true") }
    }
    if let task { writer.attribute(OpenRobertaDialect.inTask, task) }
    for name in Self.lastAttributes {
      if let value = block[attribute: name] { writer.attribute(name, value) }
    }
    let known = Self.firstAttributes + Self.lastAttributes + Self.otherAttributes
    for attribute in block.attributes where !known.contains(attribute.name) {
      writer.attribute(attribute.name, attribute.value)
    }
    work.append(.end)
    work += parts(of: block).reversed()
  }

  /// The parts of a block, in the order of the app.
  private func parts(of block: XMLElement) -> [Work] {
    let type = OpenRobertaDialect.type(of: block)
    var groups: [String: [Work]] = [:]
    for part in block.elements {
      switch part.name {
      case "next": continue
      case "value", "statement": groups["input", default: []].append(.input(part))
      case "field":
        let isHidden = dialect.isHidden(part[attribute: "name"] ?? "", of: type)
        groups[isHidden ? "hide" : "field", default: []].append(.field(part, type: type))
      case "mutation", "comment", "error", "warning", "data": groups[part.name, default: []].append(.element(part))
      default: groups["other", default: []].append(.element(part))
      }
    }
    var inputs = groups["input"] ?? []
    if groups["mutation"] != nil, dialect.repeatsInputs(ofType: type) {
      groups["repetitions"] = [.begin("repetitions")] + inputs + [.end]
      inputs = []
    }
    let order = ["mutation", "field", "repetitions", "comment", "error", "warning", "data", "hide"]
    return order.flatMap { groups[$0] ?? [] } + inputs + (groups["other"] ?? [])
  }

  private mutating func write(_ field: XMLElement, ofType type: String) {
    let name = field[attribute: "name"] ?? ""
    if field.hasElements { return writer.element(field) }
    if dialect.isHidden(name, of: type) {
      writer.element(
        "hide", attributes: [XMLAttribute("name", name), XMLAttribute("value", field.text)], text: "")
    } else {
      // Variables are identified by their names.
      let attributes = field.attributes.filter { !["id", "variabletype"].contains($0.name) }
      writer.element("field", attributes: attributes, text: field.text)
    }
  }
}
