import BlockModel
import Markup
import MortiseFiles

/// An error in a block definition.
public struct DefinitionError: Error, Sendable, CustomStringConvertible {
  /// The `sourceIndex` of the faulty JSON value.
  public var sourceIndex: Int
  /// A description of the error, without its position.
  public var cause: String
  public var description: String { cause }
}

/// The error for a file of block definitions that can't be loaded. Its description is one line, with the file and the
/// position in it.
public struct DefinitionFileError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

/// Reads a block definition in Blockly's JSON format.
struct BlockDefinitionReader {
  let messages: MessageTable
  let fieldTypes: FieldTypes

  func builder(_ json: JSONValue) throws(DefinitionError) -> BlockBuilder {
    guard let type = json["type"]?.string, !type.isEmpty else {
      throw DefinitionError(sourceIndex: json.tapeIndex, cause: "a block definition has no “type”")
    }
    let builder = BlockBuilder(type: type)
    try readShape(json, into: builder)
    builder.inputsInline = json["inputsInline"]?.boolean
    builder.colour = colour(json)
    builder.tooltip = messages.resolve(json["tooltip"]?.string ?? "")
    builder.helpURL = messages.resolve(json["helpUrl"]?.string ?? "")
    builder.isContextMenuEnabled = json["enableContextMenu"]?.boolean ?? true
    builder.extensions = json["extensions"].map { $0.elements.compactMap(\.string) } ?? []
    builder.mutatorName = json["mutator"]?.string
    if let examples = json["mutations"] { builder.recordedShapes = try recordedShapes(examples, of: type) }
    return builder
  }

  /// Reads the inputs, fields and connections.
  private func readShape(_ json: JSONValue, into builder: BlockBuilder) throws(DefinitionError) {
    try readInputs(json, into: builder)
    builder.output = rule(json["output"])
    builder.previous = rule(json["previousStatement"])
    builder.next = rule(json["nextStatement"])
    if builder.output.isPresent && builder.previous.isPresent {
      throw DefinitionError(
        sourceIndex: json.tapeIndex, cause: "block “\(builder.type)” has both an output and a previous connection")
    }
  }

  /// Reads the recorded shapes, each with the mutation state that it belongs to.
  private func recordedShapes(_ json: JSONValue, of type: String) throws(DefinitionError) -> RecordedShapes {
    var shapes: [RecordedShapes.Shape] = []
    for example in json.elements {
      var state = MutationState(json: example["extraState"]?.detached)
      if let text = example["mutation"]?.string { state.xml = try? XMLParser.parse(text) }
      guard state.xml != nil || state.json != nil else {
        throw DefinitionError(
          sourceIndex: example.tapeIndex,
          cause: "a recorded mutation of block “\(type)” has no “mutation” or “extraState”")
      }
      let builder = BlockBuilder(type: type)
      try readShape(example, into: builder)
      shapes.append(
        RecordedShapes.Shape(
          state: state, inputs: builder.inputBuilders, output: builder.output, previous: builder.previous,
          next: builder.next))
    }
    return RecordedShapes(shapes)
  }

  private func rule(_ json: JSONValue?) -> BlockBuilder.ConnectionRule {
    guard let json else { return .none }
    return BlockBuilder.ConnectionRule(isPresent: true, typeChecks: checks(json))
  }

  private func checks(_ json: JSONValue?) -> [String]? {
    guard let json else { return nil }
    if let one = json.string { return [one] }
    let several = json.elements.compactMap(\.string)
    return several.isEmpty ? nil : several
  }

  private func colour(_ json: JSONValue) -> BlockBuilder.Colour {
    if let style = json["style"]?.string { return .style(style) }
    guard let colour = json["colour"] else { return .none }
    if let hue = colour.number { return .hue(hue) }
    let text = messages.resolve(colour.string ?? "")
    if let hue = Double(text) { return .hue(hue) }
    return text.hasPrefix("#") ? .hex(text) : .none
  }

  // MARK: - Inputs

  /// The keys of a row of inputs, by its number.
  private struct RowKeys {
    let message: String
    let arguments: String
    let implicitAlign: String
    let lastDummyAlign: String

    init(_ number: Int) {
      message = "message\(number)"
      arguments = "args\(number)"
      implicitAlign = "implicitAlign\(number)"
      lastDummyAlign = "lastDummyAlign\(number)"
    }

    /// The keys of the first rows, cached because dozens of definitions need them.
    static let first = (0..<4).map(RowKeys.init)
  }

  private func readInputs(_ json: JSONValue, into builder: BlockBuilder) throws(DefinitionError) {
    var index = 0
    while case let keys = index < RowKeys.first.count ? RowKeys.first[index] : RowKeys(index),
      let message = json[keys.message]
    {
      guard let text = message.string else {
        throw DefinitionError(
          sourceIndex: message.tapeIndex, cause: "\(keys.message) of block “\(builder.type)” isn't a string")
      }
      let arguments = json[keys.arguments].map { Array($0.elements) } ?? []
      let align = json[keys.implicitAlign] ?? json[keys.lastDummyAlign]
      try readRow(
        MessagePart.parts(of: messages.resolve(text)), arguments, implicitAlign: align?.string, number: index,
        of: message, into: builder)
      index += 1
    }
  }

