import BlockFormats
import BlockModel
import Markup

/// Reads toolboxes in Blockly's JSON and XML formats.
public enum ToolboxReader {
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
    var collected = Collected()
    // Nested categories are flattened.
    var pending = Array(contents.elements.reversed())
    while let entry = pending.popLast() {
      switch kind(entry) {
      case "category":
        if let category = try category(entry, messages: messages, isLazy: isLazy) { collected.add(category) }
        pending += (entry["contents"].map { $0.elements.filter { kind($0) == "category" } } ?? []).reversed()
      case "search":
        collected.add(searchCategory(name: entry["name"]?.string, messages))
      default:
        if let entry = try self.entry(entry, messages) { collected.add(entry) }
      }
    }
    return collected.toolbox
  }

  private static func kind(_ json: JSONValue) -> String { json["kind"]?.string?.lowercased() ?? "" }

  /// Reads a category; nil for one without content of its own.
  private static func category(
    _ json: JSONValue, messages: MessageTable, isLazy: Bool
  ) throws(Fault) -> Toolbox.Category? {
    let entries = json["contents"]?.elements.filter { kind($0) != "category" } ?? []
    let content: Toolbox.Content
    if let custom = self.content(custom: json["custom"]?.string) {
      content = custom
    } else if entries.isEmpty {
      return nil
    } else if isLazy {
      content = .entries { (try? self.entries(entries, messages)) ?? [] }
    } else {
      let entries = try self.entries(entries, messages)
      content = .entries { entries }
    }
    return Toolbox.Category(
      name: messages.resolve(json["name"]?.string ?? ""),
      colour: colour(style: json["categorystyle"]?.string, colour: json["colour"], messages: messages), content: content
    )
  }

  private static func entries(
    _ list: [JSONValue], _ messages: MessageTable
  ) throws(Fault) -> [Toolbox.Entry] {
    var entries: [Toolbox.Entry] = []
    for json in list {
      if let entry = try entry(json, messages) { entries.append(entry) }
    }
    return entries
  }

  /// Reads an entry of a category; nil for one of an unknown kind.
  private static func entry(_ json: JSONValue, _ messages: MessageTable) throws(Fault) -> Toolbox.Entry? {
    switch kind(json) {
    case "block": .block(try block(json))
    case "label": .label(messages.resolve(json["text"]?.string ?? ""))
    case "button":
      .button(
        messages.resolve(json["text"]?.string ?? ""),
        callbackKey: json["callbackkey"]?.string ?? json["callbackKey"]?.string ?? "")
    case "sep": .separator
    default: nil
    }
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

  /// Returns the content of a category that depends on the program; nil for a category that lists its entries.
  private static func content(custom: String?) -> Toolbox.Content? {
    switch custom {
    case "VARIABLE": .variables(isTyped: false)
    case "VARIABLE_DYNAMIC": .variables(isTyped: true)
    case "PROCEDURE": .procedures
    default: nil
    }
  }

  private static func searchCategory(name: String?, _ messages: MessageTable) -> Toolbox.Category {
    Toolbox.Category(name: messages.resolve(name ?? "Search"), colour: .none, content: .search)
  }

  /// The part of a toolbox that was read so far.
  private struct Collected {
    private var categories: [Toolbox.Category] = []
    private var loose: [Toolbox.Entry] = []
    private var hasSeparator = false

    mutating func add(_ category: Toolbox.Category) {
      var category = category
      category.hasSeparatorAbove = hasSeparator && !categories.isEmpty
      hasSeparator = false
      categories.append(category)
    }

    /// Adds an entry from outside of categories. A separator there separates categories, or blocks.
    mutating func add(_ entry: Toolbox.Entry) {
      if case .separator = entry { hasSeparator = true }
      if case .separator = entry, !categories.isEmpty { return }
      loose.append(entry)
    }

    /// The toolbox. Entries from outside of categories come first.
    var toolbox: Toolbox {
      let hasBlocks = loose.contains { if case .separator = $0 { false } else { true } }
      guard hasBlocks else { return Toolbox(categories: categories) }
      return Toolbox(
        categories: [Toolbox.Category(name: "Blocks", colour: .none, content: .entries { [loose] in loose })]
          + categories)
    }
  }

  /// Removes ids and unknown parts, which belong to the toolbox entry, not to the block.
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
    var collected = Collected()
    var pending = Array(root.elements).reversed() as [XMLElement]
    while let element = pending.popLast() {
      switch element.name {
      case "category":
        var entries: [Toolbox.Entry] = []
        for child in element.elements {
          if let entry = try entry(child, messages) { entries.append(entry) }
        }
        let content =
          content(custom: element[attribute: "custom"]) ?? (entries.isEmpty ? nil : .entries { [entries] in entries })
        if let content {
          let colour = element[attribute: "colour"].map { JSONValue.string($0) }
          collected.add(
            Toolbox.Category(
              name: messages.resolve(element[attribute: "name"] ?? ""),
              colour: self.colour(style: element[attribute: "categorystyle"], colour: colour, messages: messages),
              content: content))
        }
        pending += element.elements.filter { $0.name == "category" }.reversed()
      case "search": collected.add(searchCategory(name: element[attribute: "name"], messages))
      default:
        if let entry = try entry(element, messages) { collected.add(entry) }
      }
    }
    return collected.toolbox
  }

  /// Reads an entry of a category; nil for one of an unknown kind.
  private static func entry(_ xml: XMLElement, _ messages: MessageTable) throws(Fault) -> Toolbox.Entry? {
    switch xml.name {
    case "block": .block(try block(xml))
    case "label": .label(messages.resolve(xml[attribute: "text"] ?? ""))
    case "button":
      .button(messages.resolve(xml[attribute: "text"] ?? ""), callbackKey: xml[attribute: "callbackKey"] ?? "")
    case "sep": .separator
    default: nil
    }
  }
}

extension MarkupError {
  /// - Parameter position: nil for the beginning of the text.
  fileprivate init(position: SourcePosition?, cause: String) {
    self.init(position: position ?? SourcePosition(line: 1, column: 1), cause: cause)
  }
}
