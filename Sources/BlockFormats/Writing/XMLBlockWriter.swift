import BlockModel
import EventQueues
import Markup

/// Writes blocks as Blockly's XML, in Blockly's order of attributes and parts.
struct XMLBlockWriter {
  private let snapshot: BlockSnapshot
  private let factory: BlockFactory
  private let variables: VariableMap

  private enum Task {
    case block(Int)
    case begin(String, inputName: String?)
    case end
  }

  init(snapshot: BlockSnapshot, factory: BlockFactory, variables: VariableMap) {
    self.snapshot = snapshot
    self.factory = factory
    self.variables = variables
  }

  /// Writes the block at `root` with its descendants.
  /// - Parameter namespace: the namespace for the block's element to declare; nil for none.
  func write(root: Int = 0, namespace: String? = nil, to sink: inout some XMLSink) {
    var namespace = namespace
    var tasks = [Task.block(root)]
    var loop = Progress.Loop(of: snapshot.records.count)
    while let task = tasks.popLast() {
      switch task {
      case .block(let index):
        loop.reach(index)
        // The result of a stopped job is not used.
        if loop.mustStop { continue }
        begin(index, namespace: namespace, to: &sink)
        namespace = nil
        tasks.append(.end)
        tasks += inner(of: index).reversed()
      case .begin(let element, let inputName):
        sink.begin(element)
        if let inputName { sink.attribute("name", inputName) }
      case .end: sink.end()
      }
    }
  }

  /// Returns the tasks for a block's inputs and next block, in order.
  private func inner(of index: Int) -> [Task] {
    var tasks: [Task] = []
    let end = index + snapshot.records[index].count
    var child = index + 1
    while child < end {
      let record = snapshot.records[child]
      let following = child + record.count
      // A covered shadow and the block that covers it share a slot.
      let partner = record.isCovered && following < end ? following : nil
      switch record.slot {
      case .next:
        tasks.append(.begin("next", inputName: nil))
        // Blockly's order: in <next>, the shadow follows the block.
        if let partner { tasks.append(.block(partner)) }
        tasks.append(.block(child))
      case .input(let name, let kind):
        tasks.append(.begin(kind == .statement ? "statement" : "value", inputName: name))
        tasks.append(.block(child))
        if let partner { tasks.append(.block(partner)) }
      case .top: break
      }
      tasks.append(.end)
      child = partner.map { $0 + snapshot.records[$0].count } ?? following
    }
    return tasks
  }

  private func begin(_ index: Int, namespace: String?, to sink: inout some XMLSink) {
    let record = snapshot.records[index]
    let extras = record.extras?.values
    let parts = extras?.unknownParts
    sink.begin(record.isShadow ? "shadow" : "block")
    if let namespace { sink.attribute("xmlns", namespace) }
    sink.attribute("type", record.type)
    if let id = record.id { sink.attribute("id", id) }
    if let inline = record.inline { sink.attribute("inline", inline ? "true" : "false") }
    if let extras { writeAttributes(extras, to: &sink) }
    if let position = record.position {
      sink.attribute("x", NumberText.text(position.x))
      sink.attribute("y", NumberText.text(position.y))
    }
    for attribute in parts?.attributes ?? [] { sink.attribute(attribute.name, attribute.value) }
    if let mutation = mutation(of: record) { sink.element(mutation) }
    let isUnknown = !factory.knows(record.type)
    var formerFields = parts?.formerFields ?? []
    for field in record.fields {
      write(&formerFields, of: field.name, to: &sink)
      write(field, isUnknown: isUnknown, to: &sink)
    }
    for field in parts?.fields ?? [] where !record.fields.contains(where: { $0.name == field.name }) {
      write(&formerFields, of: field.name, to: &sink)
      write(field, isUnknown: true, to: &sink)
    }
    for field in formerFields { sink.element(field) }
    if let comment = extras?.comment { write(comment, to: &sink) }
    if let data = extras?.data { sink.element("data", text: data) }
    for element in parts?.elements ?? [] { sink.element(element) }
    if let members = mortiseMembers(of: record) { sink.element(MortiseExtras.elementName, text: members.text()) }
  }

  /// Writes the overridden fields that precede the last field of the same name.
  private func write(_ formerFields: inout [XMLElement], of name: String, to sink: inout some XMLSink) {
    if formerFields.isEmpty { return }
    for field in formerFields where field[attribute: "name"] == name { sink.element(field) }
    formerFields.removeAll { $0[attribute: "name"] == name }
  }

