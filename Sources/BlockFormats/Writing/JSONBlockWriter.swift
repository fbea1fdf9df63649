import BlockModel
import EventQueues
import Markup

/// Writes blocks as Blockly's JSON, in Blockly's order of keys.
struct JSONBlockWriter {
  private let snapshot: BlockSnapshot
  private let factory: BlockFactory
  /// The evidence for the shape of unknown blocks; nil if all blocks are known.
  private let evidence: ShapeEvidence?
  private let variables: VariableMap
  private let wholeVariables: Bool

  /// A step of writing. It refers to blocks by the indices of their records, because strings would take longer to copy.
  private enum Task {
    case root(Int)
    /// A block that is alone in its slot, or the shadow that another block covers.
    case block(Int)
    /// The block that covers a shadow.
    case partner(Int)
    case beginInputs
    /// The slot of a block.
    case beginSlot(Int)
    case endObject
  }

  /// - Parameter wholeVariables: whether fields include their variable's name and type, as in events.
  init(snapshot: BlockSnapshot, factory: BlockFactory, variables: VariableMap, wholeVariables: Bool = false) {
    self.wholeVariables = wholeVariables
    self.variables = variables
    self.snapshot = snapshot
    self.factory = factory
    // By index, because records are large.
    let isKnown = snapshot.records.indices.allSatisfy { factory.knows(snapshot.records[$0].type) }
    evidence = isKnown ? nil : ShapeEvidence(snapshot: snapshot, factory: factory)
  }

  /// Writes the block at `root` with its descendants.
  func write(root: Int = 0, to sink: inout some JSONSink) {
    var tasks = [Task.root(root)]
    var loop = Progress.Loop(of: snapshot.records.count)
    while let task = tasks.popLast() {
      switch task {
      case .root(let index): write(index, to: &sink, &tasks)
      case .block(let index):
        loop.reach(index)
        // The result of a stopped job is not used.
        if loop.mustStop { continue }
        sink.key(snapshot.records[index].isShadow ? "shadow" : "block")
        write(index, to: &sink, &tasks)
      case .partner(let index):
        sink.key("block")
        write(index, to: &sink, &tasks)
      case .beginInputs:
        sink.key("inputs")
        sink.beginObject()
      case .beginSlot(let index):
        if case .input(let name, _) = snapshot.records[index].slot { sink.key(name) } else { sink.key("next") }
        sink.beginObject()
      case .endObject: sink.endObject()
      }
    }
  }

  /// Writes the block at `index`, and pushes the tasks for its inner blocks and the end of its object.
  private func write(_ index: Int, to sink: inout some JSONSink, _ tasks: inout [Task]) {
    sink.beginObject()
    write(index, to: &sink)
    tasks.append(.endObject)
    pushInner(of: index, to: &tasks)
  }

  /// Pushes the tasks for a block's `inputs` and `next`. Tasks are popped from the end, so they are pushed in reverse.
  private func pushInner(of index: Int, to tasks: inout [Task]) {
    let start = tasks.count
    let end = index + snapshot.records[index].count
    var hasInputs = false
    var next: (child: Int, partner: Int?)?
    var child = index + 1
    // Records are large, so access them in place instead of copying them.
    while child < end {
      let sibling = child + snapshot.records[child].count
      let partner = snapshot.records[child].isCovered && sibling < end ? sibling : nil
      switch snapshot.records[child].slot {
      case .next: next = (child, partner)
      case .input:
        if !hasInputs { tasks.append(.beginInputs) }
        hasInputs = true
        push(child, partner, to: &tasks)
      case .top: break
      }
      child = partner.map { $0 + snapshot.records[$0].count } ?? sibling
    }
    if hasInputs { tasks.append(.endObject) }
    if let next { push(next.child, next.partner, to: &tasks) }
    tasks.reverse(from: start)
  }

  /// Pushes the tasks for a slot: a block, or a covered shadow and its partner.
  private func push(_ child: Int, _ partner: Int?, to tasks: inout [Task]) {
    tasks.append(.beginSlot(child))
    tasks.append(.block(child))
    if let partner { tasks.append(.partner(partner)) }
    tasks.append(.endObject)
  }

