import BlockFormats
import BlockModel
import Markup

/// Reads toolboxes in Blockly's JSON and XML formats.
public nonisolated enum ToolboxReader {
  /// Reads a toolbox.
  /// - Throws: `MarkupError` where the text is no toolbox.
  public static func read(_ bytes: [UInt8], messages: MessageTable) throws(MarkupError) -> Toolbox {
    switch ProgramReader.format(of: bytes) {
    case .json: return try readJSON(try JSONParser.parse(bytes), messages: messages)
    case .xml: return try readXML(try XMLParser.parse(bytes), messages: messages)
    case nil:
      throw MarkupError(
        position: SourcePosition(line: 1, column: 1), cause: "this is neither a JSON nor an XML toolbox")
    }
  }

  // MARK: - JSON

  private static func readJSON(_ json: JSONValue, messages: MessageTable) throws(MarkupError) -> Toolbox {
    guard let contents = json["contents"] else {
      throw MarkupError(position: SourcePosition(line: 1, column: 1), cause: "the toolbox has no “contents”")
    }
    var categories: [Toolbox.Category] = []
    // Categories in categories are shown one behind the other.
    var waiting = Array(contents.elements.reversed())
    var loose: [BlockSnapshot] = []
    while let entry = waiting.popLast() {
      switch entry["kind"]?.string?.lowercased() {
      case "category":
        categories.append(try category(entry, messages: messages))
        waiting +=
          (entry["contents"].map { $0.elements.filter { $0["kind"]?.string?.lowercased() == "category" } } ?? [])
          .reversed()
      case "block": loose.append(try block(entry))
      default: break
      }
    }
    categories.removeAll { if case .blocks(let blocks) = $0.content { blocks.isEmpty } else { false } }
    if !loose.isEmpty {
      categories.insert(Toolbox.Category(name: "Blocks", colour: .none, content: .blocks(loose)), at: 0)
    }
    return Toolbox(categories: categories)
  }

  private static func category(_ json: JSONValue, messages: MessageTable) throws(MarkupError) -> Toolbox.Category {
    var blocks: [BlockSnapshot] = []
    for entry in json["contents"].map({ Array($0.elements) }) ?? [] where entry["kind"]?.string?.lowercased() == "block"
    {
      blocks.append(try block(entry))
    }
    let content = content(custom: json["custom"]?.string, blocks: blocks)
    return Toolbox.Category(
      name: messages.resolve(json["name"]?.string ?? ""),
      colour: colour(style: json["categorystyle"]?.string, colour: json["colour"], messages: messages), content: content
    )
  }

  private static func block(_ json: JSONValue) throws(MarkupError) -> BlockSnapshot {
    if let xml = json["blockxml"]?.string { return cleaned(try BlockReader.snapshot(xml: try XMLParser.parse(xml))) }
    return cleaned(try BlockReader.snapshot(json: json))
  }

  private static func colour(style: String?, colour: JSONValue?, messages: MessageTable) -> BlockBuilder.Colour {
    if let style { return .style(style.replacing("_category", with: "_blocks")) }
    if let hue = colour?.number { return .hue(hue) }
    let text = messages.resolve(colour?.string ?? "")
    if let hue = Double(text) { return .hue(hue) }
    return text.hasPrefix("#") ? .hex(text) : .none
  }

  private static func content(custom: String?, blocks: [BlockSnapshot]) -> Toolbox.Content {
    switch custom {
    case "VARIABLE": .variables(isTyped: false)
    case "VARIABLE_DYNAMIC": .variables(isTyped: true)
    case "PROCEDURE": .procedures
    default: .blocks(blocks)
    }
  }

  /// What belongs to the toolbox entry and not to the block.
  private static func cleaned(_ snapshot: BlockSnapshot) -> BlockSnapshot {
    var snapshot = snapshot
    for index in snapshot.records.indices {
      snapshot.records[index].id = nil
      snapshot.records[index].rare?.values.unknownParts = nil
    }
    return snapshot
  }

  // MARK: - XML

  private static func readXML(_ root: XMLElement, messages: MessageTable) throws(MarkupError) -> Toolbox {
    var categories: [Toolbox.Category] = []
    var waiting = Array(root.elements).reversed() as [XMLElement]
    var loose: [BlockSnapshot] = []
    while let element = waiting.popLast() {
      switch element.name {
      case "category":
        var blocks: [BlockSnapshot] = []
        for block in element.elements where block.name == "block" {
          blocks.append(cleaned(try BlockReader.snapshot(xml: block)))
        }
        let colour = element[attribute: "colour"].map { JSONValue.string($0) }
        categories.append(
          Toolbox.Category(
            name: messages.resolve(element[attribute: "name"] ?? ""),
            colour: self.colour(style: element[attribute: "categorystyle"], colour: colour, messages: messages),
            content: content(custom: element[attribute: "custom"], blocks: blocks)))
        waiting += element.elements.filter { $0.name == "category" }.reversed()
      case "block": loose.append(cleaned(try BlockReader.snapshot(xml: element)))
      default: break
      }
    }
    categories.removeAll { if case .blocks(let blocks) = $0.content { blocks.isEmpty } else { false } }
    if !loose.isEmpty {
      categories.insert(Toolbox.Category(name: "Blocks", colour: .none, content: .blocks(loose)), at: 0)
    }
    return Toolbox(categories: categories)
  }
}
