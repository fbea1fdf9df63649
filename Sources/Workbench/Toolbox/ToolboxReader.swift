import BlockFormats
import BlockModel
import Markup

/// Reads toolboxes in Blockly's JSON and XML formats.
public nonisolated enum ToolboxReader {
  /// Reads a toolbox.
  /// - Throws: `MarkupError` when the text is not a toolbox.
  public static func read(_ bytes: [UInt8], messages: MessageTable) throws(MarkupError) -> Toolbox {
    switch ProgramReader.format(of: bytes) {
    case .json:
      let json = try JSONParser.parse(bytes)
      do throws(Fault) { return try readJSON(json, messages: messages, isLazy: false) } catch {
        throw MarkupError(position: JSONParser.positions(of: [error.index], in: bytes)[error.index], cause: error.cause)
      }
    case .xml:
      let xml = try XMLParser.parse(bytes)
      do throws(Fault) { return try readXML(xml, messages: messages) } catch {
        let positions = SourcePosition.positions(ofOffsets: [error.index], in: bytes)
        throw MarkupError(position: positions[error.index], cause: error.cause)
      }
    case nil:
      throw MarkupError(
        position: SourcePosition(line: 1, column: 1), cause: "this is neither a JSON nor an XML toolbox")
    }
  }

  /// Reads a built-in toolbox in JSON, which is assumed to be valid: the blocks of a category are parsed on demand.
  /// - Throws: `MarkupError` when the text is not a toolbox.
  public static func readKnown(_ bytes: [UInt8], messages: MessageTable) throws(MarkupError) -> Toolbox {
    let json = try JSONParser.parse(bytes)
    do throws(Fault) { return try readJSON(json, messages: messages, isLazy: true) } catch {
      throw MarkupError(position: nil, cause: error.cause)
    }
  }

  /// An error and its location: the index of a JSON value, or of a byte of XML.
  private struct Fault: Error {
    var index: Int
    var cause: String
  }

  /// Reads the block of a toolbox entry.
  private static func block(
    at index: Int, _ read: () throws(MarkupError) -> BlockSnapshot
  ) throws(Fault) -> BlockSnapshot {
    do throws(MarkupError) { return cleaned(try read()) } catch { throw Fault(index: index, cause: error.cause) }
  }

  // MARK: - JSON

  private static func readJSON(
    _ json: JSONValue, messages: MessageTable, isLazy: Bool
  ) throws(Fault) -> Toolbox {
    guard let contents = json["contents"] else {
      throw Fault(index: json.tapeIndex, cause: "the toolbox has no “contents”")
    }
    var categories: [Toolbox.Category] = []
    // Nested categories are flattened.
    var pending = Array(contents.elements.reversed())
    var loose: [BlockSnapshot] = []
    while let entry = pending.popLast() {
      switch entry["kind"]?.string?.lowercased() {
      case "category":
        if let category = try category(entry, messages: messages, isLazy: isLazy) { categories.append(category) }
        pending +=
          (entry["contents"].map { $0.elements.filter { $0["kind"]?.string?.lowercased() == "category" } } ?? [])
          .reversed()
      case "block": loose.append(try block(entry))
      default: break
      }
    }
    return toolbox(of: categories, loose: loose)
  }

  /// A category; nil for one that has no content of its own.
  private static func category(
    _ json: JSONValue, messages: MessageTable, isLazy: Bool
  ) throws(Fault) -> Toolbox.Category? {
    let entries = json["contents"]?.elements.filter { $0["kind"]?.string?.lowercased() == "block" } ?? []
    let content: Toolbox.Content
    if let custom = self.content(custom: json["custom"]?.string) {
      content = custom
    } else if entries.isEmpty {
      return nil
    } else if isLazy {
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

  private static func blocks(_ entries: [JSONValue]) throws(Fault) -> [BlockSnapshot] {
    var blocks: [BlockSnapshot] = []
    for entry in entries { blocks.append(try block(entry)) }
    return blocks
  }

  private static func block(_ json: JSONValue) throws(Fault) -> BlockSnapshot {
    try block(at: json.tapeIndex) { () throws(MarkupError) in
      guard let xml = json["blockxml"]?.string else { return try BlockReader.snapshot(json: json) }
      return try BlockReader.snapshot(xml: try XMLParser.parse(xml))
    }
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

  /// The content of a category that depends on the program; nil for a category that lists its blocks.
  private static func content(custom: String?) -> Toolbox.Content? {
    switch custom {
    case "VARIABLE": .variables(isTyped: false)
    case "VARIABLE_DYNAMIC": .variables(isTyped: true)
    case "PROCEDURE": .procedures
    default: nil
    }
  }

  /// Puts blocks outside of categories first.
  private static func toolbox(of categories: [Toolbox.Category], loose: [BlockSnapshot]) -> Toolbox {
    if loose.isEmpty { return Toolbox(categories: categories) }
    return Toolbox(
      categories: [Toolbox.Category(name: "Blocks", colour: .none, content: .blocks { loose })] + categories)
  }

  /// Removes what belongs to the toolbox entry rather than to the block.
  private static func cleaned(_ snapshot: BlockSnapshot) -> BlockSnapshot {
    var snapshot = snapshot
    for index in snapshot.records.indices {
      snapshot.records[index].id = nil
      snapshot.records[index].extras?.values.unknownParts = nil
    }
    return snapshot
  }

  // MARK: - XML

  private static func block(_ xml: XMLElement) throws(Fault) -> BlockSnapshot {
    try block(at: xml.offset) { () throws(MarkupError) in try BlockReader.snapshot(xml: xml) }
  }

  private static func readXML(_ root: XMLElement, messages: MessageTable) throws(Fault) -> Toolbox {
    var categories: [Toolbox.Category] = []
    var pending = Array(root.elements).reversed() as [XMLElement]
    var loose: [BlockSnapshot] = []
    while let element = pending.popLast() {
      switch element.name {
      case "category":
        var blocks: [BlockSnapshot] = []
        for block in element.elements where block.name == "block" {
          blocks.append(try self.block(block))
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
        pending += element.elements.filter { $0.name == "category" }.reversed()
      case "block": loose.append(try block(element))
      default: break
      }
    }
    return toolbox(of: categories, loose: loose)
  }
}

extension MarkupError {
  /// - Parameter position: nil for the beginning of the text.
  fileprivate nonisolated init(position: SourcePosition?, cause: String) {
    self.init(position: position ?? SourcePosition(line: 1, column: 1), cause: cause)
  }
}