  private func write(_ index: Int, to sink: inout some JSONSink) {
    // Most blocks have no extras, and searching them for values is slow.
    let extras = snapshot.records[index].extras
    sink.member("type", snapshot.records[index].type)
    if let id = snapshot.records[index].id { sink.member("id", id) }
    if let position = snapshot.records[index].position {
      sink.member("x", position.x)
      sink.member("y", position.y)
    }
    if let extras { writeAttributes(extras.values, to: &sink) }
    if let inline = snapshot.records[index].inline { sink.member("inline", inline) }
    if let data = extras?.values.data { sink.member("data", data) }
    if extras != nil || snapshot.records[index].mutation != nil, let state = extraState(of: snapshot.records[index]) {
      sink.member("extraState", state)
    }
    if let extras { writeIcons(extras.values, to: &sink) }
    writeFields(of: index, to: &sink)
    if let members = extras?.values.unknownParts?.members {
      for member in members where member.key != "icons" { sink.member(member.key, member.value) }
    }
    // Blockly's XML rejects a shadow that is in no input, and its JSON can't express one.
    let isLooseShadow = snapshot.records[index].isShadow && snapshot.records[index].slot == .top && !wholeVariables
    guard evidence != nil || extras?.values.unknownParts != nil || isLooseShadow else { return }
    let ownParts = unknownPartsForJSON(snapshot.records[index])
    let kinds = ambiguousInputKinds(of: index)
    if let member = MortiseExtras.member(for: ownParts, inputKinds: kinds, isShadow: isLooseShadow) {
      sink.member(MortiseExtras.memberName, member)
    }
  }

  private func writeFields(of index: Int, to sink: inout some JSONSink) {
    let others = snapshot.records[index].extras?.values.unknownParts?.fields.filter { unknown in
      !snapshot.records[index].fields.contains { $0.name == unknown.name }
    }
    if snapshot.records[index].fields.isEmpty, others?.isEmpty ?? true { return }
    sink.key("fields")
    sink.beginObject()
    for field in snapshot.records[index].fields.indices {
      sink.key(snapshot.records[index].fields[field].name)
      write(snapshot.records[index].fields[field].state, to: &sink)
    }
    for field in others ?? [] {
      sink.key(field.name)
      write(field.state, to: &sink)
    }
    sink.endObject()
  }

  private func writeAttributes(_ extras: BlockSnapshot.Extras.Values, to sink: inout some JSONSink) {
    if extras.isCollapsed { sink.member("collapsed", true) }
    if !extras.isDeletable { sink.member("deletable", false) }
    if !extras.isMovable { sink.member("movable", false) }
    if !extras.isEditable { sink.member("editable", false) }
    if !extras.disabledReasons.isEmpty { sink.member("disabledReasons", extras.disabledReasons) }
  }

  /// Returns the state of the block's mutator: JSON if it has a JSON form, else its XML in a string (a Blockly rule).
  private func extraState(of record: BlockSnapshot.Record) -> JSONValue? {
    let remainder = record.extras?.values.unknownParts
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

  /// Returns the unknown parts that JSON can't express. A mutation in an XML string includes its own unknown parts, but
  /// no members.
  private func unknownPartsForJSON(_ record: BlockSnapshot.Record) -> UnknownParts? {
    guard var parts = record.extras?.values.unknownParts else { return nil }
    if let json = record.mutation?.json, MutationState.xmlElement(in: json) != nil {
      parts.mutation = nil
    } else {
      parts.extraState = []
    }
    return parts
  }

  private func writeIcons(_ extras: BlockSnapshot.Extras.Values, to sink: inout some JSONSink) {
    let others = extras.unknownParts?.members.filter { $0.key == "icons" } ?? []
    guard extras.comment != nil || !others.isEmpty else { return }
    sink.object("icons") { sink in
      if let comment = extras.comment {
        sink.object("comment") { sink in
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
        }
      }
      for other in others {
        for (name, icon) in other.value.members { sink.member(name, icon) }
      }
    }
  }

  private func write(_ state: FieldState, to sink: inout some JSONSink) {
    switch state {
    case .text(let text), .lines(let text), .numeral(let text, _, isQuoted: true): sink.string(text)
    case .numeral(let text, let value, isQuoted: false): sink.numeral(text, value: value)
    case .number(let number):
      // JSON has no infinity. Blockly writes null and reads that as 0, but it also reads the name.
      if number.isFinite { sink.number(number) } else { sink.string(NumberText.text(number)) }
    case .boolean(let flag): sink.boolean(flag)
    case .json(let json): sink.value(json)
    case .variable(let reference):
      sink.object { sink in
        sink.member("id", reference.id ?? "")
        if wholeVariables {
          sink.member("name", reference.name ?? "")
          sink.member("type", reference.type ?? "")
        } else if reference.name != nil || reference.type != nil, reference.id.map({ variables[$0] == nil }) ?? true {
          // The variable isn't in the program, so its name and type are only here.
          if let name = reference.name, !name.isEmpty { sink.member("name", name) }
          if let type = reference.type { sink.member("type", type) }
        }
      }
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
