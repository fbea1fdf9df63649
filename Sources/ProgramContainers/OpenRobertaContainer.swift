import Markup

/// A program of Open Roberta's, whose XML is a dialect of Blockly's. It is only read.
struct OpenRobertaContainer: Container {
  let name = "openroberta"
  let app = "Open Roberta"
  let fileExtensions: [String] = []
  let code = EmbeddedCodeUse.absent
  let readOnlyReason: String? = "Mortise reads Open Roberta's own XML, but doesn't write it"

  func content(of file: [UInt8]) throws -> ContainerContent? {
    let beginning = file.prefix(400)
    guard beginning.contains(text: "<export") || beginning.contains(text: "<block_set") else { return nil }
    let root: XMLElement
    do throws(MarkupError) { root = try XMLParser.parse(file) } catch {
      throw ContainerError("line \(error.position.line): \(error.cause)")
    }
    let sets = Self.sets(in: root)
    guard !sets.isEmpty else { return nil }
    let programs = sets.map { name, set in
      var writer = OpenRobertaDialect()
      return EmbeddedProgram(name: name, text: writer.program(set), start: set.offset)
    }
    return ContainerContent(programs) { _, _, _ in file }
  }

  func outline(of file: [UInt8]) -> [UInt8]? {
    guard let root = try? XMLParser.parse(file) else { return nil }
    let instances = Self.sets(in: root).map(\.set).flatMap { $0.elements.filter { $0.name == "instance" } }
    let offsets = Set(instances.map(\.offset))
    var writer = XMLWriter(style: .pretty)
    /// What is still to be written; nil ends an element.
    var work: [XMLElement?] = [root]
    while let next = work.popLast() {
      guard let element = next else {
        writer.end()
        continue
      }
      if offsets.contains(element.offset) { continue }
      writer.begin(element.qualifiedName)
      for attribute in element.attributes { writer.attribute(attribute.name, attribute.value) }
      for case .text(let text) in element.nodes where !text.allSatisfy(\.isWhitespace) { writer.text(text) }
      work.append(nil)
      work += element.elements.reversed()
    }
    return writer.bytes
  }

  /// The programs with their names: one, or one and the configuration of the robot.
  private static func sets(in root: XMLElement) -> [(name: String, set: XMLElement)] {
    if root.name == "block_set" { return [("program", root)] }
    guard root.name == "export" else { return [] }
    return [("program", "program"), ("config", "configuration")].compactMap { element, name in
      root.elements.first { $0.name == element }?.elements.first { $0.name == "block_set" }.map { (name, $0) }
    }
  }
}

/// Writes a program of Open Roberta's as Blockly's XML. There, the blocks of a stack are siblings in `instance` and
/// `statement`; inputs that repeat are in `repetitions`, and hidden fields are `hide`.
struct OpenRobertaDialect {
  private var writer = XMLWriter(style: .compact)
  /// What is still to be written; the last one is next.
  private var work: [Work] = []

  private enum Work {
    /// The parts of a block, or of what is in it.
    case parts(XMLNodes)
    /// A stack from this block on, at a place if it is a stack of its own.
    case stack([XMLElement], from: Int, place: [XMLAttribute])
    /// The rest of a stack, which is in its block.
    case next([XMLElement], from: Int)
    case end
  }

  /// Returns a program.
  mutating func program(_ set: XMLElement) -> [UInt8] {
    writer.begin("xml")
    writer.attribute("xmlns", "https://developers.google.com/blockly/xml")
    for instance in set.elements where instance.name == "instance" {
      let place = instance.attributes.filter { ["x", "y"].contains($0.name) }
      work.append(.stack(Self.blocks(in: instance), from: 0, place: place))
      while let next = work.popLast() { write(next) }
    }
    writer.end()
    return writer.bytes
  }

  private static func blocks(in element: XMLElement) -> [XMLElement] {
    element.elements.filter { ["block", "shadow"].contains($0.name) }
  }

  private mutating func write(_ next: Work) {
    switch next {
    case .end: writer.end()
    case .stack(let blocks, let index, let place):
      guard index < blocks.count else { return }
      let block = blocks[index]
      writer.begin(block.name)
      for attribute in Array(block.attributes) + place where attribute.name != "intask" {
        writer.attribute(attribute.name, attribute.value)
      }
      work += [.end, .next(blocks, from: index + 1), .parts(block.nodes)]
    case .next(let blocks, let index):
      guard index < blocks.count else { return }
      writer.begin("next")
      work += [.end, .stack(blocks, from: index, place: [])]
    case .parts(var nodes):
      guard let node = nodes.next() else { return }
      work.append(.parts(nodes))
      if case .element(let element) = node { write(element) }
    }
  }

  private mutating func write(_ part: XMLElement) {
    switch part.name {
    case "value", "statement":
      writer.begin(part.name)
      writer.attribute("name", part[attribute: "name"] ?? "")
      work += [.end, .stack(Self.blocks(in: part), from: 0, place: [])]
    case "repetitions": work.append(.parts(part.nodes))
    case "hide":
      writer.element(
        "field", attributes: [XMLAttribute("name", part[attribute: "name"] ?? "")], text: part[attribute: "value"] ?? ""
      )
    default: writer.element(part)
    }
  }
}
