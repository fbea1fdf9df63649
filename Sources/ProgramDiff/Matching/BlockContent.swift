import BlockModel
import BlockNotation
import Markup

/// The content of a block itself, without ids and places: its type, fields, mutation, properties and shadows.
struct BlockContent {
  /// Whether ids and places count as well.
  let isExact: Bool
  /// The numbers of variables by id. Matched variables of two programs have the same number.
  var variableNumbers: [String: Int] = [:]

  // MARK: - Hashes

  /// Hashes everything except the properties.
  func hash(_ block: Block, into hasher: inout Hasher) {
    hasher.combine(block.type)
    for input in block.inputs {
      for field in input.fields {
        if let name = field.name, let state = field.state { hash(FieldRecord(name: name, state: state), into: &hasher) }
      }
      if let connection = input.connection { hashShadow(of: connection, into: &hasher) }
    }
    if let next = block.nextConnection { hashShadow(of: next, into: &hasher) }
    if block.mutator != nil || block.unknownMutation != nil { hasher.combine(mutationText(of: block)) }
  }

  /// Adds a block's properties, if it has any, to a hash of the rest.
  static func hash(_ rest: Int, withPropertiesOf block: Block) -> Int {
    var hasher: Hasher?
    for property in ContentProperty.allCases {
      guard let text = property.text(of: block) else { continue }
      if hasher == nil {
        hasher = Hasher()
        hasher?.combine(rest)
      }
      hasher?.combine(property)
      hasher?.combine(text)
    }
    return hasher?.finalize() ?? rest
  }

  private func hash(_ field: FieldRecord, into hasher: inout Hasher) {
    hasher.combine(field.name)
    if case .variable(let reference) = field.state {
      // A variable without a counterpart may turn out to be a renamed one.
      hasher.combine(variableNumbers[reference.id ?? ""] ?? -1)
    } else {
      hasher.combine(field.state.plainText)
    }
  }

  private func hashShadow(of connection: Connection, into hasher: inout Hasher) {
    guard let shadow = connection.shadowSnapshot else { return }
    hasher.combine(connection.sourceInput?.name)
    for record in shadow.records {
      hasher.combine(record.type)
      hasher.combine(record.parent)
      for field in record.fields { hash(field, into: &hasher) }
      hasher.combine(otherText(of: record))
    }
  }

  // MARK: - Comparing

  /// Whether events can turn one block into the other, which is in another program.
  func canBecome(_ block: Block, _ other: Block) -> Bool {
    guard block.type == other.type, block.isShadow == other.isShadow else { return false }
    if isExact, block.hasImplicitID != other.hasImplicitID || !block.hasImplicitID && block.id != other.id {
      return false
    }
    if block.isUnknown {
      let (own, others) = (block.fieldNames, other.fieldNames)
      // The order is the file's.
      if own != others, isExact || own.sorted() != others.sorted() { return false }
      if isExact, !block.hasInputs(forShadowsOf: other) || !block.keepsInputOrder(of: other) { return false }
    }
    if block.unknownParts(differFrom: other, isExact: isExact) { return false }
    return true
  }

  /// The mutation's text, without identifying attributes unless `isExact`; `""` for none.
  func mutationText(of block: Block) -> String {
    if isExact { return block.mutationState.map { "\($0.xml?.xmlText() ?? "")\($0.json?.text() ?? "")" } ?? "" }
    guard let element = block.mutationElement else { return block.unknownMutation?.json?.text() ?? "" }
    return element.isEmpty ? "" : Self.meaning(of: element).xmlText()
  }

  /// A shadow record's content besides its type and fields, which is usually little; `""` for none.
  func otherText(of record: BlockSnapshot.Record) -> String {
    if record.mutation == nil, record.extras == nil, record.inline == nil { return "" }
    var texts: [String] = []
    if let mutation = record.mutation {
      let element = mutation.element.map { isExact ? $0 : Self.meaning(of: $0) }
      texts.append(element.map { $0.isEmpty ? "" : $0.xmlText() } ?? mutation.json?.text() ?? "")
    }
    if let inline = record.inline { texts.append("inline \(inline)") }
    guard let extras = record.extras?.values else { return texts.joined(separator: "\n") }
    if extras.isCollapsed { texts.append("collapsed") }
    if !extras.isDeletable { texts.append("undeletable") }
    if !extras.isMovable { texts.append("unmovable") }
    if !extras.isEditable { texts.append("uneditable") }
    texts += extras.disabledReasons.map { "disabled \($0)" }
    if let comment = extras.comment { texts.append("comment \(comment.text)") }
    if let data = extras.data { texts.append("data \(data)") }
    if var unknown = extras.unknownParts {
      if !isExact { unknown.removeMeaningless() }
      texts += unknown.attributes.map { "\($0.name)=\($0.value)" } + unknown.elements.map { $0.xmlText() }
      texts += (unknown.members + unknown.extraState).map { "\($0.key): \($0.value.text())" }
      texts += unknown.fields.map { "\($0.name)=\($0.state.plainText)" }
      if let mutation = unknown.mutation { texts.append(mutation.xmlText()) }
    }
    return texts.joined(separator: "\n")
  }