  private func readRow(
    _ parts: [MessagePart], _ arguments: [JSONValue], implicitAlign: String?, number: Int, of message: JSONValue,
    into builder: BlockBuilder
  ) throws(DefinitionError) {
    var fields: [Field] = []
    var used = Array(repeating: false, count: arguments.count)
    func finishRow(_ kind: Input.Kind, name: String = "", align: String?) -> InputBuilder {
      let input = InputBuilder(type: kind, name: name)
      for field in fields { input.appendField(field) }
      fields = []
      input.alignment = alignment(align)
      builder.inputBuilders.append(input)
      return input
    }
    for part in parts {
      switch part {
      case .text(let text): fields.append(FieldLabel(text: text))
      case .lineBreak: _ = finishRow(.endRow, align: implicitAlign)
      case .argument(let position):
        guard arguments.indices.contains(position - 1), !used[position - 1] else {
          throw DefinitionError(
            sourceIndex: message.tapeIndex,
            cause: "message\(number) of block “\(builder.type)” refers to %\(position), which is missing or used twice")
        }
        used[position - 1] = true
        let argument = arguments[position - 1]
        if let kind = inputKind(argument) {
          let input = finishRow(kind, name: argument["name"]?.string ?? "", align: argument["align"]?.string)
          input.connectionTypeChecks = checks(argument["check"])
        } else if let field = try field(argument) {
          fields.append(field)
        }
      }
    }
    guard used.allSatisfy(\.self) else {
      throw DefinitionError(
        sourceIndex: message.tapeIndex,
        cause: "message\(number) of block “\(builder.type)” doesn't use all of its arguments")
    }
    if !fields.isEmpty { _ = finishRow(.dummy, align: implicitAlign) }
  }

  /// Returns the field of an argument. As in Blockly, an unknown field is replaced by its `alt`, or omitted without
  /// one.
  private func field(_ argument: JSONValue) throws(DefinitionError) -> Field? {
    var argument: JSONValue? = argument
    // Limits the number of nested alternatives, far beyond practical use.
    for _ in 0..<16 {
      guard let candidate = argument else { return nil }
      if let text = candidate.string { return FieldLabel(text: messages.resolve(text)) }
      if let field = fieldTypes.field(candidate, messages: messages) {
        if field.isSaved, field.copy() === field {
          throw DefinitionError(
            sourceIndex: candidate.tapeIndex,
            cause: "\(type(of: field)) must override copy(), or all blocks would share the field’s value")
        }
        return field
      }
      argument = candidate["alt"]
    }
    return nil
  }

  private func inputKind(_ argument: JSONValue) -> Input.Kind? {
    switch argument["type"]?.string {
    case "input_value": .value
    case "input_statement": .statement
    case "input_dummy": .dummy
    case "input_end_row": .endRow
    default: nil
    }
  }

  private func alignment(_ name: String?) -> Input.Alignment {
    switch name?.uppercased() {
    case "RIGHT": .right
    case "CENTRE", "CENTER": .centre
    default: .left
    }
  }
}

extension BlockFactory {
  /// Adds the definitions in a JSON array, or one definition in an object. They replace earlier ones of the same types.
  /// - Throws: `MarkupError` with the position and cause of the first error.
  public func load(json bytes: [UInt8], messages: MessageTable = MessageTable()) throws(MarkupError) {
    let json = try JSONParser.parse(bytes)
    let reader = BlockDefinitionReader(messages: messages, fieldTypes: fieldTypes)
    do throws(DefinitionError) {
      guard json.kind == .array || json.kind == .object else {
        throw DefinitionError(sourceIndex: json.tapeIndex, cause: "block definitions must be an array of objects")
      }
      if json.kind == .object {
        define(try reader.builder(json), by: json)
      } else {
        for element in json.elements { define(try reader.builder(element), by: element) }
      }
    } catch {
      let position = JSONParser.positions(of: [error.sourceIndex], in: bytes)[error.sourceIndex]
      throw MarkupError(position: position ?? SourcePosition(line: 1, column: 1), cause: error.cause)
    }
  }

  /// Adds the definitions of JSON files, in order.
  /// - Throws: `DefinitionFileError` for the first file that can't be read; the files before it are loaded.
  public func load(
    fromJSONPaths paths: [String], messages: MessageTable = MessageTable()
  ) throws(DefinitionFileError) {
    for path in paths {
      let bytes: [UInt8]
      do throws(FileError) { bytes = try FileReader.read(path).bytes } catch {
        throw DefinitionFileError(description: "\(error)")
      }
      do throws(MarkupError) { try load(json: bytes, messages: messages) } catch {
        throw DefinitionFileError(description: "\(path):\(error)")
      }
    }
  }

  /// Adds the definitions in a JSON array whose types are not known yet. Each is parsed on first use; an invalid one
  /// leaves its type unknown.
  /// - Throws: `MarkupError` when the text is not a JSON array.
  package func loadMissing(json bytes: [UInt8], messages: MessageTable) throws(MarkupError) {
    let json = try JSONParser.parse(bytes)
    if json.kind != .array {
      throw MarkupError(
        position: SourcePosition(line: 1, column: 1), cause: "block definitions must be an array of objects")
    }
    let reader = BlockDefinitionReader(messages: messages, fieldTypes: fieldTypes)
    for element in json.elements {
      guard let type = element["type"]?.string, !type.isEmpty, !knows(type) else { continue }
      define(type, by: element) { try? reader.builder(element) }
    }
  }

  /// Adds definitions that are known to be valid. Each is parsed on first use.
  /// - Throws: `MarkupError` when the text is not JSON.
  public func loadKnown(json bytes: [UInt8], messages: MessageTable) throws(MarkupError) {
    let reader = BlockDefinitionReader(messages: messages, fieldTypes: fieldTypes)
    for element in try JSONParser.parse(bytes).elements {
      guard let type = element["type"]?.string else { continue }
      define(type) { try? reader.builder(element) }
    }
  }
}