  private func writeAttributes(_ extras: BlockSnapshot.Extras.Values, to sink: inout some XMLSink) {
    if extras.isCollapsed { sink.attribute("collapsed", "true") }
    if !extras.disabledReasons.isEmpty {
      sink.attribute("disabled-reasons", extras.disabledReasons.map(Self.encoded).joined(separator: ","))
    }
    if !extras.isDeletable { sink.attribute("deletable", "false") }
    if !extras.isMovable { sink.attribute("movable", "false") }
    if !extras.isEditable { sink.attribute("editable", "false") }
  }

  /// Returns a reason as encoded in a comma-separated list (a Blockly file format rule).
  private static func encoded(_ reason: String) -> String {
    String(decoding: PercentCoding.encode(Array(reason.utf8)), as: UTF8.self)
  }

  private func mutation(of record: BlockSnapshot.Record) -> XMLElement? {
    let parts = record.extras?.values.unknownParts
    if let mutation = record.mutation?.element?.merged(with: parts?.mutation) ?? parts?.mutation { return mutation }
    // Only the first mutation is used, so a further one in the file is kept after an empty one.
    let hasFurther = parts?.elements.contains { $0.name == "mutation" } ?? false
    return hasFurther ? .building("mutation") : nil
  }

  private func write(_ field: FieldRecord, isUnknown: Bool, to sink: inout some XMLSink) {
    sink.begin("field")
    sink.attribute("name", field.name)
    if case .variable(let reference) = field.state {
      let id = reference.id.flatMap { variables[$0]?.hasImplicitID == true ? nil : $0 }
      if let id { sink.attribute("id", id) }
      // Without either, a field of an unknown block would be read as a text.
      if let type = reference.type ?? (isUnknown && id == nil ? "" : nil) { sink.attribute("variabletype", type) }
    }
    for attribute in field.unknownAttributes { sink.attribute(attribute.name, attribute.value) }
    if isUnknown, let json = json(of: field.state) { sink.attribute(MortiseExtras.fieldAttribute, json.text()) }
    switch field.state {
    case .lines(let text):
      // By scalars, because "\r\n" is one Character.
      sink.text(String(text.unicodeScalars.replacing("\n".unicodeScalars, with: "&#10;".unicodeScalars)))
    case .variable(let reference):
      let variable = reference.id.flatMap { variables[$0] }
      let name = variable?.hasImplicitID == true ? reference.name : variable?.name
      sink.text(name ?? reference.name ?? "")
    default: sink.text(field.state.text)
    }
    sink.end()
  }

  /// Returns the JSON of a value that XML alone would turn into text; nil for a value that XML preserves.
  private func json(of state: FieldState) -> JSONValue? {
    switch state {
    case .number(let number): .number(number)
    case .boolean(let flag): .boolean(flag)
    case .json(let json): json
    case .text, .lines, .numeral, .variable: nil
    }
  }

  private func write(_ comment: BlockComment, to sink: inout some XMLSink) {
    sink.begin("comment")
    if let isPinned = comment.isPinned { sink.attribute("pinned", isPinned ? "true" : "false") }
    if let size = comment.size {
      sink.attribute("h", NumberText.text(size.height))
      sink.attribute("w", NumberText.text(size.width))
    }
    if let position = comment.position {
      sink.attribute("x", NumberText.text(position.x))
      sink.attribute("y", NumberText.text(position.y))
    }
    for attribute in comment.unknownAttributes { sink.attribute(attribute.name, attribute.value) }
    sink.text(comment.text)
    sink.end()
  }

  /// Returns the content that XML can't express: unknown members, and mutation state that has only a JSON form.
  private func mortiseMembers(of record: BlockSnapshot.Record) -> JSONValue? {
    let parts = record.extras?.values.unknownParts
    var members = parts?.members ?? []
    if let mutation = record.mutation, mutation.element == nil, let json = mutation.json, !factory.knows(record.type) {
      members.append(UnknownParts.Member(key: "extraState", value: json))
    } else if let state = parts?.extraState, !state.isEmpty {
      members.append(UnknownParts.Member(key: "extraState", value: JSONValue.object(of: state)))
    }
    return members.isEmpty ? nil : JSONValue.object(of: members)
  }
}

extension JSONValue {
  static func object(of members: [UnknownParts.Member]) -> JSONValue {
    .object { for member in members { $0.member(member.key, member.value) } }
  }
}
