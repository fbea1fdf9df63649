import BlockFormats
import BlockModel
import Markup

/// Reads toolboxes in Blockly's JSON and XML formats.
public nonisolated enum ToolboxReader {
  /// Reads a toolbox.
  /// - Throws: `MarkupError` where the text is no toolbox.
  public static func read(_ bytes: [UInt8], messages: MessageTable) throws(MarkupError) -> Toolbox {
    switch ProgramReader.format(of: bytes) {
    case .json: return try readJSON(try JSONParser.parse(bytes), messages: messages, whenAsked: false)
    case .xml: return try readXML(try XMLParser.parse(bytes), messages: messages)
    case nil:
      throw MarkupError(
        position: SourcePosition(line: 1, column: 1), cause: "this is neither a JSON nor an XML toolbox")
    }
  }

  /// Reads a toolbox in JSON that is known to be right: the blocks of its categories are read when they are asked for.
  /// - Throws: `MarkupError` where the text is no toolbox.
  public static func readKnown(_ bytes: [UInt8], messages: MessageTable) throws(MarkupError) -> Toolbox {
    try readJSON(try JSONParser.parse(bytes), messages: messages, whenAsked: true)
  }

  // MARK: - JSON

  private static func readJSON(
    _ json: JSONValue, messages: MessageTable, whenAsked: Bool
  ) throws(MarkupError) -> Toolbox {
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
        if let category = try category(entry, messages: messages, whenAsked: whenAsked) { categories.append(category) }
        waiting +=
          (entry["contents"].map { $0.elements.filter { $0["kind"]?.string?.lowercased() == "category" } } ?? [])
          .reversed()
      case "block": loose.append(try block(entry))
      default: break
      }
    }
    return toolbox(of: categories, loose: loose)
  }

  /// A category; nil for one without anything of its own.
  private static func category(
    _ json: JSONValue, messages: MessageTable, whenAsked: Bool
  ) throws(MarkupError) -> Toolbox.Category? {
    let entries = json["contents"]?.elements.filter { $0["kind"]?.string?.lowercased() == "block" } ?? []
    let content: Toolbox.Content
    if let custom = self.content(custom: json["custom"]?.string) {
      content = custom
    } else if entries.isEmpty {
      return nil
    } else if whenAsked {
      content = .blocks { (try? blocks(entries)) ?? [] }
    } else {
      let blocks = try blocks(entries)
      content = .blocks { blocks }
    }
    return Toolbox.Category(
      name: messages.resolve(json["name"]?.string ?? ""),
      colour: colour(style: json["categorystyle"]?.string, colour: json["colour"], messages: messages), content: content
    )
  }

  private static func blocks(_ entries: [JSONValue]) throws(MarkupError) -> [BlockSnapshot] {
    var blocks: [BlockSnapshot] = []
    for entry in entries { blocks.append(try block(entry)) }
    return blocks
  }

  private static func block(_ json: JSONValue) throws(MarkupError) -> BlockSnapshot {
    if let xml = json["blockxml"]?.string { return cleaned(try BlockReader.snapshot(xml: try XMLParser.parse(xml))) }
    return cleaned(try BlockReader.snapshot(json: json))
  }

  private static func colour(style: String?, colour: JSONValue?, messages: MessageTable) -> BlockBuilder.Colour {
    if let style {
      let ending = "_category"
      return .style(style.hasSuffix(ending) ? String(style.dropLast(ending.count)) + "_blocks" : style)
    }
    if let hue = colour?.number { return .hue(hue) }
    let text = messages.resolve(colour?.string ?? "")
    if let hue = Double(text) { return .hue(hue) }
    return text.hasPrefix("#") ? .hex(text) : .none
  }

  /// What a category offers that is made of the program; nil for one that names its blocks.
  private static func content(custom: String?) -> Toolbox.Content? {
    switch custom {
    case "VARIABLE": .variables(isTyped: false)
    case "VARIABLE_DYNAMIC": .variables(isTyped: true)
    case "PROCEDURE": .procedures
    default: nil
    }
  }

  /// Blocks outside the categories come first.
  private static func toolbox(of categories: [Toolbox.Category], loose: [BlockSnapshot]) -> Toolbox {
    if loose.isEmpty { return Toolbox(categories: categories) }
    return Toolbox(
      categories: [Toolbox.Category(name: "Blocks", colour: .none, content: .blocks { loose })] + categories)
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
        let content =
          content(custom: element[attribute: "custom"]) ?? (blocks.isEmpty ? nil : .blocks { [blocks] in blocks })
        if let content {
          let colour = element[attribute: "colour"].map { JSONValue.string($0) }
          categories.append(
            Toolbox.Category(
              name: messages.resolve(element[attribute: "name"] ?? ""),
              colour: self.colour(style: element[attribute: "categorystyle"], colour: colour, messages: messages),
              content: content))
        }
        waiting += element.elements.filter { $0.name == "category" }.reversed()
      case "block": loose.append(cleaned(try BlockReader.snapshot(xml: element)))
      default: break
      }
    }
    return toolbox(of: categories, loose: loose)
  }
}
