import BlockModel
import Markup

/// Writes blocks as Blockly's JSON, in Blockly's order of keys.
struct JSONBlockWriter {
  private let snapshot: BlockSnapshot
  private let factory: BlockFactory
  /// The evidence for the shape of unknown blocks; nil when all blocks are known.
  private let evidence: ShapeEvidence?
  private let wholeVariables: Bool

  private enum Task {
    case block(Int, key: String?)
    case beginObject(key: String)
    case endObject
  }

  /// - Parameter wholeVariables: whether fields include their variable's name and type, as in events.
  init(snapshot: BlockSnapshot, factory: BlockFactory, wholeVariables: Bool = false) {
    self.wholeVariables = wholeVariables
    self.snapshot = snapshot
    self.factory = factory
    let isKnown = snapshot.records.allSatisfy { factory.knows($0.type) }
    evidence = isKnown ? nil : ShapeEvidence(snapshot: snapshot, factory: factory)
  }

  /// Writes the block at `root` with its descendants.
  func write(root: Int = 0, to sink: inout some JSONSink) {
    var tasks = [Task.block(root, key: nil)]
    while let task = tasks.popLast() {
      switch task {
      case .block(let index, let key):
        if let key { sink.key(key) }
        sink.beginObject()
        write(index, to: &sink)
        tasks.append(.endObject)
        pushInner(of: index, to: &tasks)
      case .beginObject(let key):
        sink.key(key)
        sink.beginObject()
      case .endObject: sink.endObject()
      }
    }
  }

  /// Pushes the tasks for a block's `inputs` and `next`. Tasks are popped from the end, so they are pushed in reverse.
  private func pushInner(of index: Int, to tasks: inout [Task]) {
    var inner: [Task] = []
    var following: [Task] = []
    let end = index + snapshot.records[index].count
    var child = index + 1
    while child < end {
      let record = snapshot.records[child]
      let sibling = child + record.count
      let partner = record.isCovered && sibling < end ? sibling : nil
      var slot: [Task] = [.block(child, key: record.isShadow ? "shadow" : "block")]
      if let partner { slot.append(.block(partner, key: "block")) }
      switch record.slot {
      case .next: following = [.beginObject(key: "next")] + slot + [.endObject]
      case .input(let name, _):
        if inner.isEmpty { inner.append(.beginObject(key: "inputs")) }
        inner += [.beginObject(key: name)] + slot + [.endObject]
      case .top: break
      }
      child = partner.map { $0 + snapshot.records[$0].count } ?? sibling
    }
    if !inner.isEmpty { inner.append(.endObject) }
    tasks += (inner + following).reversed()
  }

  private func write(_ index: Int, to sink: inout some JSONSink) {
    let record = snapshot.records[index]
    let rare = record.rare?.values
    let parts = rare?.unknownParts
    sink.member("type", record.type)
    if let id = record.id { sink.member("id", id) }
    if let position = record.position {
      sink.member("x", position.x)
      sink.member("y", position.y)
    }
    if let rare { writeAttributes(rare, to: &sink) }
    if let inline = record.inline { sink.member("inline", inline) }
    if let data = rare?.data { sink.member("data", data) }
    if let state = extraState(of: record) { sink.member("extraState", state) }
    writeIcons(rare, to: &sink)
    let fields =
      record.fields
      + (parts?.fields ?? []).filter { unknown in
        !record.fields.contains { $0.name == unknown.name }
      }
    if !fields.isEmpty {
      sink.key("fields")
      sink.beginObject()
      for field in fields { write(field, to: &sink) }
      sink.endObject()
    }
    for member in parts?.members ?? [] where member.key != "icons" { sink.member(member.key, member.value) }
    if let own = OwnParts.member(for: unknownPartsForJSON(record), inputKinds: ambiguousInputKinds(of: index)) {
      sink.member(OwnParts.memberName, own)
    }
  }

  private func writeAttributes(_ rare: BlockSnapshot.RareState.Values, to sink: inout some JSONSink) {
    if rare.isCollapsed { sink.member("collapsed", true) }
    if !rare.isDeletable { sink.member("deletable", false) }
    if !rare.isMovable { sink.member("movable", false) }
    if !rare.isEditable { sink.member("editable", false) }
    guard !rare.disabledReasons.isEmpty else { return }
    sink.key("disabledReasons")
    sink.beginArray()
    for reason in rare.disabledReasons { sink.string(reason) }
    sink.endArray()
  }