  /// The attributes and members of the mutation, and under `""` the rest of it; empty parts are left out.
  func mutationParts(of block: Block) -> [String: String] {
    let text = mutationText(of: block)
    if text.isEmpty || isExact { return text.isEmpty ? [:] : ["": text] }
    var parts: [String: String] = [:]
    if let element = block.mutationElement.map(Self.meaning) {
      for attribute in element.attributes { parts[attribute.name] = attribute.value }
      var rest = XMLBuilder()
      rest.begin(element.qualifiedName)
      for node in element.nodes { rest.node(node) }
      rest.end()
      let others = rest.finish()
      if !others.isEmpty { parts[""] = others.xmlText() }
    } else if let json = block.unknownMutation?.json, json.kind == .object {
      for (key, value) in json.members { parts[key] = value.text() }
    } else {
      parts[""] = text
    }
    return parts
  }

  /// A mutation without identifying attributes.
  private static func meaning(of element: XMLElement) -> XMLElement {
    var mapper = AttributeMapper(leavingOutSpace: true) { element, name, value in
      identifyingAttributes.contains(name) || MutationState.identifies(name, in: element) ? nil : value
    }
    mapper.element(element)
    return mapper.builder.finish()
  }

  /// Attributes of a mutation that hold ids.
  private static let identifyingAttributes: Set<String> = ["varid", "varId", "paramid", "paramId", "xmlns"]
}

extension Block {
  /// The mutation as an element; nil if there is none, or only JSON.
  var mutationElement: XMLElement? { mutator?.toXMLElement() ?? unknownMutation?.element }

  /// Whether the parts of the file that Blockly doesn't know differ. No event can express these.
  fileprivate func unknownParts(differFrom other: Block, isExact: Bool) -> Bool {
    switch (unknownParts, other.unknownParts) {
    case (nil, nil): return false
    case (let own, let others):
      var (own, others) = (own ?? UnknownParts(), others ?? UnknownParts())
      // Another bookmark is a change, but no event moves a bookmark within the file.
      if !isExact || bookmark != other.bookmark {
        own.members.removeAll { $0.key == Block.bookmarkKey }
        others.members.removeAll { $0.key == Block.bookmarkKey }
      }
      if !isExact {
        own.removeMeaningless()
        others.removeMeaningless()
      }
      return own != others
    }
  }
}

extension Block {
  /// The names of the saved fields; those of an unknown block come from its file, and no event adds or removes them.
  fileprivate var fieldNames: [String] {
    inputs.flatMap(\.fields).compactMap { $0.isSaved ? $0.name : nil }
  }

  /// Whether it has all inputs that hold shadows in the other block. Setting those shadows would append missing
  /// inputs.
  fileprivate func hasInputs(forShadowsOf other: Block) -> Bool {
    other.inputs.allSatisfy { input in
      input.connection?.shadowSnapshot == nil || firstInput(withName: input.name)?.connection != nil
    }
  }

  /// Whether the inputs that the other block fills are in its order: new ones are appended.
  fileprivate func keepsInputOrder(of other: Block) -> Bool {
    let filled = other.inputs.filter { $0.connectedBlock != nil || $0.connection?.coveredShadow != nil }.map(\.name)
    let own = inputs.map(\.name).filter(filled.contains)
    return own + filled.filter { !own.contains($0) } == filled
  }
}

extension Connection {
  /// The shadow of the connection, shown or covered; nil for none.
  var shadowSnapshot: BlockSnapshot? {
    guard let target = targetBlock else { return coveredShadow }
    return target.isShadow ? BlockSnapshot(of: target) : coveredShadow
  }
}
