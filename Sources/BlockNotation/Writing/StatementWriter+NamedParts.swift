import BlockFormats
import BlockModel
import Markup

// Blocks that are written with their type and the names of their parts.
extension StatementWriter {
  func typeText(_ type: String) -> String { String(decoding: parameterName(type), as: UTF8.self) }

  func parameterName(_ name: String) -> [UInt8] {
    if NameText.isWord(name, words: library.words) { return Array(name.utf8) }
    var bytes: [UInt8] = []
    NameText.appendQuoted(name, to: &bytes)
    return bytes
  }

  func explicitPieces(of index: Int, _ slots: ChildSlots, into next: inout [Task]) {
    next.append(text((blocks == nil ? "::" : "") + typeText(records[index].type)))
    var isFirst = true
    func separate(_ name: String, _ sign: String) {
      next += [text(isFirst ? "(" : ", "), .name(name), text(sign)]
      isFirst = false
    }
    // The order of the parts of unknown blocks differs from file to file.
    let isSorted = options.contains(.names)
    for field in isSorted ? records[index].fields.sorted(by: { $0.name < $1.name }) : records[index].fields {
      separate(field.name, " = ")
      next.append(.bytes(explicit(field)))
    }
    for slot in isSorted ? slots.inputs.sorted(by: { $0.name < $1.name }) : slots.inputs {
      separate(slot.name, slot.kind == .statement ? ":" : ": ")
      next.append(slot.kind == .statement ? .body(slot, isInline: true) : value(slot.name, of: index, slots))
    }
    if !isFirst { next.append(text(")")) }
  }

  /// Returns a field as in the named form.
  private func explicit(_ field: FieldRecord) -> [UInt8] {
    var bytes: [UInt8] = []
    switch field.state {
    case .text(let text), .lines(let text): NameText.appendText(text, to: &bytes)
    case .number(let number) where number.isFinite: bytes = Array(NumberText.text(number).utf8)
    case .number(let number): NameText.appendText(NumberText.text(number), to: &bytes)
    case .numeral(let numeral, _, _):
      if Lexer.isNumber(numeral) { bytes = Array(numeral.utf8) } else { NameText.appendText(numeral, to: &bytes) }
    case .boolean(let flag): bytes = Array((flag ? "true" : "false").utf8)
    case .variable(let reference):
      if let name = planner.names[reference.id ?? ""] {
        NameText.appendQuoted(name.name, to: &bytes)
      } else {
        bytes = Array("@json(\(FieldStateJSON.json(of: reference).text()))".utf8)
      }
    case .json(let value): bytes = Array("@json(\(value.text()))".utf8)
    }
    return bytes
  }

  /// Returns a field that is written as a literal or a name.
  func field(_ field: FieldRecord, at context: WrittenForm.OperandContext? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    switch field.state {
    case .text(let text), .lines(let text): NameText.appendText(text, to: &bytes)
    case .number(let number): bytes = Array(NumberText.text(number).utf8)
    case .numeral(let numeral, _, _): bytes = Array(numeral.utf8)
    case .variable(let reference):
      guard let name = planner.names[reference.id ?? ""] else { break }
      if let context, context.node >= 0, name.word >= 0, library.trie.hasEdge(context.node, name.word) {
        NameText.appendQuoted(name.name, to: &bytes)
      } else {
        bytes = name.bytes
      }
    case .boolean, .json: break
    }
    return bytes
  }

  /// Returns Blockly's XML of a block in a JSON string, which refers to variables by their ids.
  mutating func xml(of index: Int) -> String {
    mentionsIDs = true
    var part = BlockSnapshot(records: records).part(at: index)
    if !options.contains(.ids) { for index in part.records.indices { part.records[index].id = nil } }
    if options.contains(.names) { part.nameVariables(in: workspace.variables) }
    return JSONValue.string(BlockText.xml(of: part, in: workspace)).text()
  }
}