  /// Returns the state of the block's mutator: JSON if it has a JSON form, else its XML in a string (a Blockly rule).
  private func extraState(of record: BlockSnapshot.Record) -> JSONValue? {
    let remainder = record.rare?.values.unknownParts
    if let json = record.mutation?.json {
      if json.kind == .object, let more = remainder?.extraState, !more.isEmpty { return json.merged(with: more) }
      if let element = MutationState.xmlElement(in: json), let more = remainder?.mutation {
        return .string(element.merged(with: more).withoutNamespace.xmlText())
      }
      return json
    }
    if let more = remainder?.extraState, !more.isEmpty { return JSONValue.object(of: more) }
    guard let element = record.mutation?.xml, !factory.knows(record.type) || !hasMutator(record.type) else {
      return nil
    }
    return .string(element.xmlText())
  }

  private func hasMutator(_ type: String) -> Bool { factory.blockBuilders[type]?.mutator != nil }

  /// Returns the unknown parts that JSON can't express. A mutation in an XML string includes its own unknown parts.
  private func unknownPartsForJSON(_ record: BlockSnapshot.Record) -> UnknownParts? {
    guard var parts = record.rare?.values.unknownParts else { return nil }
    if let json = record.mutation?.json, MutationState.xmlElement(in: json) != nil { parts.mutation = nil }
    return parts
  }

  private func writeIcons(_ rare: BlockSnapshot.RareState.Values?, to sink: inout some JSONSink) {
    let others = rare?.unknownParts?.members.filter { $0.key == "icons" } ?? []
    guard rare?.comment != nil || !others.isEmpty else { return }
    sink.key("icons")
    sink.beginObject()
    if let comment = rare?.comment {
      sink.key("comment")
      sink.beginObject()
      sink.member("text", comment.text)
      if let isPinned = comment.isPinned { sink.member("pinned", isPinned) }
      if let size = comment.size {
        sink.member("height", size.height)
        sink.member("width", size.width)
      }
      if let position = comment.position {
        sink.member("x", position.x)
        sink.member("y", position.y)
      }
      sink.endObject()
    }
    for other in others {
      for (name, icon) in other.value.members { sink.member(name, icon) }
    }
    sink.endObject()
  }

  private func write(_ field: FieldRecord, to sink: inout some JSONSink) {
    sink.key(field.name)
    switch field.state {
    case .text(let text), .lines(let text): sink.string(text)
    case .number(let number):
      // JSON has no infinity. Blockly writes null, which it reads as 0, but it also reads the name.
      if number.isFinite { sink.number(number) } else { sink.string(NumberText.text(number)) }
    case .boolean(let flag): sink.boolean(flag)
    case .json(let json): sink.value(json)
    case .variable(let reference):
      sink.beginObject()
      sink.member("id", reference.id ?? "")
      if wholeVariables {
        sink.member("name", reference.name ?? "")
        sink.member("type", reference.type ?? "")
      }
      sink.endObject()
    }
  }

  /// Returns the inputs of an unknown block whose kind can't be inferred from the JSON alone.
  private func ambiguousInputKinds(of index: Int) -> [(name: String, kind: Input.Kind)] {
    guard let evidence, !factory.knows(snapshot.records[index].type) else { return [] }
    var kinds: [(String, Input.Kind)] = []
    let end = index + snapshot.records[index].count
    var child = index + 1
    while child < end {
      let record = snapshot.records[child]
      if !record.isCovered, case .input(let name, let kind?) = record.slot,
        kind != evidence.guessedInputKind(ofChild: child)
      {
        kinds.append((name, kind))
      }
      child += record.count
    }
    return kinds
  }
}

extension XMLElement {
  /// The element without its namespace declaration, as JSON contains it.
  var withoutNamespace: XMLElement {
    .building(qualifiedName) { builder in
      for attribute in attributes where attribute.name != "xmlns" { builder.attribute(attribute.name, attribute.value) }
      for node in nodes { builder.node(node) }
    }
  }
}
